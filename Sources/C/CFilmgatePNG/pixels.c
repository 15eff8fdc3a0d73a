#include "CFilmgatePNG.h"

#include <stdlib.h>

#include <zlib.h>

struct fg_png_pixels {
    z_stream stream;
    /* The bytes that the picture still needs. */
    uint64_t left;
    /* Whether decoders use none of the remaining bytes. */
    bool ended;
    /* Inflated pixels, which are discarded. */
    uint8_t discarded[1 << 15];
};

struct fg_png_pixels *fg_png_pixels_begin(uint64_t needed) {
    struct fg_png_pixels *pixels = calloc(1, sizeof *pixels);
    if (!pixels) return NULL;
    pixels->left = needed;
    if (inflateInit(&pixels->stream) == Z_OK) return pixels;
    free(pixels);
    return NULL;
}

bool fg_png_pixels_use(struct fg_png_pixels *pixels, const uint8_t *bytes, size_t count, size_t *used) {
    z_stream *stream = &pixels->stream;
    stream->next_in = (Bytef *)bytes;
    stream->avail_in = (uInt)count;
    *used = pixels->ended ? 0 : count;
    while (!pixels->ended && stream->avail_in > 0) {
        /* Only the end may follow the pixels. */
        bool is_behind = pixels->left == 0;
        uInt room = is_behind ? 1 : pixels->left < sizeof pixels->discarded
            ? (uInt)pixels->left : (uInt)sizeof pixels->discarded;
        size_t before = count - stream->avail_in;
        stream->next_out = pixels->discarded;
        stream->avail_out = room;
        int code = inflate(stream, Z_NO_FLUSH);
        if (code == Z_MEM_ERROR) return false;
        if (is_behind && stream->avail_out == 0) {
            pixels->ended = true;
            *used = before;
        } else if (code != Z_OK && code != Z_BUF_ERROR) {
            /* The end, or an error after which decoders read nothing. */
            pixels->ended = true;
            *used = count - stream->avail_in;
        } else if (!is_behind) {
            pixels->left -= room - stream->avail_out;
        }
    }
    return true;
}

void fg_png_pixels_end(struct fg_png_pixels *pixels) {
    inflateEnd(&pixels->stream);
    free(pixels);
}

uint32_t fg_png_sum_filled(const uint8_t *bytes, size_t count, size_t zeros) {
    static const uint8_t filling[1 << 12];
    uLong sum = crc32_z(0, bytes, count);
    for (size_t size; zeros > 0; zeros -= size) {
        size = zeros < sizeof filling ? zeros : sizeof filling;
        sum = crc32_z(sum, filling, size);
    }
    return (uint32_t)sum;
}
