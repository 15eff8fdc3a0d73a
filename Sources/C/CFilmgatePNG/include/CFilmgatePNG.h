/* Functions around libpng, which reports errors by longjmp: that must not cross Swift. */
#ifndef CFILMGATEPNG_H
#define CFILMGATEPNG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum fg_png_outcome { fg_png_whole, fg_png_truncated, fg_png_broken };

struct fg_png {
    uint32_t width, height;
    bool animated;
    /* libpng's error message. */
    char message[200];
};

/* Called with one text chunk, valid during the call. Exif has no keyword. */
typedef void (*fg_png_text)(void *context, const char *keyword, const uint8_t *bytes, size_t count);

/* Reads all chunks and checks their checksums, without inflating pixels. FACTS has the dimensions if the header was
   reached, even on failure. */
enum fg_png_outcome fg_png_read(
    const uint8_t *bytes, size_t count, struct fg_png *facts, fg_png_text text, void *context);

/* Returns the checksum of a chunk's type and data. */
uint32_t fg_png_sum(const uint8_t *bytes, size_t count);

/* Returns the checksum of bytes, and of zeros after them. */
uint32_t fg_png_sum_filled(const uint8_t *bytes, size_t count, size_t zeros);

/* The compressed pixels of a picture or of a frame, which can be in several chunks. */
struct fg_png_pixels;

/* Begins the pixels of a picture that needs NEEDED bytes. Returns NULL if memory is exhausted. */
struct fg_png_pixels *fg_png_pixels_begin(uint64_t needed);

/* Sets USED to the number of bytes at the start of the next chunk's data that decoders use. Decoders use no bytes after
   the end of the compressed data, after an error in it, or after the last pixel. Returns false if memory is
   exhausted. */
bool fg_png_pixels_use(struct fg_png_pixels *pixels, const uint8_t *bytes, size_t count, size_t *used);

void fg_png_pixels_end(struct fg_png_pixels *pixels);

/* Inflates a chunk's data, if the result has at most MOST bytes; the caller frees it. Returns NULL on failure. */
uint8_t *fg_png_inflated(const uint8_t *bytes, size_t count, size_t most, size_t *size);

/* Compresses data with zlib; the caller frees the result. Returns NULL on failure. */
uint8_t *fg_png_deflated(const uint8_t *bytes, size_t count, size_t *size);

/* Returns a complete copy of a damaged PNG, without data after its pixels; the caller frees it. Pixels that cannot be
   inflated are black, or transparent if there is transparency. Leaves out a palette that is not needed. Returns NULL if
   the header is damaged, or claims more than MOST pixels. */
uint8_t *fg_png_repaired(const uint8_t *bytes, size_t count, uint64_t most, size_t *size);

/* Returns whether an unneeded palette follows transparency: libpng refuses such a PNG, but other decoders do not. */
bool fg_png_has_late_palette(const uint8_t *bytes, size_t count);

#endif
