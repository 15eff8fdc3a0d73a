#include "CFilmgatePNG.h"

#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

#include <png.h>
#include <zlib.h>

struct reading {
    const uint8_t *next;
    size_t left;
    struct fg_png *facts;
    fg_png_text text;
    void *context;
    bool ran_out;
    bool failed;
};

static void supply(png_structp png, png_bytep target, size_t count) {
    struct reading *reading = png_get_io_ptr(png);
    if (count > reading->left) {
        reading->ran_out = true;
        png_error(png, "the file ends too early");
    }
    memcpy(target, reading->next, count);
    reading->next += count;
    reading->left -= count;
}

static void fail(png_structp png, png_const_charp message) {
    struct reading *reading = png_get_error_ptr(png);
    strncpy(reading->facts->message, message, sizeof reading->facts->message - 1);
    png_longjmp(png, 1);
}

static void keep_silent(png_structp png, png_const_charp message) {
    (void)png;
    (void)message;
}

/* Skips pixels, whose checksum libpng has checked. acTL marks an animation. Exif is read here because libpng drops it
   if it begins with a mark. */
static int see_chunk(png_structp png, png_unknown_chunkp chunk) {
    struct reading *reading = png_get_user_chunk_ptr(png);
    if (memcmp(chunk->name, "acTL", 4) == 0) reading->facts->animated = true;
    if (memcmp(chunk->name, "eXIf", 4) == 0) reading->text(reading->context, NULL, chunk->data, chunk->size);
    return 1;
}

static void hand_over(png_structp png, png_infop info, const struct reading *reading) {
    png_textp entries = NULL;
    int count = png_get_text(png, info, &entries, NULL);
    for (int i = 0; i < count; i++) {
        bool international = entries[i].compression >= PNG_ITXT_COMPRESSION_NONE;
        size_t length = international ? entries[i].itxt_length : entries[i].text_length;
        reading->text(reading->context, entries[i].key, (const uint8_t *)entries[i].text, length);
    }
}

enum fg_png_outcome fg_png_read(
    const uint8_t *bytes, size_t count, struct fg_png *facts, fg_png_text text, void *context) {
    struct reading reading = {
        .next = bytes, .left = count, .facts = facts, .text = text, .context = context};
    png_structp png = png_create_read_struct(PNG_LIBPNG_VER_STRING, &reading, fail, keep_silent);
    if (!png) return fg_png_broken;
    png_infop info = png_create_info_struct(png);
    if (!info || setjmp(png_jmpbuf(png))) {
        /* The chunks before the damage are valid. */
        if (info && !reading.failed) {
            reading.failed = true;
            facts->width = png_get_image_width(png, info);
            facts->height = png_get_image_height(png, info);
            hand_over(png, info, &reading);
        }
        png_destroy_read_struct(&png, &info, NULL);
        return reading.ran_out ? fg_png_truncated : fg_png_broken;
    }
    png_set_read_fn(png, &reading, supply);
    png_set_read_user_chunk_fn(png, &reading, see_chunk);
    png_set_keep_unknown_chunks(png, PNG_HANDLE_CHUNK_ALWAYS, (png_const_bytep) "IDAT\0eXIf", 2);
    png_set_user_limits(png, PNG_UINT_31_MAX, PNG_UINT_31_MAX);
    /* Chunks of pixels may be as large as the file. Inflated texts and profiles may not be larger either. */
    png_set_chunk_malloc_max(png, count + (1 << 20));
    png_read_info(png, info);
    facts->width = png_get_image_width(png, info);
    facts->height = png_get_image_height(png, info);
    png_read_end(png, info);
    hand_over(png, info, &reading);
    png_destroy_read_struct(&png, &info, NULL);
    return fg_png_whole;
}

uint32_t fg_png_sum(const uint8_t *bytes, size_t count) { return (uint32_t)crc32_z(0, bytes, count); }

uint8_t *fg_png_inflated(const uint8_t *bytes, size_t count, size_t most, size_t *size) {
    z_stream stream = {.next_in = (Bytef *)bytes, .avail_in = (uInt)count};
    uint8_t *data = NULL;
    size_t room = 0;
    int code = inflateInit(&stream);
    if (code != Z_OK) return NULL;
    while (code == Z_OK && room < most) {
        size_t larger = room ? room * 4 : 1 << 14;
        uint8_t *moved = realloc(data, larger < most ? larger : most);
        if (!moved) break;
        data = moved;
        room = larger < most ? larger : most;
        stream.next_out = data + stream.total_out;
        stream.avail_out = (uInt)(room - stream.total_out);
        code = inflate(&stream, Z_SYNC_FLUSH);
    }
    *size = stream.total_out;
    inflateEnd(&stream);
    if (code == Z_STREAM_END) return data;
    free(data);
    return NULL;
}

uint8_t *fg_png_deflated(const uint8_t *bytes, size_t count, size_t *size) {
    uLongf room = compressBound((uLong)count);
    uint8_t *data = malloc(room);
    if (data && compress2(data, &room, bytes, (uLong)count, Z_BEST_COMPRESSION) != Z_OK) {
        free(data);
        data = NULL;
    }
    *size = room;
    return data;
}
