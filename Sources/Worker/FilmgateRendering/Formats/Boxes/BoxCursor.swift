extension ISOBox {
    /// Returns at most `most` boxes in a range of a file in memory, up to the first bytes that are not a complete box.
    static func all(in range: Range<Int>, of content: UnsafeRawBufferPointer) -> [ISOBox] {
        var boxes: [ISOBox] = []
        var offset = range.lowerBound
        while range.upperBound - offset >= 8, boxes.count < most {
            let header = ByteBlock(Array(content[offset..<min(offset + 16, range.upperBound)]))
            guard let box = ISOBox(header, at: offset, upTo: range.upperBound) else { break }
            boxes.append(box)
            offset = box.end
        }
        return boxes
    }

    /// The maximum number of boxes. A file with a thousand tiles has about a thousand boxes.
    private static let most = 20_000

    /// The maximum length of a table that is read, in bytes. A file with 20,000 tiles has a shorter table.
    static let mostTableBytes = 4 << 20
}

/// A cursor that reads the big-endian fields of a box in order. Reads beyond the end of the range return nil.
struct BoxCursor<Bytes: RandomAccessCollection> where Bytes.Element == UInt8, Bytes.Index == Int {
    private let content: Bytes
    private(set) var offset: Int
    private let end: Int

    /// - Parameter range: the range of the box's content.
    init(_ content: Bytes, _ range: Range<Int>) {
        (self.content, offset, end) = (content, range.lowerBound, range.upperBound)
    }

    var rest: Range<Int> { offset..<end }

    /// Reads an unsigned number of 0 to 8 bytes; nil if the range is too short, or the number too large for `Int`.
    mutating func number(_ width: Int) -> Int? {
        guard (0...8).contains(width), width <= end - offset else { return nil }
        var value: UInt64 = 0
        for index in offset..<offset + width { value = value << 8 | UInt64(content[index]) }
        offset += width
        return Int(exactly: value)
    }

    /// Reads `count` unsigned numbers of `width` bytes each; nil if the range is too short.
    mutating func numbers(_ count: Int, _ width: Int) -> [Int]? {
        guard width > 0, count <= (end - offset) / width else { return nil }
        return (0..<count).compactMap { _ in number(width) }
    }

    /// Reads four letters, such as the type of a box.
    mutating func name() -> String? {
        guard end - offset >= 4 else { return nil }
        let scalars = content[offset..<offset + 4].map { Unicode.Scalar($0) }
        offset += 4
        return String(String.UnicodeScalarView(scalars))
    }

    /// Reads a string that ends with a zero byte or at the end of the box.
    mutating func text() -> String {
        let bytes = content[offset..<end].prefix { $0 != 0 }
        offset = min(end, bytes.endIndex + 1)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Reads the version and the flags with which most boxes begin.
    mutating func versionAndFlags() -> (version: Int, flags: Int)? {
        guard let version = number(1), let flags = number(3) else { return nil }
        return (version, flags)
    }
}
