/* libjxl's decoder. */
#ifndef CFILMGATEJXL_SHIM_H
#define CFILMGATEJXL_SHIM_H

#include <jxl/decode.h>

#endif
