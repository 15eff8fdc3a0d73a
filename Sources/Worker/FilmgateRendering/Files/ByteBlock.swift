/// Bytes with numbers of either order, read within bounds.
///
/// No library reports the position of metadata in a file, or writes it back with the same length. So the redaction
/// walks the containers itself.
struct ByteBlock {
    let bytes: [UInt8]
    let isLittleEndian: Bool

    init(_ bytes: [UInt8], isLittleEndian: Bool = false) {
        (self.bytes, self.isLittleEndian) = (bytes, isLittleEndian)
    }

    /// An unsigned number of 1 to 8 bytes; nil if it is outside of the block, or too large for `Int`.
    func number(_ offset: Int, _ width: Int) -> Int? {
        guard offset >= 0, width <= bytes.count, offset <= bytes.count - width else { return nil }
        var value: UInt64 = 0
        for index in 0..<width {
            let byte = UInt64(bytes[isLittleEndian ? offset + width - 1 - index : offset + index])
            value = value << 8 | byte
        }
        return Int(exactly: value)
    }

    /// One character for each byte; empty if they are outside of the block.
    func name(_ offset: Int, count: Int = 4) -> String {
        guard offset >= 0, count <= bytes.count, offset <= bytes.count - count else { return "" }
        return String(String.UnicodeScalarView(bytes[offset..<offset + count].map { Unicode.Scalar($0) }))
    }

    func slice(_ range: Range<Int>) -> [UInt8]? {
        range.lowerBound >= 0 && range.upperBound <= bytes.count ? Array(bytes[range]) : nil
    }
}

/// A number in so many bytes.
func encoded(_ value: Int, _ width: Int, isLittleEndian: Bool = false) -> [UInt8] {
    let bytes = (0..<width).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
    return isLittleEndian ? bytes : bytes.reversed()
}
