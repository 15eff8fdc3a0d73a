#include "CFilmgateRaw.h"

#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <memory>
#include <new>

#include <libraw/libraw.h>

namespace {

struct Receiver {
    fg_raw_text text;
    void *context;
};

constexpr int ascii = 2;

void see_tag(void *data, int tag, int type, int count, unsigned, void *stream, INT64) {
    auto receiver = static_cast<Receiver *>(data);
    uint8_t bytes[256];
    // Numbers above 16 bits mark folders other than Exif's.
    if (type != ascii || tag > 0xFFFF || count <= 0 || count > int(sizeof bytes)) return;
    if (static_cast<LibRaw_abstract_datastream *>(stream)->read(bytes, 1, size_t(count)) == count)
        receiver->text(receiver->context, uint16_t(tag), bytes, size_t(count));
}

void note_error(void *data, const char *, int) { *static_cast<bool *>(data) = true; }

template <size_t size> void copy_text(char (&target)[size], const char *source) {
    strncpy(target, source, size - 1);
    target[size - 1] = 0;
}

void copy_facts(const libraw_data_t &data, fg_raw &facts) {
    facts.width = data.sizes.width;
    facts.height = data.sizes.height;
    facts.flip = data.sizes.flip;
    facts.is_dng = data.idata.dng_version != 0;
    copy_text(facts.make, data.idata.make);
    copy_text(facts.model, data.idata.model);
    copy_text(facts.description, data.other.desc);
    const auto &position = data.other.parsed_gps;
    facts.has_position = position.gpsparsed;
    for (int i = 0; i < 3; i++) {
        facts.latitude[i] = position.latitude[i];
        facts.longitude[i] = position.longitude[i];
    }
    facts.latitude_side = position.latref;
    facts.longitude_side = position.longref;
}

/* Converts LibRaw's error codes for a file whose pixels were requested. */
fg_raw_outcome outcome_of(int code) {
    switch (code) {
    case LIBRAW_SUCCESS: return fg_raw_whole;
    case LIBRAW_TOO_BIG:
    case LIBRAW_UNSUFFICIENT_MEMORY:
    case LIBRAW_MEMPOOL_OVERFLOW: return fg_raw_enormous;
    case LIBRAW_FILE_UNSUPPORTED:
    case LIBRAW_NOT_IMPLEMENTED: return fg_raw_unsupported;
    default: return fg_raw_truncated;
    }
}

void set_parameters(libraw_output_params_t &parameters, bool half, bool upright) {
    parameters.half_size = half;
    if (!upright) parameters.user_flip = 0;
    parameters.use_camera_wb = 1;
    parameters.output_color = 1; /* sRGB with its curve: */
    parameters.gamm[0] = 1 / 2.4;
    parameters.gamm[1] = 12.92;
    parameters.output_bps = 8;
    parameters.user_qual = 2; /* Patterned pixel grouping: better methods take too long for large pictures. */
    parameters.max_raw_memory_mb = 512;
}

fg_raw_outcome develop(LibRaw &raw, uint64_t pixel_limit, fg_raw_pixels &pixels) {
    int code = raw.unpack();
    if (code != LIBRAW_SUCCESS) return outcome_of(code);
    code = raw.dcraw_process();
    if (code != LIBRAW_SUCCESS) return outcome_of(code);
    int width, height, bands, bits;
    raw.get_mem_image_format(&width, &height, &bands, &bits);
    /* LibRaw reports success without a picture if there is not enough memory. */
    if (width <= 0 || height <= 0) return fg_raw_enormous;
    if ((bands != 1 && bands != 3) || bits != 8) return fg_raw_unsupported;
    if (uint64_t(width) * uint64_t(height) > pixel_limit) return fg_raw_enormous;
    void *content = malloc(size_t(width) * size_t(height) * size_t(bands));
    if (!content) return fg_raw_enormous;
    code = raw.copy_mem_image(content, width * bands, 0);
    if (code != LIBRAW_SUCCESS) {
        free(content);
        return outcome_of(code);
    }
    pixels = {width, height, bands, content};
    return fg_raw_whole;
}

}  // namespace

