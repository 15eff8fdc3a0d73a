import CFilmgateExif
import FilmgateModel
import Glibc

/// Reads an Exif block, as JPEG, PNG, WebP and HEIF carry it, with libexif.
enum ExifBlock {
    /// - Parameter bytes: with or without `Exif` and two zeros before the TIFF structure.
    static func fields(_ bytes: some Collection<UInt8>) -> ExifFields {
        var fields = ExifFields()
        guard let data = load(bytes) else { return fields }
        defer { exif_data_unref(data) }
        let folders = data.pointee.ifd
        let order = exif_data_get_byte_order(data)
        for content in [folders.0, folders.2] { read(content, order, into: &fields) }
        readPosition(folders.3, order, into: &fields)
        if let entry = exif_content_get_entry(folders.2, EXIF_TAG_MAKER_NOTE)?.pointee, let bytes = entry.data {
            let note = Array(UnsafeBufferPointer(start: bytes, count: Int(entry.size)))
            fields.note = AppleNote(note)
            fields.rating = fields.rating ?? FujifilmNote.rating(in: note)
        }
        return fields
    }

    /// Returns all tags of the main and the Exif folder, and of the folder with the position.
    static func entries(_ bytes: some Collection<UInt8>) -> ExifEntries {
        var entries = ExifEntries()
        guard let data = load(bytes) else { return entries }
        defer { exif_data_unref(data) }
        let isLittleEndian = exif_data_get_byte_order(data) == EXIF_BYTE_ORDER_INTEL
        let folders = data.pointee.ifd
        for (content, isPosition) in [(folders.0, false), (folders.2, false), (folders.3, true)] {
            for index in 0..<Int(content?.pointee.count ?? 0) {
                guard let entry = content?.pointee.entries[index]?.pointee, let value = entry.data else { continue }
                let bytes = Array(UnsafeBufferPointer(start: value, count: Int(entry.size)))
                entries.add(
                    ExifEntry(
                        type: Int(entry.format.rawValue), count: Int(entry.components), value: bytes,
                        isLittleEndian: isLittleEndian),
                    Int(entry.tag.rawValue), isPosition: isPosition)
            }
        }
        return entries
    }

    /// Where the TIFF structure begins in an item of HEIF or a box of JPEG XL; nil if it has none.
    ///
    /// The first four bytes are its distance behind them. Some programs leave them out, or count in a different way.
    static func start(inItem bytes: [UInt8]) -> Int? {
        let block = ByteBlock(bytes)
        let told = 4 + (block.number(0, 4) ?? 0)
        return ([told] + Array(0...16)).first { ["II*\0", "MM\0*"].contains(block.name($0)) }
    }

    /// Returns nil without memory. What is returned must be released.
    private static func load(_ bytes: some Collection<UInt8>) -> UnsafeMutablePointer<ExifData>? {
        let prefix = Array("Exif\0\0".utf8)
        let block = bytes.starts(with: prefix) ? Array(bytes) : prefix + bytes
        guard let data = exif_data_new() else { return nil }
        // libexif must not repair what is written.
        exif_data_unset_option(data, EXIF_DATA_OPTION_FOLLOW_SPECIFICATION)
        exif_data_unset_option(data, EXIF_DATA_OPTION_IGNORE_UNKNOWN_TAGS)
        exif_data_load_data(data, block, UInt32(block.count))
        return data
    }

    private static func read(
        _ content: UnsafeMutablePointer<ExifContent>?, _ order: ExifByteOrder, into fields: inout ExifFields
    ) {
        guard let content, let entries = content.pointee.entries else { return }
        for index in 0..<Int(content.pointee.count) {
            guard let entry = entries[index]?.pointee, let data = entry.data else { continue }
            let tag = UInt16(truncatingIfNeeded: entry.tag.rawValue)
            if let known = ExifFields.Tag(rawValue: tag) {
                fields.set(known, Array(UnsafeBufferPointer(start: data, count: Int(entry.size))))
            } else {
                let bytes = Array(UnsafeBufferPointer(start: data, count: Int(entry.size)))
                fields.take(
                    ExifEntry(
                        type: Int(entry.format.rawValue), count: Int(entry.components), value: bytes,
                        isLittleEndian: order == EXIF_BYTE_ORDER_INTEL), tag)
            }
        }
    }

    private static func readPosition(
        _ content: UnsafeMutablePointer<ExifContent>?, _ order: ExifByteOrder, into fields: inout ExifFields
    ) {
        guard let content,
            let latitudeSide = side(content, 1), let latitude = angle(content, 2, order),
            let longitudeSide = side(content, 3), let longitude = angle(content, 4, order)
        else { return }
        fields.setPosition(latitude: latitude, latitudeSide, longitude: longitude, longitudeSide)
    }

    private static func side(_ content: UnsafeMutablePointer<ExifContent>, _ tag: UInt32) -> String? {
        guard let entry = exif_content_get_entry(content, ExifTag(rawValue: tag))?.pointee, let data = entry.data else {
            return nil
        }
        return MetadataText.decode(UnsafeBufferPointer(start: data, count: Int(entry.size)))
    }

    private static func angle(
        _ content: UnsafeMutablePointer<ExifContent>, _ tag: UInt32, _ order: ExifByteOrder
    ) -> Double? {
        guard let entry = exif_content_get_entry(content, ExifTag(rawValue: tag))?.pointee, let data = entry.data else {
            return nil
        }
        let bytes = Array(UnsafeBufferPointer(start: data, count: Int(entry.size)))
        return ExifEntry(
            type: Int(entry.format.rawValue), count: Int(entry.components), value: bytes,
            isLittleEndian: order == EXIF_BYTE_ORDER_INTEL
        ).angle
    }
}
