import CFilmgateVips
import FilmgateModel
import Glibc

/// The gain map of an HDR picture. In a JPEG file, the map is a second JPEG, whose XMP specifies how HDR screens apply
/// the map.
struct GainMap {
    /// The map as stored, with its orientation.
    let stored: Pixels
    /// The Exif orientation of the map and its picture.
    let orientation: UInt32
    /// An XMP packet with only the numbers that a screen needs to apply the map.
    let packet: [UInt8]
    /// The JPEG of the map; nil for other formats.
    let source: StoredMap?

    struct StoredMap {
        private let file: MappedFile
        let content: UnsafeRawBufferPointer

        init(_ content: UnsafeRawBufferPointer, in file: MappedFile) { (self.content, self.file) = (content, file) }
    }

    init(_ stored: Pixels, _ numbers: GainMapNumbers) {
        (self.stored, orientation, packet, source) = (stored, 1, numbers.packet, nil)
    }

    /// Reads the gain map of a JPEG. Returns nil if there is no gain map.
    ///
    /// - Parameter orientation: the Exif orientation of the picture and its gain map.
    init?(of file: InputFile, _ mapped: MappedFile, orientation: Int32) throws(UnreadableFileError) {
        let content = mapped.content
        for start in GainMap.laterPictures(in: content) {
            let jpeg = UnsafeRawBufferPointer(rebasing: content[start...])
            var found: [UInt8]?
            JPEGSegmentParser.headers(of: jpeg) { marker, bytes in
                guard marker == 0xE1, found == nil, bytes.starts(with: JPEGSegmentParser.packetMark) else { return }
                found = Array(bytes.dropFirst(JPEGSegmentParser.packetMark.count))
            }
            let text = String(decoding: found ?? [], as: UTF8.self)
            guard text.contains("http://ns.adobe.com/hdr-gain-map/1.0/"), text.contains("GainMapMax") else { continue }
            var plan = RedactionPlan(for: file, MetadataRemoval(Set(MetadataKind.allCases)))
            let packet = XMPRewriter.rewritten(found ?? [], &plan)
            guard !packet.isEmpty, packet.count < 60_000 else { return nil }
            let stored = try Pixels(fg_vips_open_jpeg(jpeg.baseAddress, jpeg.count, 1, VIPS_FAIL_ON_ERROR), of: mapped)
            stored.withImage { fg_vips_set_orientation($0, orientation) }
            (self.stored, self.packet) = (stored, packet)
            self.orientation = UInt32(clamping: orientation)
            source = StoredMap(jpeg, in: mapped)
            return
        }
        return nil
    }

    /// Appends the gain map to a JPEG image of the picture. Returns nil if memory is exhausted.
    ///
    /// - Parameters:
    ///   - image: the image, in the picture's own color space.
    ///   - size: the size of the image, which is also the maximum size of the gain map.
    func appended(to image: ImageBytes, size: (width: UInt32, height: UInt32)) throws(UnreadableFileError)
        -> ImageBytes?
    {
        defer { withExtendedLifetime(image) {} }
        try PictureSizeLimits.check(stored.width, stored.height, of: "gain map")
        let upright = stored.uprightSize
        let geometry = ScaledCrop(
            of: .fitting(size.width, size.height), width: upright.width, height: upright.height)
        let encoded = try stored.shown(by: geometry, color: .original).encoded(as: .jpeg, color: .original)
        defer { withExtendedLifetime(encoded) {} }
        let map = GainMap.inserted([GainMap.segment(packet)], into: Array(encoded.content))
        return GainMap.indexed(
            GainMap.inserted([GainMap.segment(GainMap.directory(gainMapSize: map.count))], into: Array(image.content)),
            map)
    }

    /// Appends a gain map to a JPEG whose XMP already lists the map. Adds the index of pictures.
    static func indexed(_ picture: [UInt8], _ map: [UInt8]) -> ImageBytes? {
        let total = picture.count + indexSize + 4
        let place = placeOfIndex(in: picture)
        // Offsets in the index are relative to the end of the index's name.
        let parts = index(pictureSize: total, mapSize: map.count, mapOffset: total - (place + 8))
        let whole = Array(picture[..<place]) + parts + picture[place...] + map
        guard let copy = malloc(whole.count) else { return nil }
        UnsafeMutableRawBufferPointer(start: copy, count: whole.count).copyBytes(from: whole)
        return ImageBytes(copy, whole.count)
    }

