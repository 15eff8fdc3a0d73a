/* libvips's functions take options as variable arguments, which Swift cannot pass. */
#ifndef CFILMGATEVIPS_SHIM_H
#define CFILMGATEVIPS_SHIM_H

#include <malloc.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <vips/vips.h>

/* Starts libvips before entering the cage: no modules, temporary files or cache; one additional thread. */
static inline bool fg_vips_prepare(void) {
    /* Each further arena would reserve 64 MiB of address space, which the cage limits. */
    mallopt(M_ARENA_MAX, 1);
    /* libvips looks for modules below this folder. Modules for PDF, SVG and other documents are not wanted. */
    setenv("VIPSHOME", "/nonexistent", 1);
    /* Keeps large pictures in memory, which is limited: the cage allows no new files. */
    setenv("VIPS_DISC_THRESHOLD", "1000g", 1);
    if (vips_init("filmgate-render") != 0) return false;
    /* Vector code would be compiled at run time, but the cage allows no executable memory. */
    vips_vector_set_enabled(FALSE);
    vips_concurrency_set(1);
    vips_cache_set_max(0);
    vips_block_untrusted_set(1);
    return true;
}

/* An early end is damage, unless TAKES_DAMAGED. Decoders' warnings are not damage: all viewers show such pictures. */
static inline VipsFailOn fg_vips_fail_on(bool takes_damaged) { return takes_damaged ? VIPS_FAIL_ON_NONE : VIPS_FAIL_ON_ERROR; }

/* Returns a picture as stored, not upright. NULL if its format is unknown, or it is damaged and not TAKES_DAMAGED. */
static inline VipsImage *fg_vips_open(const void *bytes, size_t count, bool takes_damaged) {
    return vips_image_new_from_buffer(bytes, count, "", "fail_on", fg_vips_fail_on(takes_damaged), "access", VIPS_ACCESS_SEQUENTIAL, NULL);
}

/* Returns a JPEG as stored, with its sides divided by DIVISOR (1, 2, 4 or 8), rounded down. The decoder divides, which
   is faster than decoding all pixels. Without "unlimited", a hundred warnings are an error. */
static inline VipsImage *fg_vips_open_jpeg(const void *bytes, size_t count, int divisor, VipsFailOn fail_on) {
    VipsImage *image = NULL;
    return vips_jpegload_buffer((void *)bytes, count, &image, "shrink", divisor, "fail_on", fail_on, "unlimited", TRUE, "access",
        VIPS_ACCESS_SEQUENTIAL, NULL) ? NULL : image;
}

/* Merges squares of DIVISOR x DIVISOR pixels. WIDTH and HEIGHT are the size of the result. */
static inline VipsImage *fg_vips_divided(VipsImage *image, int divisor, int width, int height) {
    VipsImage *whole = NULL, *divided = NULL;
    if (vips_extract_area(image, &whole, 0, 0, width * divisor, height * divisor, NULL)) return NULL;
    int failed = vips_shrink(whole, &divided, divisor, divisor, NULL);
    g_object_unref(whole);
    return failed ? NULL : divided;
}

/* Returns a picture of 8-bit pixels in memory. BANDS: 1 is gray, 3 RGB, 4 RGB with alpha. The pixels must outlive
   it. */
static inline VipsImage *fg_vips_of_pixels(const void *pixels, int width, int height, int bands) {
    VipsImage *image = vips_image_new_from_memory(pixels, (size_t)width * (size_t)height * (size_t)bands, width, height, bands,
        VIPS_FORMAT_UCHAR);
    if (image) image->Type = bands < 3 ? VIPS_INTERPRETATION_B_W : VIPS_INTERPRETATION_sRGB;
    return image;
}

/* Sets the orientation, which is Exif's number. */
static inline void fg_vips_set_orientation(VipsImage *image, int orientation) {
    vips_image_set_int(image, VIPS_META_ORIENTATION, orientation);
}

static inline void fg_vips_set_profile(VipsImage *image, const void *bytes, size_t count) {
    vips_image_set_blob_copy(image, VIPS_META_ICC_NAME, bytes, count);
}

/* Makes an early end an error. It is part of an option text, because vips_thumbnail_buffer does not pass "fail_on" to
   all loaders. */
