import CFilmgateExif
import Glibc

/// Uses libexif to read Exif blocks.
enum ExifBlockReader {
    /// Returns the values that Filmgate uses.
    ///
    /// - Parameter bytes: the TIFF structure, with or without `Exif` and two zeros before it.
    static func fields(_ bytes: some Collection<UInt8>) -> ExifFields {
        var fields = ExifFields()
        guard let data = load(bytes) else { return fields }
        defer { exif_data_unref(data) }
        let folders = data.pointee.ifd
        let order = exif_data_get_byte_order(data)
        for content in [folders.0, folders.2] {
            forEachEntry(of: content, order) { tag, entry in
                if let known = ExifFields.Tag(rawValue: tag) {
                    fields.set(known, entry.value)
                } else {
                    fields.take(entry, tag)
                }
            }
        }
        readPosition(folders.3, order, into: &fields)
        if let note = entry(EXIF_TAG_MAKER_NOTE.rawValue, of: folders.2, order)?.value {
            fields.note = AppleMakerNote(note)
            fields.rating = fields.rating ?? FujifilmMakerNote.rating(in: note)
        }
        return fields
    }

    /// Returns all tags of the main, Exif and GPS IFDs.
    static func entries(_ bytes: some Collection<UInt8>) -> ExifEntries {
        var entries = ExifEntries()
        guard let data = load(bytes) else { return entries }
        defer { exif_data_unref(data) }
        let order = exif_data_get_byte_order(data)
        let folders = data.pointee.ifd
        for (content, isPosition) in [(folders.0, false), (folders.2, false), (folders.3, true)] {
            forEachEntry(of: content, order) { entries.add($1, Int($0), isPosition: isPosition) }
        }
        return entries
    }

    /// Returns the offset of the TIFF structure in a HEIF item or JPEG XL box; nil if there is no such structure.
    ///
    /// The first four bytes are the distance from their end to the structure. Some programs omit these bytes, or write
    /// a different distance.
    static func start(inItem bytes: [UInt8]) -> Int? {
        let block = ByteBlock(bytes)
        let stated = 4 + (block.number(0, 4) ?? 0)
        return ([stated] + Array(0...16)).first { ["II*\0", "MM\0*"].contains(block.name($0)) }
    }

    /// Returns the TIFF structure of a block, without the identifier `Exif` before it.
    static func unmarked(_ bytes: [UInt8]) -> [UInt8] {
        bytes.starts(with: JPEGSegmentParser.exifMark)
            ? Array(bytes.dropFirst(JPEGSegmentParser.exifMark.count)) : bytes
    }

    /// Parses a block. Returns nil if memory is exhausted. The caller must release the result.
    private static func load(_ bytes: some Collection<UInt8>) -> UnsafeMutablePointer<ExifData>? {
        let block = bytes.starts(with: JPEGSegmentParser.exifMark) ? Array(bytes) : JPEGSegmentParser.exifMark + bytes
        guard let data = exif_data_new() else { return nil }
        // libexif must not correct the file's values to follow the standard.
        exif_data_unset_option(data, EXIF_DATA_OPTION_FOLLOW_SPECIFICATION)
        exif_data_unset_option(data, EXIF_DATA_OPTION_IGNORE_UNKNOWN_TAGS)
        exif_data_load_data(data, block, UInt32(block.count))
        return data
    }

    private static func forEachEntry(
        of content: UnsafeMutablePointer<ExifContent>?, _ order: ExifByteOrder, _ body: (UInt16, ExifEntry) -> Void
    ) {
        guard let content, let entries = content.pointee.entries else { return }
        for index in 0..<Int(content.pointee.count) {
            guard let raw = entries[index], let entry = ExifEntry(raw.pointee, order) else { continue }
            body(UInt16(truncatingIfNeeded: raw.pointee.tag.rawValue), entry)
        }
    }

    private static func entry(
        _ tag: UInt32, of content: UnsafeMutablePointer<ExifContent>?, _ order: ExifByteOrder
    ) -> ExifEntry? {
        exif_content_get_entry(content, ExifTag(rawValue: tag)).flatMap { ExifEntry($0.pointee, order) }
    }

    private static func readPosition(
        _ content: UnsafeMutablePointer<ExifContent>?, _ order: ExifByteOrder, into fields: inout ExifFields
    ) {
        let entries = (1...4).map { entry($0, of: content, order) }
        guard let latitudeSide = entries[0]?.value, let latitude = entries[1]?.angle,
            let longitudeSide = entries[2]?.value, let longitude = entries[3]?.angle
        else { return }
        fields.setPosition(
            latitude: latitude, MetadataText.decode(latitudeSide), longitude: longitude,
            MetadataText.decode(longitudeSide))
    }
}

extension ExifEntry {
    /// Returns nil for an entry without a value.
    fileprivate init?(_ raw: _ExifEntry, _ order: ExifByteOrder) {
        guard let data = raw.data else { return nil }
        self.init(
            type: Int(raw.format.rawValue), count: Int(raw.components),
            value: Array(UnsafeBufferPointer(start: data, count: Int(raw.size))),
            isLittleEndian: order == EXIF_BYTE_ORDER_INTEL)
    }
}
