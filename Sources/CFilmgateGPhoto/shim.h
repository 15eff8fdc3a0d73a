/* libgphoto2 as it is. */
#ifndef CFILMGATEGPHOTO_SHIM_H
#define CFILMGATEGPHOTO_SHIM_H

#include <gphoto2/gphoto2.h>

#endif
