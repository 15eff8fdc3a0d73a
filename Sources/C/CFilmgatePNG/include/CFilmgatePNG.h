/* libpng reports errors by longjmp, which must not cross Swift: so its use lives here, behind one function. */
#ifndef CFILMGATEPNG_H
#define CFILMGATEPNG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum fg_png_outcome { fg_png_whole, fg_png_truncated, fg_png_broken };

struct fg_png {
    uint32_t width, height;
    bool animated;
    /* libpng's own words for what is broken. */
    char message[200];
};

/* One text chunk, valid during the call; Exif has no keyword. */
typedef void (*fg_png_text)(void *context, const char *keyword, const uint8_t *bytes, size_t count);

/* Reads every chunk and checks its sum, to the last, without inflating a pixel. FACTS holds the dimensions even where the
 * outcome is bad, if the header was reached. */
enum fg_png_outcome fg_png_read(
    const uint8_t *bytes, size_t count, struct fg_png *facts, fg_png_text text, void *context);

/* A chunk's checksum: of its type and data, by zlib. */
uint32_t fg_png_sum(const uint8_t *bytes, size_t count);

/* What a chunk holds compressed, by zlib, if it is at most MOST bytes, and its size; to be freed by free. NULL if it cannot be inflated. */
uint8_t *fg_png_inflated(const uint8_t *bytes, size_t count, size_t most, size_t *size);

/* The same, to compress. */
uint8_t *fg_png_deflated(const uint8_t *bytes, size_t count, size_t *size);

/* A whole copy of a damaged PNG, without what comes behind its pixels, and its size; to be freed by free. Its pixels are those that can be
 * inflated, and the rest is black, or clear if there is transparency. NULL if the header is damaged, or claims more than MOST pixels. It
 * has no palette that is not needed. */
uint8_t *fg_png_repaired(const uint8_t *bytes, size_t count, uint64_t most, size_t *size);

/* Whether a palette that is not needed stands behind transparency: libpng reads no such PNG, but other decoders do. */
bool fg_png_has_late_palette(const uint8_t *bytes, size_t count);

#endif
