import FilmgateModel

/// Embeds metadata in JPEG: XMP in a segment after Exif, each replacing an existing one.
struct JPEGEmbedder {

    /// What a segment can hold, without its length.
    private static let most = 65_533

    private let content: UnsafeRawBufferPointer
    /// Where the segments of XMP are.
    private var packets: [Range<Int>] = []
    /// Where the segments of Exif are.
    private var exif: [Range<Int>] = []
    /// Behind the segments that must come first.
    private var place = 2
    /// The same without Exif.
    private var exifPlace = 2
    private var hasFurtherPictures = false
    /// Where the picture ends.
    private var end = 0

    /// - Throws: if something behind the picture may be found by its place.
    static func splices(
        _ blocks: NewBlocks, in file: InputFile, isMotionPhoto: Bool
    ) throws(Unreadable) -> [FileSplice] {
        var packet = try blocks.packet()
        if let long = packet, long.count > most - JPEGWalk.packetMark.count {
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
            splices += try EmbeddedPart.splices(
                try segment(JPEGWalk.exifMark + exif, "Exif"), at: walk.exifPlace, inPlaceOf: Array(walk.exif.prefix(1))
            )
        }
        if let packet {
            splices += try EmbeddedPart.splices(
                try segment(JPEGWalk.packetMark + packet, "XMP"), at: walk.place, inPlaceOf: walk.packets)
        }
        return splices
    }

    private static func segment(_ content: [UInt8], _ what: String) throws(Unreadable) -> [UInt8] {
        guard content.count <= most else { throw .invalid("Its \(what) would be too long for a JPEG.") }
        return [0xFF, 0xE1] + encoded(2 + content.count, 2) + content
    }

    private init(_ content: UnsafeRawBufferPointer) throws(Unreadable) {
        self.content = content
        var isFirst = true
        end = try JPEGWalk.segments(of: content) { marker, range in
            let (payload, next) = (content[range].dropFirst(4), range.upperBound)
            switch marker {
            case 0xE1 where payload.starts(with: JPEGWalk.packetMark):
                packets.append(range)
                isFirst = false
            case 0xE0: if isFirst { (place, exifPlace) = (next, exif.isEmpty ? next : exifPlace) }
            case 0xE1 where payload.starts(with: JPEGWalk.exifMark):
                exif.append(range)
                if isFirst { place = next }
            case 0xE2 where payload.starts(with: Array("MPF\0".utf8)): hasFurtherPictures = true
            default: isFirst = false
            }
        }
    }

    /// Whether what follows the picture is found also if it moves: the parts of motion photos are found from the end of the file.
    /// Previews of cameras and the further pictures of a multi-picture file are found from its beginning.
    private func mayMove(isMotionPhoto: Bool) -> Bool {
        if content[end...].allSatisfy({ $0 == 0 || $0 == 0xFF }) { return true }
        return !hasFurtherPictures && (isMotionPhoto || content.suffix(4).elementsEqual("SEFT".utf8))
    }
}

/// A part of a file that holds metadata.
enum EmbeddedPart {
    /// Orders splices by their places; at one place, what is put in comes before what takes the place of other bytes.
    static func sorted(_ splices: [FileSplice]) -> [FileSplice] {
        let ordered = splices.enumerated().sorted {
            ($0.element.offset, $0.element.removed > 0 ? 1 : 0, $0.offset)
                < ($1.element.offset, $1.element.removed > 0 ? 1 : 0, $1.offset)
        }
        return ordered.map(\.element)
    }

    /// - Parameters:
    ///   - place: where the part is put if there is none.
    ///   - present: those that are there.
    /// - Throws: for several: only one of them was merged with the new packet, and the others would be lost.
    static func splices(
        _ part: [UInt8], at place: Int, inPlaceOf present: [Range<Int>]
    ) throws(Unreadable) -> [FileSplice] {
        guard present.count <= 1 else { throw .invalid("It has several XMP packets.") }
        let place = present.first ?? place..<place
        return [FileSplice(offset: UInt64(place.lowerBound), removed: UInt64(place.count), bytes: part)]
    }
}
