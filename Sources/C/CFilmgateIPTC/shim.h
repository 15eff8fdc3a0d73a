/* libiptcdata. */
#ifndef CFILMGATEIPTC_SHIM_H
#define CFILMGATEIPTC_SHIM_H

#include <libiptcdata/iptc-data.h>
#include <libiptcdata/iptc-jpeg.h>

#endif
