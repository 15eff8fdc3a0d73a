#include "CFilmgateExiv2.h"

#include <cstring>
#include <exiv2/exiv2.hpp>
#include <exiv2/webpimage.hpp>
#include <set>
#include <string>
#include <vector>

extern "C" void fg_exiv2_prepare(void) {
    Exiv2::XmpParser::initialize();
    Exiv2::LogMsg::setLevel(Exiv2::LogMsg::mute);
    // The C library reads its list of character sets at the first conversion.
    for (auto target : {"UCS-2LE", "UCS-2BE"}) {
        std::string text = "a";
        Exiv2::convertStringCharset(text, "UTF-8", target);
        Exiv2::convertStringCharset(text, target, "UTF-8");
    }
}

namespace {

bool begins(const std::string &text, const char *beginning) { return text.rfind(beginning, 0) == 0; }

// Returns whether a tag describes the original's pixels, unless Exiv2 itself leaves the tag out.
bool describes_pixels(const Exiv2::Exifdatum &datum) {
    const std::string group = datum.groupName();
    if (begins(group, "SubImage") || begins(group, "SubThumb") || group == "Thumbnail" || begins(group, "PanasonicRaw") ||
        group == "MpfInfo")
        return true;
    if (group == "Iop") return true;
    // Pictures in maker notes.
    if (group.find("Preview") != std::string::npos || datum.tagName().find("Preview") != std::string::npos ||
        datum.tagName().find("Thumbnail") != std::string::npos)
        return true;
    // Tags of the sensor, and all tags of digital negatives.
    if (group == "Image" && ((datum.tag() >= 0x828d && datum.tag() <= 0x828f) || datum.tag() >= 0xc612)) return true;
    switch (datum.tag()) {
    // NewSubfileType to BitsPerSample, Compression, PhotometricInterpretation, Strips, SamplesPerPixel, PlanarConfiguration, Tiles,
    // SubIFDs, JPEG tables, YCbCr.
    case 0x00fe: case 0x00ff: case 0x0100: case 0x0101: case 0x0102: case 0x0103: case 0x0106: case 0x0111: case 0x0115: case 0x0116:
    case 0x0117: case 0x011c: case 0x013d: case 0x0142: case 0x0143: case 0x0144: case 0x0145: case 0x014a: case 0x015b: case 0x0200:
    case 0x0201: case 0x0202: case 0x0211: case 0x0212: case 0x0213: case 0x0214: case 0x8773: case 0x02bc: case 0x83bb: case 0x8649:
        return group == "Image";
    default: return false;
    }
}

// Returns whether a property describes the original's pixels, or pictures and videos in its file.
bool describes_pixels(const Exiv2::Xmpdatum &datum) {
    const std::string group = datum.groupName(), key = datum.key();
    if (group == "Container" || group == "GContainer" || group == "GCamera" || group == "GDepth" || group == "GImage" ||
        group == "GAudio" || group == "GPano" || group == "hdrgm" || group == "xmpNote")
        return true;
    return begins(key, "Xmp.tiff.Orientation") || begins(key, "Xmp.tiff.ImageWidth") || begins(key, "Xmp.tiff.ImageLength") ||
           begins(key, "Xmp.exif.PixelXDimension") || begins(key, "Xmp.exif.PixelYDimension") ||
           begins(key, "Xmp.xmp.Thumbnails") || begins(key, "Xmp.xapGImg") || begins(key, "Xmp.crs.");
}

// The longest value that is no picture.
constexpr long most_text = 16 << 10;

// Returns whether a tag can contain a picture or values of unknown meaning, or describes other colors than sRGB.
bool is_opaque(const Exiv2::Exifdatum &datum) {
    const std::string group = datum.groupName();
    // All other groups are parts of maker notes, of thumbnails, and of other pictures.
    if (group != "Image" && group != "Photo" && group != "GPSInfo") return true;
    if (begins(datum.tagName(), "0x") || datum.size() > most_text) return true;
    switch (datum.tag()) {
    // TransferFunction, WhitePoint, PrimaryChromaticities, ImageSourceData with Photoshop's layers, PrintImageMatching.
    case 0x012d: case 0x013e: case 0x013f: case 0x935c: case 0xc4a5: return group == "Image";
    // MakerNote, DeviceSettingDescription, Gamma; SubjectArea and SubjectLocation, which can lie outside of a crop.
    case 0x927c: case 0xa40b: case 0xa500: case 0x9214: case 0xa214: return group == "Photo";
    default: return false;
    }
}

bool is_opaque(const Exiv2::Xmpdatum &datum) {
    static const std::set<std::string> groups = {"dc", "xmp", "xmpRights", "photoshop", "iptc", "Iptc4xmpCore", "iptcExt",
        "Iptc4xmpExt", "exif", "exifEX", "tiff", "aux", "lr", "plus"};
    const std::string key = datum.key();
    return !groups.count(datum.groupName()) || datum.size() > most_text || key.find("MakerNote") != std::string::npos ||
           begins(key, "Xmp.photoshop.ICCProfile") || begins(key, "Xmp.photoshop.DocumentAncestors") ||
           // Which can describe what was cut off.
           key.find(".ImageRegion") != std::string::npos || begins(key, "Xmp.exif.Subject") ||
           begins(key, "Xmp.exif.ColorSpace") || begins(key, "Xmp.exif.NativeDigest") || begins(key, "Xmp.tiff.NativeDigest");
}

// Only the envelope and the application record have texts.
bool is_opaque(const Exiv2::Iptcdatum &datum) {
    return (datum.record() != Exiv2::IptcDataSets::envelope && datum.record() != Exiv2::IptcDataSets::application2) ||
           begins(datum.tagName(), "0x") || datum.size() > most_text;
}

struct Metadata {
    Exiv2::ExifData exif;
    Exiv2::XmpData xmp;
    Exiv2::IptcData iptc;
};

Metadata read(const struct fg_exiv2_metadata &source) {
    Metadata metadata;
    try {
        if (source.file.bytes) {
            auto file = Exiv2::ImageFactory::open(source.file.bytes, long(source.file.count));
            file->readMetadata();
            metadata.exif = file->exifData();
            metadata.xmp = file->xmpData();
            metadata.iptc = file->iptcData();
        }
    } catch (const Exiv2::Error &) {
        // Exiv2 does not read the format.
    }
    if (source.exif.bytes) Exiv2::ExifParser::decode(metadata.exif, source.exif.bytes, uint32_t(source.exif.count));
    if (source.xmp.bytes)
        Exiv2::XmpParser::decode(metadata.xmp, std::string(reinterpret_cast<const char *>(source.xmp.bytes), source.xmp.count));
    if (source.iptc.bytes) Exiv2::IptcParser::decode(metadata.iptc, source.iptc.bytes, uint32_t(source.iptc.count));
    return metadata;
}

} // namespace

