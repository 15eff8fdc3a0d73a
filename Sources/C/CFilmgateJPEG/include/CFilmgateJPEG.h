/* libjpeg reports errors by longjmp, which must not cross Swift: so its use lives here, behind one function. */
#ifndef CFILMGATEJPEG_H
#define CFILMGATEJPEG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Damaged: a marker among the pixels is wrong. Broken: the header is. Unsupported: of a process or a precision that libjpeg does not decode. */
enum fg_jpeg_outcome {
    fg_jpeg_whole, fg_jpeg_truncated, fg_jpeg_damaged, fg_jpeg_enormous, fg_jpeg_broken, fg_jpeg_unsupported
};

struct fg_jpeg {
    uint32_t width, height;
    /* libjpeg's own words for what is broken. */
    char message[200];
};

/* The contents of one APP1 (marker 1), APP13 (13) or comment (30) segment, valid during the call. */
typedef void (*fg_jpeg_segment)(void *context, int marker, const uint8_t *bytes, size_t count);

/* Hands over the metadata before the first scan, also of a header that libjpeg cannot read. As in libjpeg, bytes between segments are passed
 * over. */
void fg_jpeg_segments(const uint8_t *bytes, size_t count, fg_jpeg_segment segment, void *context);

/* Hands over the metadata, reads the header, and looks for the end-of-image marker, without decoding a pixel. */
enum fg_jpeg_outcome fg_jpeg_read(
    const uint8_t *bytes, size_t count, struct fg_jpeg *facts, fg_jpeg_segment segment, void *context);

/* A copy of a JPEG at whose markers libjpeg stops, with these markers erased, so that what is behind them is decoded as well, and its size;
 * to be freed by free. If there are too many, it ends at one of them. NULL if libjpeg decodes the file as it is, or not even the copy,
 * and if it claims more pixels than MOST. */
uint8_t *fg_jpeg_repaired(const uint8_t *bytes, size_t count, uint64_t most, size_t *size);

#endif
