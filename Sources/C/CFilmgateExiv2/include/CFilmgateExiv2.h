/* Exiv2 is a library of C++: so its use lives here, behind functions of C. */
#ifndef CFILMGATEEXIV2_H
#define CFILMGATEEXIV2_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum fg_exiv2_outcome {
    fg_exiv2_done,
    /* The bytes are no picture that Exiv2 reads. */
    fg_exiv2_unreadable,
    /* Exiv2 writes no metadata into pictures of this format. */
    fg_exiv2_unwritable,
    /* The picture does not fit into the room. */
    fg_exiv2_no_room,
    /* A value has not the form that its tag needs. */
    fg_exiv2_bad_value
};

/* Makes Exiv2 load what it needs, and print nothing. */
void fg_exiv2_prepare(void);

struct fg_exiv2_block {
    const uint8_t *bytes;
    size_t count;
};

/* Blocks of metadata as they are in a file, or a whole file to read them from; each can be absent. */
struct fg_exiv2_metadata {
    struct fg_exiv2_block file, exif, xmp, iptc;
};

/* Writes PICTURE with the metadata of SOURCE in place of its own into OUTPUT. Pixels, color profile and comment stay; what describes
   the pixels of the source (orientation, size, thumbnails, what is appended to the file) is left out. */
enum fg_exiv2_outcome fg_exiv2_replace_metadata(struct fg_exiv2_block picture, const struct fg_exiv2_metadata *source, uint8_t *output,
    size_t room, size_t *written);

/* A value of a tag, as Exiv2 writes values as texts. */
struct fg_exiv2_value {
    /* 'Image', 'Photo' or 'GPSInfo'. */
    const char *group;
    uint16_t tag;
    /* Null: the tag is taken out. */
    const char *text;
};

/* Writes the block EXIF, which can be absent, with COUNT values in place of others into OUTPUT. */
enum fg_exiv2_outcome fg_exiv2_set_exif(struct fg_exiv2_block exif, const struct fg_exiv2_value *values, size_t count, uint8_t *output,
    size_t room, size_t *written, size_t *fault);

#ifdef __cplusplus
}
#endif
#endif
