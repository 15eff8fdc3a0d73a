/* libtiff's fields as functions with fixed arguments: the arguments of TIFFGetField depend on the field. */
#ifndef CFILMGATETIFF_SHIM_H
#define CFILMGATETIFF_SHIM_H

#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <tiffio.h>

static inline bool fg_tiff_u32(TIFF *file, uint32_t tag, uint32_t *value) { return TIFFGetField(file, tag, value); }

static inline bool fg_tiff_u16(TIFF *file, uint32_t tag, uint16_t *value) { return TIFFGetField(file, tag, value); }

/* Returns whether neighboring pixels share the chroma of YCbCr. */
static inline bool fg_tiff_is_subsampled(TIFF *file) {
    uint16_t across = 2, down = 2;
    TIFFGetFieldDefaulted(file, TIFFTAG_YCBCRSUBSAMPLING, &across, &down);
    return across != 1 || down != 1;
}

/* Some programs write faxes (group 3) without marks between rows. Reads the first strip. If it is readable only without
   marks, reads all strips without marks. */
static inline void fg_tiff_try_plain_fax(TIFF *file, void *buffer, tmsize_t size) {
    static const int modes[] = {FAXMODE_BYTEALIGN, 0};
    uint32_t options = 0;
    TIFFGetField(file, TIFFTAG_GROUP3OPTIONS, &options);
    if (TIFFReadEncodedStrip(file, 0, buffer, size) > 0) return;
    for (int index = 0; index < 2; index++)
        if (TIFFSetField(file, TIFFTAG_COMPRESSION, COMPRESSION_CCITTRLE) && TIFFSetField(file, TIFFTAG_FAXMODE, modes[index]) &&
            TIFFReadEncodedStrip(file, 0, buffer, size) > 0)
            return;
    TIFFSetField(file, TIFFTAG_COMPRESSION, COMPRESSION_CCITTFAX3);
    TIFFSetField(file, TIFFTAG_GROUP3OPTIONS, options);
}

/* Red, green and blue of the palette, which the file owns. */
static inline bool fg_tiff_palette(TIFF *file, const uint16_t **red, const uint16_t **green, const uint16_t **blue) {
    return TIFFGetField(file, TIFFTAG_COLORMAP, red, green, blue);
}

/* Returns tables that convert the file's 8-bit YCbCr to RGB; the caller frees them. NULL if the file's numbers are
   invalid. Reads the range only if samples have 8 BITS. */
static inline TIFFYCbCrToRGB *fg_tiff_ycbcr(TIFF *file, int bits) {
    float whole[6] = {0, 255, 128, 255, 128, 255}, *luma = NULL, *range = whole;
    if (!TIFFGetFieldDefaulted(file, TIFFTAG_YCBCRCOEFFICIENTS, &luma) || !luma) return NULL;
    if (bits == 8 && (!TIFFGetFieldDefaulted(file, TIFFTAG_REFERENCEBLACKWHITE, &range) || !range)) return NULL;
    for (int index = 0; index < 3; index++) if (!(fabsf(luma[index]) <= 1)) return NULL;
    for (int index = 0; index < 6; index++) if (!(fabsf(range[index]) <= 1e6f)) return NULL;
    if (luma[1] == 0) return NULL;
    /* The layout is the same as in TIFFRGBAImageBegin. */
    size_t head = (sizeof(TIFFYCbCrToRGB) + sizeof(long) - 1) / sizeof(long) * sizeof(long);
    TIFFYCbCrToRGB *tables = (TIFFYCbCrToRGB *)malloc(
        head + 4 * 256 * sizeof(TIFFRGBValue) + 2 * 256 * sizeof(int) + 3 * 256 * sizeof(int32_t));
    if (tables && TIFFYCbCrToRGBInit(tables, luma, range) < 0) {
        free(tables);
        return NULL;
    }
    return tables;
}

static inline bool fg_tiff_offset(TIFF *file, uint32_t tag, uint64_t *value) { return TIFFGetField(file, tag, value); }

/* Returns a text that ends with a zero; the file owns it. */
static inline const char *fg_tiff_text(TIFF *file, uint32_t tag) {
    char *text = NULL;
    return TIFFGetField(file, tag, &text) ? text : NULL;
}

/* Returns an array with a 16-bit count; the file owns it. */
static inline const void *fg_tiff_array16(TIFF *file, uint32_t tag, uint16_t *count) {
    void *values = NULL;
    return TIFFGetField(file, tag, count, &values) ? values : NULL;
}

/* Returns an array with a 32-bit count; the file owns it. */
static inline const void *fg_tiff_array32(TIFF *file, uint32_t tag, uint32_t *count) {
    void *values = NULL;
    return TIFFGetField(file, tag, count, &values) ? values : NULL;
}

/* Returns an array with a length that depends only on the tag. */
static inline const void *fg_tiff_fixed(TIFF *file, uint32_t tag) {
    void *values = NULL;
    return TIFFGetField(file, tag, &values) ? values : NULL;
}

/* Sets the XMP packet of the current directory. */
static inline bool fg_tiff_set_packet(TIFF *file, const void *packet, uint32_t count) {
    return TIFFSetField(file, TIFFTAG_XMLPACKET, count, packet);
}

/* Sets the orientation of the current directory. */
static inline bool fg_tiff_set_orientation(TIFF *file, uint32_t orientation) {
    return TIFFSetField(file, TIFFTAG_ORIENTATION, (int)orientation);
}

#endif
