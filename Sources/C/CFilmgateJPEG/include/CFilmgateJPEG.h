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

/* The contents of one APP1 (marker 1), APP13 (13) or comment (30) segment, valid during the call. */
typedef void (*fg_jpeg_segment)(void *context, int marker, const uint8_t *bytes, size_t count);

/* Passes on the metadata before the first scan, also if libjpeg cannot read the header. Skips bytes between segments,
   as libjpeg does. */
void fg_jpeg_segments(const uint8_t *bytes, size_t count, fg_jpeg_segment segment, void *context);

/* Passes on the metadata, reads the header, and looks for the end-of-image marker, without decoding pixels. */
enum fg_jpeg_outcome fg_jpeg_read(
    const uint8_t *bytes, size_t count, struct fg_jpeg *facts, fg_jpeg_segment segment, void *context);

/* Returns a copy of a JPEG without the markers at which libjpeg stops, so that it decodes the data behind them; the
   caller frees it. If there are too many such markers, the copy ends at one. Returns NULL if libjpeg decodes the file
   itself or not even the copy, and if the file claims more than MOST pixels. */
uint8_t *fg_jpeg_repaired(const uint8_t *bytes, size_t count, uint64_t most, size_t *size);

#endif
