#include "CFilmgateJPEG.h"
#include "failure.h"

#include <stdlib.h>
#include <string.h>

/* Returns whether libjpeg decodes the whole file, at an eighth of its size. If not, REACHED is the offset at which it
   stopped, or 0 if the header is damaged or claims more than MOST pixels. */
static bool decodes(const uint8_t *bytes, size_t count, uint64_t most, size_t *reached) {
    struct jpeg_decompress_struct decoder;
    struct failure failure;
    volatile bool has_header = false;
    decoder.err = begin(&failure);
    if (setjmp(failure.back)) {
        const uint8_t *next = has_header ? decoder.src->next_input_byte : NULL;
        /* At the end of the data, libjpeg reads an end-of-image marker of its own. */
        *reached = !has_header ? 0 : next >= bytes && next <= bytes + count ? (size_t)(next - bytes) : count;
        jpeg_destroy_decompress(&decoder);
        return false;
    }
    jpeg_create_decompress(&decoder);
    jpeg_mem_src(&decoder, bytes, count);
    jpeg_read_header(&decoder, TRUE);
    if ((uint64_t)decoder.image_width * decoder.image_height > most) {
        *reached = 0;
        jpeg_destroy_decompress(&decoder);
        return false;
    }
    has_header = true;
    decoder.scale_denom = 8;
    jpeg_start_decompress(&decoder);
    JSAMPARRAY row = (*decoder.mem->alloc_sarray)(
        (j_common_ptr)&decoder, JPOOL_IMAGE, decoder.output_width * (JDIMENSION)decoder.output_components, 1);
    while (decoder.output_scanline < decoder.output_height) jpeg_read_scanlines(&decoder, row, 1);
    jpeg_finish_decompress(&decoder);
    jpeg_destroy_decompress(&decoder);
    return true;
}

/* Returns the last marker before an offset, or 0. Stuffed zeros, fill bytes and restarts do not count. */
static size_t last_marker(const uint8_t *bytes, size_t offset) {
    for (size_t place = offset < 2 ? 0 : offset - 1; place-- > 2;) {
        uint8_t marker = bytes[place + 1];
        if (bytes[place] == 0xFF && marker != 0x00 && marker != 0xFF && (marker < 0xD0 || marker > 0xD7)) return place;
    }
    return 0;
}

uint8_t *fg_jpeg_repaired(const uint8_t *bytes, size_t count, uint64_t most, size_t *size) {
    enum { attempts = 8 };
    size_t reached;
    if (decodes(bytes, count, most, &reached)) return NULL;
    uint8_t *copy = malloc(count + 2);
    if (!copy) return NULL;
    memcpy(copy, bytes, count);
    for (int attempt = 1; attempt <= attempts; attempt++) {
        size_t marker = last_marker(copy, reached);
        if (marker == 0) break;
        if (attempt < attempts) {
            copy[marker] = copy[marker + 1] = 0;
        } else {
            copy[marker] = 0xFF;
            copy[marker + 1] = JPEG_EOI;
            count = marker + 2;
        }
        *size = count;
        if (decodes(copy, count, most, &reached)) return copy;
    }
    free(copy);
    return NULL;
}