#define FG_VIPS_WHOLE "[fail_on=error]"
#define FG_VIPS_WHOLE_JPEG "[fail_on=error,unlimited=true]"
#define FG_VIPS_DAMAGED "[fail_on=none]"
#define FG_VIPS_DAMAGED_JPEG "[fail_on=none,unlimited=true]"

static inline uint32_t fg_vips_number(const uint8_t *bytes) {
    return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
}

/* Returns whether a profile without color tables has three different primaries: some programs write zeros. */
static inline bool fg_vips_has_primaries(const uint8_t *bytes, size_t count) {
    static const char names[3][5] = {"rXYZ", "gXYZ", "bXYZ"};
    double m[3][3] = {{0}};
    int found = 0;
    size_t tags = count < 132 ? 0 : fg_vips_number(bytes + 128);
    for (size_t i = 0; i < tags && 12 * (i + 1) <= count - 132; i++) {
        const uint8_t *tag = bytes + 132 + 12 * i;
        if (memcmp(tag, "A2B0", 4) == 0) return true;
        size_t place = fg_vips_number(tag + 4);
        for (int color = 0; color < 3; color++) {
            if (memcmp(tag, names[color], 4) != 0) continue;
            if (count < 20 || place > count - 20) return false;
            found |= 1 << color;
            for (int axis = 0; axis < 3; axis++)
                m[color][axis] = (int32_t)fg_vips_number(bytes + place + 8 + 4 * axis) / 65536.0;
        }
    }
    if (found != 7) return true;
    double volume = m[0][0] * (m[1][1] * m[2][2] - m[1][2] * m[2][1]) - m[0][1] * (m[1][0] * m[2][2] - m[1][2] * m[2][0]) +
        m[0][2] * (m[1][0] * m[2][1] - m[1][1] * m[2][0]);
    return volume > 1e-3 || volume < -1e-3;
}

/* Returns whether the picture has a fitting color profile: some programs keep an RGB profile in a gray picture. */
static inline bool fg_vips_profile_fits(VipsImage *image) {
    const void *bytes = NULL;
    size_t count = 0;
    if (vips_image_get_typeof(image, VIPS_META_ICC_NAME) == 0 || vips_image_get_blob(image, VIPS_META_ICC_NAME, &bytes, &count) ||
        count < 128)
        return false;
    const char *space = image->Type == VIPS_INTERPRETATION_CMYK ? "CMYK" : image->Bands < 3 ? "GRAY" : "RGB ";
    return memcmp((const char *)bytes + 16, space, 4) == 0 && fg_vips_has_primaries(bytes, count);
}

/* Returns whether the picture's colors are not in sRGB or gray. */
static inline bool fg_vips_needs_conversion(VipsImage *image) {
    return fg_vips_profile_fits(image) || image->Type == VIPS_INTERPRETATION_CMYK;
}

/* Turns the picture upright, and scales it to this size. PROFILE, if not NULL, is the color space to convert to.
   Decodes as little as possible. */
static inline VipsImage *fg_vips_scaled(
    const void *bytes, size_t count, int width, int height, const char *profile, bool is_jpeg, bool takes_damaged) {
    VipsImage *scaled = NULL;
    const char *options = takes_damaged ? is_jpeg ? FG_VIPS_DAMAGED_JPEG : FG_VIPS_DAMAGED
                                        : is_jpeg ? FG_VIPS_WHOLE_JPEG : FG_VIPS_WHOLE;
    int failed = profile
        ? vips_thumbnail_buffer((void *)bytes, count, &scaled, width, "height", height, "size", VIPS_SIZE_FORCE,
              "option_string", options, "export_profile", profile, NULL)
        : vips_thumbnail_buffer((void *)bytes, count, &scaled, width, "height", height, "size", VIPS_SIZE_FORCE,
              "option_string", options, NULL);
    return failed ? NULL : scaled;
}

static inline VipsImage *fg_vips_scaled_image(VipsImage *image, int width, int height, const char *profile) {
    VipsImage *scaled = NULL;
    int failed = profile
        ? vips_thumbnail_image(image, &scaled, width, "height", height, "size", VIPS_SIZE_FORCE, "export_profile", profile, NULL)
        : vips_thumbnail_image(image, &scaled, width, "height", height, "size", VIPS_SIZE_FORCE, NULL);
    return failed ? NULL : scaled;
}

