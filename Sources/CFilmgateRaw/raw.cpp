#include "CFilmgateRaw.h"

#include <cstring>
#include <dlfcn.h>
#include <memory>

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
    // What is above 16 bits marks other folders than Exif's.
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
