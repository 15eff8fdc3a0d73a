#include "CFilmgatePNG.h"

#include <stdlib.h>
#include <string.h>

#include <zlib.h>

static const uint8_t signature[8] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n'};

static uint32_t number(const uint8_t *bytes) {
    return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
}

/* A chunk. A truncated chunk ends with the file. */
struct chunk {
    const uint8_t *type, *data;
    size_t size;
    bool whole;
};

static bool read_chunk(const uint8_t **next, const uint8_t *end, struct chunk *chunk) {
    if (end - *next < 8) return false;
    size_t size = number(*next), left = (size_t)(end - *next) - 8;
    chunk->whole = left >= 4 && size <= left - 4;
    chunk->type = *next + 4;
    chunk->data = *next + 8;
    chunk->size = size < left ? size : left;
    *next = chunk->whole ? chunk->data + size + 4 : end;
    return true;
}

/* The new file. */
struct output {
    uint8_t *bytes;
    size_t size, room;
    bool failed;
};

static void reserve(struct output *output, size_t count) {
    if (output->failed || output->room - output->size >= count) return;
    size_t room = output->size + count > 2 * output->room ? output->size + count : 2 * output->room;
    uint8_t *bytes = realloc(output->bytes, room);
    output->failed = !bytes;
    if (!bytes) return;
    output->bytes = bytes;
    output->room = room;
}

static void write_bytes(struct output *output, const void *bytes, size_t count) {
    reserve(output, count);
    if (output->failed || count == 0) return;
    memcpy(output->bytes + output->size, bytes, count);
    output->size += count;
}

static void put_number(uint8_t *target, size_t value) {
    for (int byte = 0; byte < 4; byte++) target[byte] = (uint8_t)(value >> (24 - 8 * byte));
}

static void write_number(struct output *output, size_t value) {
    uint8_t bytes[4];
    put_number(bytes, value);
    write_bytes(output, bytes, sizeof bytes);
}

/* Writes the length and the checksum of the chunk that begins at START. */
static void end_chunk(struct output *output, size_t start) {
    if (output->failed || output->size - start - 8 > INT32_MAX) {
        output->failed = true;
        return;
    }
    put_number(output->bytes + start, output->size - start - 8);
    write_number(output, fg_png_sum(output->bytes + start + 4, output->size - start - 4));
}

/* Returns whether BYTES begin a PNG whose first chunk is IHDR, of 13 bytes: width, height, depth, kind of color, two
   methods, interlacing. */
static bool has_header(const uint8_t *bytes, size_t count) {
    return count >= 33 && memcmp(bytes, signature, sizeof signature) == 0 && memcmp(bytes + 12, "IHDR", 4) == 0 &&
        number(bytes + 8) == 13;
}

/* Returns whether the picture is RGB, for which a palette is only a suggestion. */
static bool has_own_colors(const uint8_t *bytes) { return bytes[25] == 2 || bytes[25] == 6; }

bool fg_png_has_late_palette(const uint8_t *bytes, size_t count) {
    if (!has_header(bytes, count) || !has_own_colors(bytes)) return false;
    const uint8_t *next = bytes + sizeof signature;
    struct chunk chunk;
    bool is_transparent = false;
    while (read_chunk(&next, bytes + count, &chunk) && memcmp(chunk.type, "IDAT", 4) != 0) {
        if (memcmp(chunk.type, "tRNS", 4) == 0) is_transparent = true;
        if (is_transparent && memcmp(chunk.type, "PLTE", 4) == 0) return true;
    }
    return false;
}

/* Copies the chunks before the pixels, and sets NEXT to the pixels. Corrects the checksums of the chunks that all
   decoders need. Leaves out a palette that is not needed. */
static bool copy_header(const uint8_t **next, const uint8_t *end, struct output *output) {
    bool needs_palette = !has_own_colors(*next);
    write_bytes(output, signature, sizeof signature);
    *next += sizeof signature;
    while (true) {
        const uint8_t *begin = *next;
        struct chunk chunk;
        if (!read_chunk(next, end, &chunk)) return false;
        if (memcmp(chunk.type, "IDAT", 4) == 0) {
            *next = begin;
            return true;
        }
        if (!chunk.whole) return false;
        if (!needs_palette && memcmp(chunk.type, "PLTE", 4) == 0) continue;
        size_t start = output->size;
        bool is_critical = (chunk.type[0] & 0x20) == 0;
        write_bytes(output, begin, chunk.size + (is_critical ? 8 : 12));
        if (is_critical) end_chunk(output, start);
    }
}

/* The pixels that can be inflated. */
struct pixels {
    const uint8_t *next, *end;
    z_stream stream;
    /* The remaining bytes of zlib's header. */
    size_t header;
    bool ended;
};

