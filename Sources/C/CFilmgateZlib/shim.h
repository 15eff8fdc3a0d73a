#ifndef CFILMGATEZLIB_H
#define CFILMGATEZLIB_H

#include <zlib.h>

#endif