void fg_raw_prepare(void) {
    if (auto set = reinterpret_cast<void (*)(int)>(dlsym(RTLD_DEFAULT, "omp_set_num_threads"))) set(1);
}

enum fg_raw_outcome fg_raw_read(const uint8_t *bytes, size_t count, bool unpack, uint64_t pixel_limit,
    struct fg_raw *facts, fg_raw_text text, fg_raw_xmp xmp, void *context) {
    auto raw = std::make_unique<LibRaw>();
    Receiver receiver = {text, context};
    bool is_damaged = false;
    raw->set_exifparser_handler(see_tag, &receiver);
    raw->set_dataerror_handler(note_error, &is_damaged);
    int code = raw->open_buffer(const_cast<uint8_t *>(bytes), count);
    if (code == LIBRAW_IO_ERROR) return fg_raw_truncated;
    if (code == LIBRAW_TOO_BIG) return fg_raw_enormous;
    if (code != LIBRAW_SUCCESS) return fg_raw_unsupported;
    copy_facts(raw->imgdata, *facts);
    if (raw->imgdata.idata.xmpdata) {
        auto packet = reinterpret_cast<const uint8_t *>(raw->imgdata.idata.xmpdata);
        xmp(context, packet, raw->imgdata.idata.xmplen);
    }
    if (uint64_t(raw->imgdata.sizes.raw_width) * raw->imgdata.sizes.raw_height > pixel_limit) return fg_raw_enormous;
    if (!unpack) return fg_raw_whole;
    code = raw->unpack();
    if (code == LIBRAW_TOO_BIG) return fg_raw_enormous;
    return code == LIBRAW_SUCCESS && !is_damaged ? fg_raw_whole : fg_raw_truncated;
}

enum fg_raw_outcome fg_raw_develop(
    const uint8_t *bytes, size_t count, bool half, bool upright, uint64_t pixel_limit, struct fg_raw_pixels *pixels) {
    auto raw = std::make_unique<LibRaw>();
    bool is_damaged = false;
    raw->set_dataerror_handler(note_error, &is_damaged);
    set_parameters(raw->imgdata.params, half, upright);
    int code = raw->open_buffer(const_cast<uint8_t *>(bytes), count);
    if (code != LIBRAW_SUCCESS) return outcome_of(code);
    if (uint64_t(raw->imgdata.sizes.raw_width) * raw->imgdata.sizes.raw_height > pixel_limit) return fg_raw_enormous;
    try {
        auto outcome = develop(*raw, pixel_limit, *pixels);
        if (outcome != fg_raw_whole || !is_damaged) return outcome;
    } catch (const std::bad_alloc &) {
        return fg_raw_enormous;
    }
    free(pixels->content);
    return fg_raw_truncated;
}

enum fg_raw_outcome fg_raw_preview(const uint8_t *bytes, size_t count, void **jpeg, size_t *jpeg_count) {
    auto raw = std::make_unique<LibRaw>();
    int code = raw->open_buffer(const_cast<uint8_t *>(bytes), count);
    if (code == LIBRAW_SUCCESS) code = raw->unpack_thumb();
    if (code != LIBRAW_SUCCESS) return outcome_of(code);
    const auto &thumbnail = raw->imgdata.thumbnail;
    if (thumbnail.tformat != LIBRAW_THUMBNAIL_JPEG || !thumbnail.thumb) return fg_raw_unsupported;
    *jpeg = malloc(thumbnail.tlength);
    if (!*jpeg) return fg_raw_enormous;
    memcpy(*jpeg, thumbnail.thumb, thumbnail.tlength);
    *jpeg_count = thumbnail.tlength;
    return fg_raw_whole;
}
