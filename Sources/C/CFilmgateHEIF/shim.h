/* libheif. */
#ifndef CFILMGATEHEIF_SHIM_H
#define CFILMGATEHEIF_SHIM_H

#include <libheif/heif.h>

#endif
