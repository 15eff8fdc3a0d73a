/// Makes lossless JPEGs of a single color, with samples of up to 16 bits, which no program of Debian writes.
enum LosslessJPEG {
    static let side = 16

    /// - Parameter color: the sample of each component.
    static func file(of color: [Int], bits: Int) -> [UInt8] {
        let components = color.indices.map { UInt8($0 + 1) }
        // Each of the 17 lengths of a difference has a code of 5 bits, which is the length itself.
        var bytes: [UInt8] = [0xFF, 0xD8]
        bytes += segment(0xC4, [0, 0, 0, 0, 0, 17] + [UInt8](repeating: 0, count: 11) + Array(0...16))
        bytes += segment(
            0xC3,
            [UInt8(bits), 0, UInt8(side), 0, UInt8(side), UInt8(color.count)] + components.flatMap { [$0, 0x11, 0] })
        bytes += segment(0xDA, [UInt8(color.count)] + components.flatMap { [$0, 0] } + [1, 0, 0])
        // Only the first pixel differs from its prediction, which is half of the largest sample.
        var stream = ""
        for sample in color { stream += code(sample - 1 << (bits - 1)) }
        stream += String(repeating: code(0), count: (side * side - 1) * color.count)
        stream += String(repeating: "1", count: (8 - stream.count % 8) % 8)
        var rest = stream[...]
        while let byte = UInt8(rest.prefix(8), radix: 2) {
            bytes += byte == 0xFF ? [0xFF, 0] : [byte]
            rest = rest.dropFirst(8)
        }
        return bytes + [0xFF, 0xD9]
    }

    private static func segment(_ marker: UInt8, _ content: [UInt8]) -> [UInt8] {
        [0xFF, marker, UInt8((content.count + 2) >> 8), UInt8((content.count + 2) & 0xFF)] + content
    }

    /// Returns the bits of a difference: its length, and the number in this length.
    private static func code(_ difference: Int) -> String {
        let length = Int.bitWidth - difference.magnitude.leadingZeroBitCount
        let number = difference > 0 ? difference : difference + 1 << length - 1
        return digits(length, count: 5) + (length > 0 ? digits(number, count: length) : "")
    }

    private static func digits(_ number: Int, count: Int) -> String {
        let text = String(number, radix: 2)
        return String(repeating: "0", count: count - text.count) + text
    }
}
