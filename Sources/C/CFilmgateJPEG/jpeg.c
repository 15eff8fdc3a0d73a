#include "CFilmgateJPEG.h"
#include "failure.h"

#include <string.h>

#include <jerror.h>

/* Looks for the end-of-image marker after all scans and the tables between them. Within compressed data, the only
   markers are stuffed zeros and restarts; any other marker ends the data. Ignores data after the picture, such as
   previews and videos. If a segment is longer than the file, its marker is a damaged byte that looks like a marker. */
static enum fg_jpeg_outcome find_end(const uint8_t *next, const uint8_t *end) {
    bool is_damaged = false;
    while (next < end) {
        next = memchr(next, 0xFF, (size_t)(end - next));
        if (!next || end - next < 2) return fg_jpeg_truncated;
        uint8_t marker = next[1];
        if (marker == 0xFF) {
            next += 1; /* a fill byte */
        } else if (marker == 0x00 || (marker >= 0xD0 && marker <= 0xD7)) {
            next += 2;
        } else if (marker == JPEG_EOI) {
            return is_damaged ? fg_jpeg_damaged : fg_jpeg_whole;
        } else {
            if (end - next < 4) return fg_jpeg_truncated;
            int length = next[2] << 8 | next[3];
            bool fits = end - next >= 2 + length;
            is_damaged = is_damaged || !fits;
            next += fits ? 2 + length : 2;
        }
    }
    return fg_jpeg_truncated;
}

enum fg_jpeg_outcome fg_jpeg_read(const uint8_t *bytes, size_t count, struct fg_jpeg *facts) {
    struct jpeg_decompress_struct decoder;
    struct failure failure;
    decoder.err = begin(&failure);
    if (setjmp(failure.back)) {
        failure.manager.format_message((j_common_ptr)&decoder, facts->message);
        enum fg_jpeg_outcome outcome = failure.manager.msg_code == JERR_IMAGE_TOO_BIG ? fg_jpeg_enormous
            : failure.manager.msg_code == JERR_SOF_UNSUPPORTED || failure.manager.msg_code == JERR_BAD_PRECISION
            ? fg_jpeg_unsupported : fg_jpeg_broken;
        jpeg_destroy_decompress(&decoder);
        return outcome;
    }
    jpeg_create_decompress(&decoder);
    jpeg_mem_src(&decoder, bytes, count);
    jpeg_read_header(&decoder, TRUE);
    facts->width = decoder.image_width;
    facts->height = decoder.image_height;
    enum fg_jpeg_outcome outcome = find_end(bytes + (count - decoder.src->bytes_in_buffer), bytes + count);
    jpeg_destroy_decompress(&decoder);
    return outcome;
}