extern "C" enum fg_exiv2_outcome fg_exiv2_replace_metadata(struct fg_exiv2_block picture, const struct fg_exiv2_metadata *source,
    uint8_t *output, size_t room, size_t *written) {
    try {
        // Exiv2 can write only into a TIFF file that it has read.
        std::vector<uint8_t> copy(picture.bytes, picture.bytes + picture.count);
        auto target = Exiv2::ImageFactory::open(copy.data(), long(copy.size()));
        if (!target.get() || !target->good()) return fg_exiv2_unreadable;
        switch (target->imageType()) {
        case Exiv2::ImageType::jpeg: case Exiv2::ImageType::png: case Exiv2::ImageType::webp: case Exiv2::ImageType::tiff: break;
        default: return fg_exiv2_unwritable;
        }
        for (auto kind : {Exiv2::mdExif, Exiv2::mdXmp}) {
            if (target->checkMode(kind) != Exiv2::amReadWrite && target->checkMode(kind) != Exiv2::amWrite)
                return fg_exiv2_unwritable;
        }
        target->readMetadata();
        const auto metadata = read(*source);

        const bool is_tiff = target->imageType() == Exiv2::ImageType::tiff;
        Exiv2::ExifData exif;
        for (const auto &datum : metadata.exif) {
            if (!describes_pixels(datum) && !(source->omits_opaque && is_opaque(datum))) exif.add(datum);
        }
        if (source->omits_opaque) {
            const auto space = exif.findKey(Exiv2::ExifKey("Exif.Photo.ColorSpace"));
            if (space != exif.end()) *space = uint16_t(1);
        }
        // A TIFF file's own tags describe its pixels.
        if (is_tiff) {
            for (const auto &datum : target->exifData()) {
                if (describes_pixels(datum)) exif.add(datum);
            }
        }
        if (!exif.empty()) exif["Exif.Image.Orientation"] = uint16_t(1);
        for (auto key : {"Exif.Photo.PixelXDimension", "Exif.Photo.PixelYDimension"}) {
            const auto found = exif.findKey(Exiv2::ExifKey(key));
            if (found != exif.end()) *found = uint32_t(std::strstr(key, "X") ? target->pixelWidth() : target->pixelHeight());
        }
        Exiv2::XmpData xmp;
        for (const auto &datum : metadata.xmp) {
            if (!describes_pixels(datum) && !(source->omits_opaque && is_opaque(datum))) xmp.add(datum);
        }
        // Exiv2 writes Exif into PNG in a form that few programs read, but XMP in a common form.
        if (target->imageType() == Exiv2::ImageType::png) {
            Exiv2::copyExifToXmp(exif, xmp);
            exif.clear();
        }
        target->setExifData(exif);
        target->setXmpData(xmp);
        // Without this, Exiv2 writes back the packet that it has read.
        target->clearXmpPacket();
        target->writeXmpFromPacket(false);
        const auto iptc = target->checkMode(Exiv2::mdIptc);
        if (iptc == Exiv2::amReadWrite || iptc == Exiv2::amWrite) {
            Exiv2::IptcData texts;
            for (const auto &datum : metadata.iptc) {
                if (datum.tagName().find("Preview") == std::string::npos && !(source->omits_opaque && is_opaque(datum)))
                    texts.add(datum);
            }
            target->setIptcData(texts);
        }
        target->writeMetadata();

        auto &io = target->io();
        if (io.open() != 0) return fg_exiv2_unreadable;
        const size_t size = io.size();
        if (size > room) return fg_exiv2_no_room;
        if (size_t(io.read(output, long(size))) != size) return fg_exiv2_unreadable;
        *written = size;
        return fg_exiv2_done;
    } catch (...) {
        return fg_exiv2_unreadable;
    }
}

