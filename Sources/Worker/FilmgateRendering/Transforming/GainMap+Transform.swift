import FilmgateModel
import Glibc

extension GainMap {
    /// Turns and crops the gain map like its picture. Returns a JPEG whose XMP specifies how HDR screens apply the map.
    func transformed(_ transform: ContentTransform) throws(UnreadableFileError) -> [UInt8] {
        try PictureSizeLimits.check(stored.width, stored.height, of: "gain map")
        let turn = transform.orientation(ofPixelsStoredAs: orientation)
        let map: ImageBytes
        if let source, let lossless = JPEGTurner.turned(source.content, turn, crop: transform) {
            map = lossless
        } else {
            map = try stored.transformed(turn, crop: transform)
                .encoded(as: .jpeg, color: .original, quality: PictureTransformer.quality)
        }
        defer { withExtendedLifetime(map) {} }
        return GainMap.inserted([GainMap.segment(packet)], into: Array(map.content))
    }

    /// Appends a gain map to a JPEG that may have metadata. Returns nil if the JPEG's XMP cannot be extended.
    static func appended(_ map: [UInt8], to image: ImageBytes) -> ImageBytes? {
        defer { withExtendedLifetime(image) {} }
        var picture = Array(image.content)
        if let (range, packet) = packet(of: picture) {
            // A JPEG has only one XMP packet, so the existing packet gets the list of the file's pictures.
            guard let merged = joined(packet, list(gainMapSize: map.count)) else { return nil }
            guard merged.count + JPEGSegmentParser.packetMark.count + 2 < 65_536 else { return nil }
            picture.replaceSubrange(range, with: segment(merged))
        } else {
            picture = inserted([segment(directory(gainMapSize: map.count))], into: picture)
        }
        return indexed(picture, map)
    }

    /// Returns the range of the first XMP segment before the pixels, and the packet in the segment.
    private static func packet(of jpeg: [UInt8]) -> (Range<Int>, [UInt8])? {
        var place = 2
        while place + 4 <= jpeg.count, jpeg[place] == 0xFF, jpeg[place + 1] != 0xDA {
            let end = place + 2 + (Int(jpeg[place + 2]) << 8 | Int(jpeg[place + 3]))
            guard end <= jpeg.count, end > place + 3 else { return nil }
            let content = jpeg[(place + 4)..<end]
            if jpeg[place + 1] == 0xE1, content.starts(with: JPEGSegmentParser.packetMark) {
                return (place..<end, Array(content.dropFirst(JPEGSegmentParser.packetMark.count)))
            }
            place = end
        }
        return nil
    }

    /// Adds an element at the end of the RDF in an XMP packet. Returns nil if the packet has no `</rdf:RDF>`.
    private static func joined(_ packet: [UInt8], _ element: String) -> [UInt8]? {
        let end = Array("</rdf:RDF>".utf8)
        guard packet.count >= end.count,
            let place = (0...packet.count - end.count).last(where: { packet[$0...].starts(with: end) })
        else { return nil }
        return Array(packet[..<place]) + Array(element.utf8) + packet[place...]
    }
}
