import FilmgateModel

/// Embeds XMP and the orientation in MP4 and QuickTime files. Adds a box with XMP at the end, or replaces an existing
/// box. Does not move samples, because their offsets in the tables would become wrong.
struct MovieEmbedder {
    private let boxes: [ISOBox]
    private let file: InputFile
    /// The end of the last box.
    private let end: Int

    static func splices(_ packet: [UInt8], in file: InputFile) throws(UnreadableFileError) -> [FileSplice] {
        try MovieEmbedder(file).splices(packet)
    }

    private init(_ file: InputFile) throws(UnreadableFileError) {
        self.file = file
        (boxes, end) = try ISOBox.all(in: 0..<Int(file.size), of: file)
    }

    private func splices(_ packet: [UInt8]) throws(UnreadableFileError) -> [FileSplice] {
        var present: [(box: ISOBox, packet: Range<Int>)] = []
        for found in boxes where found.type == "uuid" && found.range.count >= 16 {
            let start = found.content + 16
            if try file.bytes(found.content..<start) == XMPPacket.boxIdentifier {
                present.append((found, start..<found.end))
            }
        }
        for found in try userData() where found.type == "XMP_" { present.append((found, found.range)) }
        guard present.count <= 1 else { throw .invalid("It has several metadata blocks of one kind.") }
        guard let (old, range) = present.first else { return [try addition(packet)] }
        // A shorter packet is padded with spaces to the length of the old one.
        if packet.count <= range.count {
            let blanks = [UInt8](repeating: 0x20, count: range.count - packet.count)
            return [FileSplice(offset: UInt64(range.lowerBound), removed: UInt64(range.count), bytes: packet + blanks)]
        }
        guard old.type == "uuid" else { throw .invalid("Its own XMP has no room for more.") }
        if boxes.allSatisfy({ $0.start <= old.start || $0.isPadding || $0.type == "mfra" }) {
            return [
                FileSplice(
                    offset: UInt64(old.start), removed: UInt64(old.end - old.start),
                    bytes: newBox("uuid", XMPPacket.boxIdentifier + packet))
            ]
        }
        return [
            FileSplice(offset: UInt64(old.start + 4), removed: 4, bytes: Array("free".utf8)),
            FileSplice(
                offset: UInt64(old.content), removed: UInt64(old.range.count),
                bytes: [UInt8](repeating: 0, count: old.range.count)),
            try addition(packet),
        ]
    }

    /// Returns the changes that set the display matrices of the tracks with pictures to an Exif orientation.
    static func splices(turnedTo orientation: UInt32, in file: InputFile) throws(UnreadableFileError) -> [FileSplice] {
        let movie = try MovieEmbedder(file)
        var splices: [FileSplice] = []
        for track in try movie.tracks() {
            let header = ByteBlock(try file.bytes(track.range))
            let place = header.number(0, 1) == 0 ? 40 : 52
            // The width and the height are fixed-point numbers with 16 fractional bits.
            guard let width = header.number(place + 36, 4), let height = header.number(place + 40, 4) else {
                throw .truncated("video")
            }
            let matrix = displayMatrix(orientation, width: width, height: height).flatMap { encoded(Int($0), 4) }
            splices.append(
                FileSplice(offset: UInt64(track.content + place), removed: UInt64(matrix.count), bytes: matrix))
        }
        guard !splices.isEmpty else { throw .invalid("The video has no pictures that can be turned.") }
        return splices
    }

    /// Returns the headers of the tracks with pictures.
    private func tracks() throws(UnreadableFileError) -> [ISOBox] {
        var headers: [ISOBox] = []
        for movie in boxes where movie.type == "moov" {
            for track in try ISOBox.all(in: movie.range, of: file).boxes where track.type == "trak" {
                let parts = try ISOBox.all(in: track.range, of: file).boxes
                guard let header = ISOBox.first("tkhd", in: parts), let media = ISOBox.first("mdia", in: parts),
                    let handler = ISOBox.first("hdlr", in: try ISOBox.all(in: media.range, of: file).boxes)
                else { continue }
                let kind = ByteBlock(try file.bytes(handler.content..<min(handler.content + 12, handler.end)))
                if kind.name(8) == "vide" { headers.append(header) }
            }
        }
        return headers
    }

    private func userData() throws(UnreadableFileError) -> [ISOBox] {
        var found: [ISOBox] = []
        for movie in boxes where movie.type == "moov" {
            for data in try ISOBox.all(in: movie.range, of: file).boxes where data.type == "udta" {
                found += try ISOBox.all(in: data.range, of: file).boxes
            }
        }
        return found
    }

    /// Returns the change that adds a box at the end, but before an index of fragments (`mfra`), which readers locate
    /// from the end.
    private func addition(_ packet: [UInt8]) throws(UnreadableFileError) -> FileSplice {
        guard let last = boxes.last, boxes.contains(where: { $0.type == "moov" }) else {
            throw .invalid("The video is damaged.")
        }
        guard try file.bytes(last.start..<last.start + 4) != [0, 0, 0, 0] else {
            throw .invalid("Its last part has no end, behind which XMP could be.")
        }
        return FileSplice(
            offset: UInt64(last.type == "mfra" ? last.start : end),
            bytes: newBox("uuid", XMPPacket.boxIdentifier + packet))
    }
}
