/* Functions around libjpeg, which reports errors by longjmp: that must not cross Swift. */
#ifndef CFILMGATEJPEG_H
#define CFILMGATEJPEG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Damaged: a wrong marker among the pixels. Broken: an invalid header. Unsupported: the process or the precision. */
enum fg_jpeg_outcome {
    fg_jpeg_whole, fg_jpeg_truncated, fg_jpeg_damaged, fg_jpeg_enormous, fg_jpeg_broken, fg_jpeg_unsupported
};

struct fg_jpeg {
    uint32_t width, height;
    /* libjpeg's error message. */
    char message[200];
};

/* Reads the header, and looks for the end-of-image marker, without decoding pixels. */
enum fg_jpeg_outcome fg_jpeg_read(const uint8_t *bytes, size_t count, struct fg_jpeg *facts);

/* Returns a copy of a JPEG without the markers at which libjpeg stops, so that libjpeg decodes the data after them; the
   caller frees it. If there are too many such markers, the copy ends at one of them. Returns NULL if libjpeg can decode
   the file itself, if it cannot decode even the copy, or if the file claims more than MOST pixels. */
uint8_t *fg_jpeg_repaired(const uint8_t *bytes, size_t count, uint64_t most, size_t *size);

#endif
