/* libwebp's demultiplexer, which knows the container and decodes nothing. */
#ifndef CFILMGATEWEBP_SHIM_H
#define CFILMGATEWEBP_SHIM_H

#include <webp/demux.h>
#include <webp/encode.h>

#endif