static inline VipsImage *fg_vips_part(VipsImage *image, int left, int top, int width, int height) {
    VipsImage *part = NULL;
    return vips_extract_area(image, &part, left, top, width, height, NULL) ? NULL : part;
}

/* Converts to RGB or gray with 8 bits. */
static inline VipsImage *fg_vips_in_8_bits(VipsImage *image) {
    VipsImage *converted = NULL;
    VipsInterpretation space = image->Bands < 3 ? VIPS_INTERPRETATION_B_W : VIPS_INTERPRETATION_sRGB;
    if (vips_colourspace(image, &converted, space, NULL)) return NULL;
    VipsImage *bytes = NULL;
    int failed = vips_cast_uchar(converted, &bytes, NULL);
    g_object_unref(converted);
    return failed ? NULL : bytes;
}

/* Puts transparency on white. */
static inline VipsImage *fg_vips_on_white(VipsImage *image) {
    VipsImage *flat = NULL;
    VipsArrayDouble *white = vips_array_double_newv(1, 255.0);
    int failed = vips_flatten(image, &flat, "background", white, NULL);
    vips_area_unref(VIPS_AREA(white));
    return failed ? NULL : flat;
}

/* Converts to RGB with alpha. */
static inline VipsImage *fg_vips_rgba(VipsImage *image) {
    VipsImage *color = NULL, *whole = NULL;
    if (vips_colourspace(image, &color, VIPS_INTERPRETATION_sRGB, NULL)) return NULL;
    int failed = vips_image_hasalpha(color) ? vips_copy(color, &whole, NULL) : vips_addalpha(color, &whole, NULL);
    g_object_unref(color);
    return failed ? NULL : whole;
}


/* Returns a copy without metadata. */
static inline VipsImage *fg_vips_without_metadata(VipsImage *image) {
    VipsImage *copy = NULL;
    if (vips_copy(image, &copy, NULL)) return NULL;
    char **fields = vips_image_get_fields(copy);
    for (char **field = fields; field && *field; field++) vips_image_remove(copy, *field);
    g_strfreev(fields);
    return copy;
}

/* Encodes; the caller frees the bytes with g_free. libvips writes Exif into every JPEG that is not stripped. */
static inline bool fg_vips_jpeg(VipsImage *image, int quality, void **bytes, size_t *count) {
    return vips_jpegsave_buffer(image, bytes, count, "Q", quality, "strip", TRUE, NULL) == 0;
}
static inline bool fg_vips_png(VipsImage *image, bool strips, void **bytes, size_t *count) {
    return vips_pngsave_buffer(image, bytes, count, "compression", 4, "strip", strips, NULL) == 0;
}
/* Compresses without loss. */
static inline bool fg_vips_tiff(VipsImage *image, void **bytes, size_t *count) {
    return vips_tiffsave_buffer(image, bytes, count, "compression", VIPS_FOREIGN_TIFF_COMPRESSION_DEFLATE, NULL) == 0;
}

/* Turns and mirrors pixels by Exif's number. */
static inline VipsImage *fg_vips_turned(VipsImage *image, int orientation) {
    static const VipsAngle angles[9] = {VIPS_ANGLE_D0, VIPS_ANGLE_D0, VIPS_ANGLE_D0, VIPS_ANGLE_D180, VIPS_ANGLE_D180,
        VIPS_ANGLE_D90, VIPS_ANGLE_D90, VIPS_ANGLE_D270, VIPS_ANGLE_D270};
    if (orientation < 1 || orientation > 8) orientation = 1;
    bool is_mirrored = orientation == 2 || orientation == 4 || orientation == 5 || orientation == 7;
    /* Most decoders deliver rows only in their order. */
    VipsImage *pixels = vips_image_copy_memory(image), *turned = NULL, *mirrored = NULL;
    if (!pixels) return NULL;
    int failed = vips_rot(pixels, &turned, angles[orientation], NULL);
    g_object_unref(pixels);
    if (failed || !is_mirrored) return failed ? NULL : turned;
    failed = vips_flip(turned, &mirrored, VIPS_DIRECTION_HORIZONTAL, NULL);
    g_object_unref(turned);
    return failed ? NULL : mirrored;
}

#endif