    /// Returns the offset for the index: after the header, the Exif block and the XMP packets.
    private static func placeOfIndex(in jpeg: [UInt8]) -> Int {
        var place = head(of: jpeg)
        while place + 4 <= jpeg.count, jpeg[place] == 0xFF, jpeg[place + 1] == 0xE1 {
            place += 2 + (Int(jpeg[place + 2]) << 8 | Int(jpeg[place + 3]))
        }
        return min(place, jpeg.count)
    }

    /// Returns the offsets after the first picture at which further pictures may begin.
    private static func laterPictures(in content: UnsafeRawBufferPointer) -> [Int] {
        // After a picture without an end, there cannot be further pictures.
        guard let base = content.baseAddress, let end = try? JPEGSegmentParser.segments(of: content, { _, _ in }) else {
            return []
        }
        var starts: [Int] = []
        var offset = end
        while starts.count < 8, offset + 3 <= content.count,
            let match = memchr(base + offset, 0xFF, content.count - offset - 2)
        {
            let place = UnsafeRawPointer(match) - base
            if content[place + 1] == 0xD8, content[place + 2] == 0xFF { starts.append(place) }
            offset = place + 1
        }
        return starts
    }

    // MARK: Writing

    /// The size of the index of pictures, including its name, in bytes.
    private static let indexSize = 86

    static func segment(_ packet: [UInt8]) -> [UInt8] {
        [0xFF, 0xE1] + encoded(2 + JPEGSegmentParser.packetMark.count + packet.count, 2) + JPEGSegmentParser.packetMark
            + packet
    }

    /// Returns the end of a JPEG's header.
    private static func head(of jpeg: [UInt8]) -> Int {
        jpeg.count > 6 && jpeg[3] == 0xE0 ? 4 + (Int(jpeg[4]) << 8 | Int(jpeg[5])) : 2
    }

    static func inserted(_ segments: [[UInt8]], into jpeg: [UInt8]) -> [UInt8] {
        let head = min(head(of: jpeg), jpeg.count)
        return Array(jpeg[..<head]) + segments.joined() + jpeg[head...]
    }

    /// Returns an XMP packet with the list of pictures in Google's format.
    static func directory(gainMapSize: Int) -> [UInt8] {
        let text = """
            <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">\
            \(list(gainMapSize: gainMapSize))</rdf:RDF></x:xmpmeta>
            """
        return Array(text.utf8)
    }

    /// Returns the list of pictures as an element of an XMP packet.
    static func list(gainMapSize: Int) -> String {
        let items = [("Primary", ""), ("GainMap", " Item:Length=\"\(gainMapSize)\"")].map { semantic, length in
            "<rdf:li rdf:parseType=\"Resource\"><Container:Item Item:Semantic=\"\(semantic)\" Item:Mime=\"image/jpeg\"\(length)/></rdf:li>"
        }
        return """
            <rdf:Description rdf:about="" xmlns:Container="http://ns.google.com/photos/1.0/container/" \
            xmlns:Item="http://ns.google.com/photos/1.0/container/item/" \
            xmlns:hdrgm="http://ns.adobe.com/hdr-gain-map/1.0/" hdrgm:Version="1.0"><Container:Directory><rdf:Seq>\
            \(items.joined())</rdf:Seq></Container:Directory></rdf:Description>
            """
    }

    /// Returns the index of pictures in the multi-picture format.
    private static func index(pictureSize: Int, mapSize: Int, mapOffset: Int) -> [UInt8] {
        var bytes = [0xFF, 0xE2] + encoded(indexSize + 2, 2) + Array("MPF\0MM\0*".utf8)
        bytes += encoded(8, 4) + encoded(3, 2)
        bytes += encoded(0xB000, 2) + encoded(7, 2) + encoded(4, 4) + Array("0100".utf8)
        bytes += encoded(0xB001, 2) + encoded(4, 2) + encoded(1, 4) + encoded(2, 4)
        bytes += encoded(0xB002, 2) + encoded(7, 2) + encoded(32, 4) + encoded(50, 4)
        bytes += encoded(0, 4)
        bytes += encoded(0x0003_0000, 4) + encoded(pictureSize, 4) + encoded(0, 4) + encoded(0, 4)
        return bytes + encoded(0, 4) + encoded(mapSize, 4) + encoded(mapOffset, 4) + encoded(0, 4)
    }
}
