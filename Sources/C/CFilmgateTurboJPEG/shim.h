/* libjpeg-turbo's own interface, which turns and crops JPEGs without decoding them. */
#ifndef CFILMGATETURBOJPEG_SHIM_H
#define CFILMGATETURBOJPEG_SHIM_H

#include <turbojpeg.h>

#endif
