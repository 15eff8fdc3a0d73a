/// A block of bytes, from which numbers can be read in either byte order. Reads never reach outside the block.
///
/// Redaction and embedding parse containers with this type, because no library reports the offsets of metadata in a
/// file, or rewrites metadata with the same length.
struct ByteBlock {
    let bytes: [UInt8]
    let isLittleEndian: Bool

    init(_ bytes: [UInt8], isLittleEndian: Bool = false) {
        (self.bytes, self.isLittleEndian) = (bytes, isLittleEndian)
    }

    /// Returns an unsigned number of 1 to 8 bytes; nil if it is outside the block or too large for `Int`.
    func number(_ offset: Int, _ width: Int) -> Int? {
        guard offset >= 0, width <= bytes.count, offset <= bytes.count - width else { return nil }
        var value: UInt64 = 0
        for index in 0..<width {
            let byte = UInt64(bytes[isLittleEndian ? offset + width - 1 - index : offset + index])
            value = value << 8 | byte
        }
        return Int(exactly: value)
    }

    /// Returns one character for each byte; an empty string if the bytes are outside the block.
    func name(_ offset: Int, count: Int = 4) -> String {
        guard offset >= 0, count <= bytes.count, offset <= bytes.count - count else { return "" }
        return String(String.UnicodeScalarView(bytes[offset..<offset + count].map { Unicode.Scalar($0) }))
    }

    func slice(_ range: Range<Int>) -> [UInt8]? {
        range.lowerBound >= 0 && range.upperBound <= bytes.count ? Array(bytes[range]) : nil
    }
}

/// Returns the lowest `width` bytes of a number, by default in big-endian order.
func encoded(_ value: Int, _ width: Int, isLittleEndian: Bool = false) -> [UInt8] {
    let bytes = (0..<width).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
    return isLittleEndian ? bytes : bytes.reversed()
}
