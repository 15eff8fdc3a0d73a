/// A box (QuickTime: an atom) of an ISO base media file.
struct ISOBox {
    let type: String
    let start: Int
    /// The offset of its content.
    let content: Int
    let end: Int

    var range: Range<Int> { content..<end }

    /// Returns the boxes of a range. Bytes that are not a box may follow the last one.
    ///
    /// - Returns: them, and where those bytes begin.
    /// - Throws: if there are too many, or one reaches beyond the range.
    static func all(in range: Range<Int>, of file: InputFile) throws(Unreadable) -> (boxes: [ISOBox], rest: Int) {
        var (boxes, rest) = ([ISOBox](), range.lowerBound)
        var limits = AnimationLimits(of: "file")
        while rest + 8 <= range.upperBound {
            try limits.countPart()
            let header = ByteBlock(try file.bytes(rest..<min(rest + 16, range.upperBound)))
            guard let short = header.number(0, 4), !header.bytes.prefix(8).allSatisfy({ $0 == 0 }) else { break }
            var (size, head) = (short, 8)
            if short == 1 {
                guard let long = header.number(8, 8) else { throw .truncated("file") }
                (size, head) = (long, 16)
            } else if short == 0 {
                size = range.upperBound - rest
            }
            guard size >= head, size <= range.upperBound - rest else { break }
            boxes.append(ISOBox(type: header.name(4), start: rest, content: rest + head, end: rest + size))
            rest += size
        }
        return (boxes, rest)
    }

    /// Returns the first box of a type; nil if there is none.
    static func first(_ type: String, in boxes: [ISOBox]) -> ISOBox? { boxes.first { $0.type == type } }

    var isPadding: Bool { ["free", "skip", "wide"].contains(type) }
}

/// Makes a box with a short header.
func newBox(_ type: String, _ content: [UInt8]) -> [UInt8] {
    encoded(content.count + 8, 4) + Array(type.utf8) + content
}
