/* Functions in C around Exiv2, which is a C++ library. */
#ifndef CFILMGATEEXIV2_H
#define CFILMGATEEXIV2_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum fg_exiv2_outcome {
    fg_exiv2_done,
    /* Exiv2 cannot read the picture. */
    fg_exiv2_unreadable,
    /* Exiv2 cannot write metadata into pictures of this format. */
    fg_exiv2_unwritable,
    /* The result does not fit into the output buffer. */
    fg_exiv2_no_room,
    /* A value does not have the form of its tag. */
    fg_exiv2_bad_value
};

/* Makes Exiv2 load the files that it needs, and print nothing. */
void fg_exiv2_prepare(void);

struct fg_exiv2_block {
    const uint8_t *bytes;
    size_t count;
};

/* Metadata blocks of a file, or a whole file from which to read them. Each can be absent. */
struct fg_exiv2_metadata {
    struct fg_exiv2_block file, exif, xmp, iptc;
    /* Whether to leave out what can contain other pictures or values of unknown meaning (maker notes, unknown tags, long
       values), and what describes other colors than sRGB. */
    int omits_opaque;
};

/* Writes PICTURE into OUTPUT, with SOURCE's metadata instead of its own. Pixels, color profile and comment stay. Leaves
   out the metadata that describes SOURCE's pixels: orientation, size, thumbnails, appended data. */
enum fg_exiv2_outcome fg_exiv2_replace_metadata(struct fg_exiv2_block picture, const struct fg_exiv2_metadata *source, uint8_t *output,
    size_t room, size_t *written);

/* A tag's value in Exiv2's text form. */
struct fg_exiv2_value {
    /* 'Image', 'Photo' or 'GPSInfo'. */
    const char *group;
    uint16_t tag;
    /* NULL removes the tag. */
    const char *text;
};

/* Writes the block EXIF, which can be absent, into OUTPUT, and sets COUNT values in it. */
enum fg_exiv2_outcome fg_exiv2_set_exif(struct fg_exiv2_block exif, const struct fg_exiv2_value *values, size_t count, uint8_t *output,
    size_t room, size_t *written, size_t *fault);

#ifdef __cplusplus
}
#endif
#endif
