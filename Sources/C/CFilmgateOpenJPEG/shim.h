/* OpenJPEG reads through callbacks, and reports errors as messages. */
#ifndef CFILMGATEOPENJPEG_SHIM_H
#define CFILMGATEOPENJPEG_SHIM_H

#include <openjpeg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

/* A file in memory, and the error in it. */
struct fg_opj_file {
    const uint8_t *bytes;
    size_t count;
    size_t position;
    /* The first error; empty if there was none. */
    char message[256];
};

static inline OPJ_SIZE_T fg_opj_next(void *buffer, OPJ_SIZE_T count, void *context) {
    struct fg_opj_file *file = context;
    size_t rest = file->count - file->position;
    if (rest == 0) return (OPJ_SIZE_T)-1;
    if (count > rest) count = rest;
    memcpy(buffer, file->bytes + file->position, count);
    file->position += count;
    return count;
}

static inline OPJ_BOOL fg_opj_seek(OPJ_OFF_T position, void *context) {
    struct fg_opj_file *file = context;
    if (position < 0 || (uint64_t)position > file->count) return OPJ_FALSE;
    file->position = (size_t)position;
    return OPJ_TRUE;
}

static inline OPJ_OFF_T fg_opj_skip(OPJ_OFF_T count, void *context) {
    struct fg_opj_file *file = context;
    if (count < 0 || (uint64_t)count > file->count - file->position) return -1;
    file->position += (size_t)count;
    return count;
}

static inline void fg_opj_note(const char *message, void *context) {
    struct fg_opj_file *file = context;
    if (!file->message[0]) snprintf(file->message, sizeof file->message, "%s", message);
}

/* Returns the number of times that the sides of all components can be halved by decoding less. */
static inline uint32_t fg_opj_levels(opj_codec_t *codec) {
    opj_codestream_info_v2_t *info = opj_get_cstr_info(codec);
    if (!info) return 0;
    uint32_t levels = UINT32_MAX;
    const opj_tccp_info_t *components = info->m_default_tile_info.tccp_info;
    for (uint32_t i = 0; components && i < info->nbcomps; i++) {
        uint32_t resolutions = components[i].numresolutions;
        if (resolutions < 1) levels = 0;
        else if (resolutions - 1 < levels) levels = resolutions - 1;
    }
    opj_destroy_cstr_info(&info);
    return levels == UINT32_MAX ? 0 : levels;
}

/* Reads the header, and sets HALVED to the number of times that the sides can be halved. DECODES: decodes the
   components, halved HALVED times. STRICT: missing data is an error. The caller calls opj_image_destroy. NULL means
   damage. */
static inline opj_image_t *fg_opj_image(
    struct fg_opj_file *file, OPJ_CODEC_FORMAT format, uint32_t *halved, bool decodes, bool strict) {
    opj_dparameters_t parameters;
    opj_set_default_decoder_parameters(&parameters);
    if (decodes) parameters.cp_reduce = *halved;
    file->position = 0;
    opj_image_t *image = NULL;
    opj_codec_t *codec = opj_create_decompress(format);
    opj_stream_t *stream = opj_stream_default_create(OPJ_TRUE);
    bool done = false;
    if (codec && stream) {
        opj_stream_set_read_function(stream, fg_opj_next);
        opj_stream_set_seek_function(stream, fg_opj_seek);
        opj_stream_set_skip_function(stream, fg_opj_skip);
        opj_stream_set_user_data(stream, file, NULL);
        opj_stream_set_user_data_length(stream, file->count);
        opj_set_error_handler(codec, fg_opj_note, file);
        done = opj_setup_decoder(codec, &parameters) && opj_decoder_set_strict_mode(codec, strict) &&
               opj_read_header(stream, codec, &image);
        if (done && decodes) done = opj_set_decode_area(codec, image, 0, 0, 0, 0) && opj_decode(codec, stream, image);
        else if (done) *halved = fg_opj_levels(codec);
    } else {
        fg_opj_note("not enough memory", file);
    }
    if (stream) opj_stream_destroy(stream);
    if (codec) opj_destroy_codec(codec);
    for (uint32_t i = 0; done && decodes && i < image->numcomps; i++) done = image->comps[i].data != NULL;
    if (!done && image) opj_image_destroy(image);
    return done ? image : NULL;
}

#endif