static void feed(struct pixels *pixels) {
    struct chunk chunk;
    while (pixels->stream.avail_in == 0 && read_chunk(&pixels->next, pixels->end, &chunk)) {
        if (memcmp(chunk.type, "IDAT", 4) != 0) continue;
        size_t skipped = chunk.size < pixels->header ? chunk.size : pixels->header;
        pixels->header -= skipped;
        pixels->stream.next_in = (Bytef *)chunk.data + skipped;
        pixels->stream.avail_in = (uInt)(chunk.size - skipped);
    }
}

/* Fills a row with its available bytes, then with zeros. */
static void read_row(struct pixels *pixels, uint8_t *row, size_t size) {
    memset(row, 0, size);
    pixels->stream.next_out = row;
    pixels->stream.avail_out = (uInt)size;
    while (pixels->stream.avail_out > 0 && !pixels->ended) {
        feed(pixels);
        if (inflate(&pixels->stream, Z_SYNC_FLUSH) != Z_OK) pixels->ended = true;
    }
    /* A row begins with the number of one of five filters. */
    if (row[0] < 5) return;
    memset(row, 0, size);
    pixels->ended = true;
}

static void write_row(struct output *output, z_stream *stream, uint8_t *row, size_t size, bool is_last) {
    stream->next_in = row;
    stream->avail_in = (uInt)size;
    int code = Z_OK;
    do {
        reserve(output, 1 << 16);
        if (output->failed) return;
        stream->next_out = output->bytes + output->size;
        stream->avail_out = 1 << 16;
        code = deflate(stream, is_last ? Z_FINISH : Z_NO_FLUSH);
        output->size += (1 << 16) - stream->avail_out;
    } while (stream->avail_out == 0);
    if (is_last && code != Z_STREAM_END) output->failed = true;
}

/* Pictures that are not interlaced have one pass with all pixels. */
struct pass {
    uint32_t left, top, across, down;
};
static const struct pass passes[8] = {
    {0, 0, 1, 1}, {0, 0, 8, 8}, {4, 0, 8, 8}, {0, 4, 4, 8}, {2, 0, 4, 4}, {0, 2, 2, 4}, {1, 0, 2, 2}, {0, 1, 1, 2}};

/* HEADER is the content of IHDR. */
static void copy_pixels(struct pixels *pixels, z_stream *deflating, struct output *output, const uint8_t *header) {
    uint32_t width = number(header), height = number(header + 4);
    static const uint8_t channels[7] = {1, 0, 3, 1, 2, 0, 4};
    size_t bits = (size_t)header[8] * channels[header[9]];
    uint8_t *row = malloc(1 + (width * bits + 7) / 8);
    output->failed = output->failed || !row;
    bool is_interlaced = header[12] != 0;
    for (int index = is_interlaced ? 1 : 0; index < (is_interlaced ? 8 : 1); index++) {
        const struct pass *pass = &passes[index];
        if (width <= pass->left || height <= pass->top) continue;
        size_t columns = (width - pass->left + pass->across - 1) / pass->across;
        for (uint32_t y = pass->top; y < height && !output->failed; y += pass->down) {
            size_t size = 1 + (columns * bits + 7) / 8;
            read_row(pixels, row, size);
            write_row(output, deflating, row, size, false);
        }
    }
    if (!output->failed) write_row(output, deflating, row, 0, true);
    free(row);
}

uint8_t *fg_png_repaired(const uint8_t *bytes, size_t count, uint64_t most, size_t *size) {
    if (!has_header(bytes, count)) return NULL;
    const uint8_t *header = bytes + 16;
    uint64_t width = number(header), height = number(header + 4);
    if (width == 0 || height == 0 || width > most || height > most || width * height > most || header[8] > 16 ||
        header[9] > 6)
        return NULL;
    struct output output = {0};
    struct pixels pixels = {.next = bytes, .end = bytes + count, .header = 2};
    z_stream deflating = {0};
    output.failed = !copy_header(&pixels.next, pixels.end, &output);
    size_t start = output.size;
    write_bytes(&output, "\0\0\0\0IDAT", 8);
    /* zlib's header and checksum are not needed. */
    if (!output.failed && inflateInit2(&pixels.stream, -15) == Z_OK) {
        if (deflateInit(&deflating, Z_BEST_SPEED) == Z_OK) {
            copy_pixels(&pixels, &deflating, &output, header);
            deflateEnd(&deflating);
        } else {
            output.failed = true;
        }
        inflateEnd(&pixels.stream);
    } else {
        output.failed = true;
    }
    end_chunk(&output, start);
    start = output.size;
    write_bytes(&output, "\0\0\0\0IEND", 8);
    end_chunk(&output, start);
    *size = output.size;
    if (!output.failed) return output.bytes;
    free(output.bytes);
    return NULL;
}