namespace {

// Sets a value of the tag's type.
bool set(Exiv2::Exifdatum &datum, const std::string &text) {
    if (datum.setValue(text) == 0) return true;
    // Accepts a fraction as a decimal number.
    const auto type = datum.typeId();
    if (type != Exiv2::unsignedRational && type != Exiv2::signedRational) return false;
    bool is_number = false;
    const auto number = Exiv2::parseRational(text, is_number);
    return is_number && datum.setValue(std::to_string(number.first) + "/" + std::to_string(number.second)) == 0;
}

} // namespace

extern "C" enum fg_exiv2_outcome fg_exiv2_set_exif(struct fg_exiv2_block exif, const struct fg_exiv2_value *values, size_t count,
    uint8_t *output, size_t room, size_t *written, size_t *fault) {
    try {
        Exiv2::ExifData data;
        auto order = Exiv2::littleEndian;
        if (exif.bytes) {
            const auto found = Exiv2::ExifParser::decode(data, exif.bytes, uint32_t(exif.count));
            if (found == Exiv2::bigEndian) order = found;
        }
        for (size_t index = 0; index < count; index++) {
            *fault = index;
            const Exiv2::ExifKey key(values[index].tag, values[index].group);
            for (auto found = data.findKey(key); found != data.end(); found = data.findKey(key)) data.erase(found);
            if (!values[index].text) continue;
            Exiv2::Exifdatum datum(key);
            if (!set(datum, values[index].text)) return fg_exiv2_bad_value;
            data.add(datum);
        }
        Exiv2::Blob blob;
        Exiv2::ExifParser::encode(blob, order, data);
        if (blob.size() > room) return fg_exiv2_no_room;
        std::memcpy(output, blob.data(), blob.size());
        *written = blob.size();
        return fg_exiv2_done;
    } catch (...) {
        return fg_exiv2_unreadable;
    }
}
