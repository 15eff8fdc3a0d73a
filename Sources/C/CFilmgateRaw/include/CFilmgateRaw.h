/* LibRaw's values are read through its C++ streams: so its use lives here, behind functions of C. */
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
    /* Quarters of a turn as dcraw counts them: 0, 3 (half a turn), 5 (counter-clockwise), 6 (clockwise). */
    int flip;
    bool is_dng;
    char make[64], model[64], description[512];
    bool has_position;
    /* Degrees, minutes, seconds. */
    double latitude[3], longitude[3];
    char latitude_side, longitude_side;
};

/* One text of the Exif folder. */
typedef void (*fg_raw_text)(void *context, uint16_t tag, const uint8_t *bytes, size_t count);
typedef void (*fg_raw_xmp)(void *context, const uint8_t *bytes, size_t count);

/* Makes OpenMP, which LibRaw uses, start no threads. */
void fg_raw_prepare(void);

/* Reads the metadata; with UNPACK also all pixels, as they are stored, to see that they are there. */
enum fg_raw_outcome fg_raw_read(const uint8_t *bytes, size_t count, bool unpack, uint64_t pixel_limit,
    struct fg_raw *facts, fg_raw_text text, fg_raw_xmp xmp, void *context);

/* Rows without gaps; one or three bands of 8 bits. To be freed by free(). */
struct fg_raw_pixels {
    int32_t width, height, bands;
    void *content;
};

/* Develops the picture: the camera's white balance, sRGB. HALF: with half the width and height, which is much faster. UPRIGHT: turned as
   the file says; otherwise as it is stored. */
enum fg_raw_outcome fg_raw_develop(const uint8_t *bytes, size_t count, bool half, bool upright, uint64_t pixel_limit,
    struct fg_raw_pixels *pixels);

/* Copies the largest picture that the camera stored beside the sensor data, if that is a JPEG. To be freed by free(). */
enum fg_raw_outcome fg_raw_preview(const uint8_t *bytes, size_t count, void **jpeg, size_t *jpeg_count);

#ifdef __cplusplus
}
#endif
#endif
