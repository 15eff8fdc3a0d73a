/* libjpeg reports errors by longjmp, which must not cross Swift: so its use lives here, behind one function. */
#ifndef CFILMGATEJPEG_H
#define CFILMGATEJPEG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Unsupported: of a process or a precision that libjpeg does not decode. */
enum fg_jpeg_outcome { fg_jpeg_whole, fg_jpeg_truncated, fg_jpeg_enormous, fg_jpeg_broken, fg_jpeg_unsupported };

struct fg_jpeg {
    uint32_t width, height;
    /* libjpeg's own words for what is broken. */
    char message[200];
};

/* One APP1 or APP13 segment's contents, valid during the call. */
typedef void (*fg_jpeg_segment)(void *context, int marker, const uint8_t *bytes, size_t count);

/* Reads the header, hands over the metadata, and looks for the end-of-image marker, without decoding a pixel. */
enum fg_jpeg_outcome fg_jpeg_read(
    const uint8_t *bytes, size_t count, struct fg_jpeg *facts, fg_jpeg_segment segment, void *context);

#endif
