/// A box (QuickTime: an atom) of an ISO base media file.
struct ISOBox {
    let type: String
    let start: Int
    /// The offset of the box's content.
    let content: Int
    let end: Int

    var range: Range<Int> { content..<end }

    /// Returns the boxes in a range, up to the first bytes that are not a complete box.
    ///
    /// - Returns: the boxes, and the offset after the last box.
    /// - Throws: if there are too many boxes, or if the header of a box is cut off.
    static func all(in range: Range<Int>, of file: InputFile) throws(UnreadableFileError) -> (
        boxes: [ISOBox], rest: Int
    ) {
        var (boxes, rest) = ([ISOBox](), range.lowerBound)
        var limits = AnimationLimits(of: "file")
        while rest + 8 <= range.upperBound {
            try limits.countPart()
            let header = ByteBlock(try file.bytes(rest..<min(rest + 16, range.upperBound)))
            if header.number(0, 4) == 1, header.number(8, 8) == nil { throw .truncated("file") }
            guard header.number(0, 8) != 0, let box = ISOBox(header, at: rest, upTo: range.upperBound) else { break }
            boxes.append(box)
            rest = box.end
        }
        return (boxes, rest)
    }

    static func first(_ type: String, in boxes: [ISOBox]) -> ISOBox? { boxes.first { $0.type == type } }

    var isPadding: Bool { ["free", "skip", "wide"].contains(type) }
}

extension ISOBox {
    /// Parses the header of a box. Returns nil if the box reaches beyond `end`.
    ///
    /// - Parameter header: the bytes from `start` on, at most 16.
    init?(_ header: ByteBlock, at start: Int, upTo end: Int) {
        guard let short = header.number(0, 4) else { return nil }
        let (size, head) = short == 1 ? (header.number(8, 8) ?? 0, 16) : (short == 0 ? end - start : short, 8)
        guard size >= head, size <= end - start else { return nil }
        self.init(type: header.name(4), start: start, content: start + head, end: start + size)
    }
}

/// Returns the bytes of a box with a short header.
func newBox(_ type: String, _ content: [UInt8]) -> [UInt8] {
    encoded(content.count + 8, 4) + Array(type.utf8) + content
}
