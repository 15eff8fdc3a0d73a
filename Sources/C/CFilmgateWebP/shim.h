/* libwebp's demultiplexer (which decodes nothing), encoder and multiplexer. */
#ifndef CFILMGATEWEBP_SHIM_H
#define CFILMGATEWEBP_SHIM_H

#include <webp/demux.h>
#include <webp/encode.h>
#include <webp/mux.h>

#endif
