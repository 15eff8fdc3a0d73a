/* giflib. */
#ifndef CFILMGATEGIF_SHIM_H
#define CFILMGATEGIF_SHIM_H

#include <stddef.h>
#include <gif_lib.h>

#endif
