/* Exempi. */
#ifndef CFILMGATEXMP_SHIM_H
#define CFILMGATEXMP_SHIM_H

#include <exempi/xmp.h>
#include <exempi/xmpconsts.h>

#endif
