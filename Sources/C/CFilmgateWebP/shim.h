/* libwebp's demultiplexer, which knows the container and decodes nothing, its encoder, and its multiplexer. */
#ifndef CFILMGATEWEBP_SHIM_H
#define CFILMGATEWEBP_SHIM_H

#include <webp/demux.h>
#include <webp/encode.h>
#include <webp/mux.h>

#endif
