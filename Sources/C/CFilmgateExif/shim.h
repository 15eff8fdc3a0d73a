/* libexif. */
#ifndef CFILMGATEEXIF_SHIM_H
#define CFILMGATEEXIF_SHIM_H

#include <libexif/exif-data.h>
#include <libexif/exif-mnote-data.h>
#include <libexif/exif-utils.h>

#endif
