/* libtiff's fields by functions of fixed arguments: TIFFGetField tells how many by the field. */
#ifndef CFILMGATETIFF_SHIM_H
#define CFILMGATETIFF_SHIM_H

#include <stdbool.h>
#include <stddef.h>
#include <tiffio.h>

static inline bool fg_tiff_u32(TIFF *file, uint32_t tag, uint32_t *value) { return TIFFGetField(file, tag, value); }

static inline bool fg_tiff_u16(TIFF *file, uint32_t tag, uint16_t *value) { return TIFFGetField(file, tag, value); }

/* How many pixels share a color in YCbCr, across and down. */
static inline bool fg_tiff_is_subsampled(TIFF *file) {
    uint16_t across = 2, down = 2;
    TIFFGetFieldDefaulted(file, TIFFTAG_YCBCRSUBSAMPLING, &across, &down);
    return across != 1 || down != 1;
}

static inline bool fg_tiff_offset(TIFF *file, uint32_t tag, uint64_t *value) { return TIFFGetField(file, tag, value); }

/* Text that ends with a zero and belongs to the file. */
static inline const char *fg_tiff_text(TIFF *file, uint32_t tag) {
    char *text = NULL;
    return TIFFGetField(file, tag, &text) ? text : NULL;
}

/* An array counted by 16 bits; it belongs to the file. */
static inline const void *fg_tiff_array16(TIFF *file, uint32_t tag, uint16_t *count) {
    void *values = NULL;
    return TIFFGetField(file, tag, count, &values) ? values : NULL;
}

/* An array counted by 32 bits; it belongs to the file. */
static inline const void *fg_tiff_array32(TIFF *file, uint32_t tag, uint32_t *count) {
    void *values = NULL;
    return TIFFGetField(file, tag, count, &values) ? values : NULL;
}

/* An array whose length the tag fixes. */
static inline const void *fg_tiff_fixed(TIFF *file, uint32_t tag) {
    void *values = NULL;
    return TIFFGetField(file, tag, &values) ? values : NULL;
}

/* Sets the XMP packet of the current directory. */
static inline bool fg_tiff_set_packet(TIFF *file, const void *packet, uint32_t count) {
    return TIFFSetField(file, TIFFTAG_XMLPACKET, count, packet);
}

/* Sets how the pixels of the current directory are turned. */
static inline bool fg_tiff_set_orientation(TIFF *file, uint32_t orientation) {
    return TIFFSetField(file, TIFFTAG_ORIENTATION, (int)orientation);
}

#endif
