/* Functions in C around LibRaw, whose values are read through its C++ streams. */
#ifndef CFILMGATERAW_H
#define CFILMGATERAW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum fg_raw_outcome { fg_raw_whole, fg_raw_truncated, fg_raw_enormous, fg_raw_unsupported };

struct fg_raw {
    uint32_t width, height;
    /* dcraw's orientation: 0, 3 (half a turn), 5 (counter-clockwise), 6 (clockwise). */
    int flip;
    bool is_dng;
    char make[64], model[64], description[512];
    bool has_position;
    /* Degrees, minutes, seconds. */
    double latitude[3], longitude[3];
    char latitude_side, longitude_side;
};

/* Called with one text of the Exif folder. */
typedef void (*fg_raw_text)(void *context, uint16_t tag, const uint8_t *bytes, size_t count);
typedef void (*fg_raw_xmp)(void *context, const uint8_t *bytes, size_t count);

/* Stops OpenMP, which LibRaw uses, from starting threads. */
void fg_raw_prepare(void);

/* Reads the metadata. With UNPACK, also reads all stored pixels, to check that the file is complete. */
enum fg_raw_outcome fg_raw_read(const uint8_t *bytes, size_t count, bool unpack, uint64_t pixel_limit,
    struct fg_raw *facts, fg_raw_text text, fg_raw_xmp xmp, void *context);

/* Rows without gaps, with one or three bands of 8 bits. The caller calls free(). */
struct fg_raw_pixels {
    int32_t width, height, bands;
    void *content;
};

/* Develops the picture with the camera's white balance, in sRGB. HALF: half the width and height, which is much faster.
   UPRIGHT: rotated by the file's orientation, instead of as stored. */
enum fg_raw_outcome fg_raw_develop(const uint8_t *bytes, size_t count, bool half, bool upright, uint64_t pixel_limit,
    struct fg_raw_pixels *pixels);

/* Copies the largest picture that the camera stored with the sensor data, if it is a JPEG. The caller calls free(). */
enum fg_raw_outcome fg_raw_preview(const uint8_t *bytes, size_t count, void **jpeg, size_t *jpeg_count);

#ifdef __cplusplus
}
#endif
#endif
