import FilmgateModel

/// Embeds metadata in JPEG files. Adds a segment with Exif, then a segment with XMP, or replaces existing segments.
struct JPEGEmbedder {

    /// The maximum number of bytes in a segment, without its length field.
    private static let most = 65_533

    private let content: UnsafeRawBufferPointer
    /// The segments with XMP.
    private var packets: [Range<Int>] = []
    private var exif: [Range<Int>] = []
    /// The offset of a new XMP segment, after the segments that must come first.
    private var place = 2
    /// The offset of a new Exif segment.
    private var exifPlace = 2
    private var hasFurtherPictures = false
    private var end = 0

    /// Returns the changes that embed metadata.
    ///
    /// - Throws: if the file may contain offsets of data after the picture, or if the metadata does not fit.
    static func splices(
        _ blocks: NewMetadataBlocks, in file: InputFile, isMotionPhoto: Bool
    ) throws(UnreadableFileError) -> [FileSplice] {
        var packet = try blocks.packet()
        if let long = packet, long.count > most - JPEGSegmentParser.packetMark.count {
            packet = try blocks.packet(isShort: true)
        }
        let mapped = try file.mapped()
        defer { withExtendedLifetime(mapped) {} }
        let walk = try JPEGEmbedder(mapped.content)
        guard walk.mayMove(isMotionPhoto: isMotionPhoto) else {
            throw .invalid("Something follows its picture that may be found by its place.")
        }
        var splices: [FileSplice] = []
        if let exif = blocks.exif {
            splices += try SpliceBuilder.splices(
                try segment(JPEGSegmentParser.exifMark + exif, "Exif"), at: walk.exifPlace,
                inPlaceOf: Array(walk.exif.prefix(1))
            )
        }
        if let packet {
            splices += try SpliceBuilder.splices(
                try segment(JPEGSegmentParser.packetMark + packet, "XMP"), at: walk.place, inPlaceOf: walk.packets)
        }
        return splices
    }

    private static func segment(_ content: [UInt8], _ what: String) throws(UnreadableFileError) -> [UInt8] {
        guard content.count <= most else { throw .invalid("Its \(what) would be too long for a JPEG.") }
        return [0xFF, 0xE1] + encoded(2 + content.count, 2) + content
    }

    private init(_ content: UnsafeRawBufferPointer) throws(UnreadableFileError) {
        self.content = content
        var isFirst = true
        end = try JPEGSegmentParser.segments(of: content) { marker, range in
            let (payload, next) = (content[range].dropFirst(4), range.upperBound)
            switch marker {
            case 0xE1 where payload.starts(with: JPEGSegmentParser.packetMark):
                packets.append(range)
                isFirst = false
            case 0xE0: if isFirst { (place, exifPlace) = (next, exif.isEmpty ? next : exifPlace) }
            case 0xE1 where payload.starts(with: JPEGSegmentParser.exifMark):
                exif.append(range)
                if isFirst { place = next }
            case 0xE2 where payload.starts(with: Array("MPF\0".utf8)): hasFurtherPictures = true
            default: isFirst = false
            }
        }
    }

    /// Returns whether data after the picture may move. Readers locate a motion photo's video and Samsung's data
    /// (`SEFT`) from the end of the file, but other pictures from the beginning.
    private func mayMove(isMotionPhoto: Bool) -> Bool {
        if content[end...].allSatisfy({ $0 == 0 || $0 == 0xFF }) { return true }
        return !hasFurtherPictures && (isMotionPhoto || content.suffix(4).elementsEqual("SEFT".utf8))
    }
}

/// Builds splices: insertions into a file, and replacements of parts of a file.
enum SpliceBuilder {
    /// Sorts splices by offset. At the same offset, insertions come before replacements.
    static func sorted(_ splices: [FileSplice]) -> [FileSplice] {
        let ordered = splices.enumerated().sorted {
            ($0.element.offset, $0.element.removed > 0 ? 1 : 0, $0.offset)
                < ($1.element.offset, $1.element.removed > 0 ? 1 : 0, $1.offset)
        }
        return ordered.map(\.element)
    }

    /// - Parameters:
    ///   - place: the offset at which to insert the part if the file has no such part.
    ///   - present: the existing parts of the same kind.
    /// - Throws: if the file has several such parts. Only one of them was merged into the new packet, so the others
    ///   would be lost.
    static func splices(
        _ part: [UInt8], at place: Int, inPlaceOf present: [Range<Int>]
    ) throws(UnreadableFileError) -> [FileSplice] {
        guard present.count <= 1 else { throw .invalid("It has several metadata blocks of one kind.") }
        let place = present.first ?? place..<place
        return [FileSplice(offset: UInt64(place.lowerBound), removed: UInt64(place.count), bytes: part)]
    }
}
