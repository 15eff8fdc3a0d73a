import Testing

/// A TIFF of two pixels in a row.
struct TIFFSample: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let bytes: [UInt8]
    private let shown: [[UInt8]]

    /// - Parameters:
    ///   - planes: the samples, all of them or those of each plane.
    ///   - tags: further tags with 2-byte values.
    ///   - fractions: the coefficients of YCbCr, times 10,000.
    ///   - shown: red, green and blue, and alpha if it is not 255; or only gray.
    private init(
        _ name: String, _ photometric: Int?, samples: Int = 1, bits: Int = 8, _ planes: [[UInt8]],
        _ tags: [Int: [Int]] = [:], fractions: [Int] = [], shows shown: [[UInt8]]
    ) {
        testDescription = name
        var file = TIFFBuilder(width: 2, height: 1, samples: samples, bits: bits, photometric: photometric)
        for (tag, values) in tags { file.add(tag, 3, values) }
        if planes.count > 1 { file.add(284, 3, [2]) }
        if !fractions.isEmpty { file.add(529, 5, fractions.flatMap { [$0, 10_000] }) }
        file.addParts(planes, offsets: 273, counts: 279)
        bytes = file.bytes
        self.shown = shown.map { color in
            let opaque = color.count == 1 ? [color[0], color[0], color[0]] : color
            return opaque.count == 3 ? opaque + [255] : opaque
        }
    }

    /// Whether the pixels are nearly those of the file.
    func isShown(by pixels: [UInt8]) -> Bool {
        let expected = shown.flatMap { $0 }
        return pixels.count == expected.count && zip(pixels, expected).allSatisfy { abs(Int($0) - Int($1)) <= 3 }
    }

    // MARK: Depths

    private static let signed: [Int: [Int]] = [339: [2]]
    private static let floating: [Int: [Int]] = [339: [3]]

    /// Gray, except the last ones.
    static let depths: [TIFFSample] = [
        TIFFSample("24 bits", 1, bits: 24, [[1, 2, 128, 0, 0, 64]], shows: [[128], [64]]),
        TIFFSample("32 bits", 1, bits: 32, [[9, 9, 9, 128, 0, 0, 0, 64]], shows: [[128], [64]]),
        TIFFSample("32 bits, white as zero", 0, bits: 32, [[0, 0, 0, 0, 0, 0, 0, 200]], shows: [[255], [55]]),
        TIFFSample("40 bits", 1, bits: 40, [[0, 0, 0, 0, 128, 0, 0, 0, 0, 64]], shows: [[128], [64]]),
        TIFFSample(
            "64 bits", 1, bits: 64, [[0, 0, 0, 0, 0, 0, 0, 128, 0, 0, 0, 0, 0, 0, 0, 255]], shows: [[128], [255]]),
        TIFFSample("8 bits, signed", 1, [[0x80, 0x7F]], signed, shows: [[128], [127]]),
        TIFFSample("16 bits, signed", 1, bits: 16, [[0, 0, 0xFF, 0x7F]], signed, shows: [[128], [255]]),
        TIFFSample("32 bits, signed", 1, bits: 32, [[0, 0, 0, 0x80, 0, 0, 0, 0]], signed, shows: [[0], [128]]),
        // 0.5 and 1.5.
        TIFFSample("16 bits, floating", 1, bits: 16, [[0, 0x38, 0, 0x3E]], floating, shows: [[128], [255]]),
        TIFFSample("24 bits, floating", 1, bits: 24, [[0, 0, 0x3E, 0, 0x80, 0x3F]], floating, shows: [[128], [255]]),
        // 0.25 and -1.
        TIFFSample(
            "32 bits, floating", 1, bits: 32, [[0, 0, 0x80, 0x3E, 0, 0, 0x80, 0xBF]], floating, shows: [[64], [0]]),
        // 0.5 and no number.
        TIFFSample(
            "64 bits, floating", 1, bits: 64, [[0, 0, 0, 0, 0, 0, 0xE0, 0x3F, 0, 0, 0, 0, 0, 0, 0xF8, 0x7F]],
            floating, shows: [[128], [0]]),
        TIFFSample(
            "24 bits in colors", 2, samples: 3, bits: 24,
            [[0, 0, 10, 0, 0, 20, 0, 0, 30, 0, 0, 200, 0, 0, 150, 0, 0, 100]],
            shows: [[10, 20, 30], [200, 150, 100]]),
        TIFFSample(
            "16 bits, floating, in planes", 2, samples: 3, bits: 16,
            [[0, 0x38, 0, 0], [0, 0x3C, 0, 0x3C], [0, 0, 0, 0x34]], [339: [3, 3, 3]],
            shows: [[128, 255, 0], [0, 255, 64]]),
        TIFFSample("gray without a name", nil, [[10, 200]], shows: [[10], [200]]),
        TIFFSample(
            "colors without a name", nil, samples: 3, [[10, 20, 30, 200, 150, 100]],
            shows: [[10, 20, 30], [200, 150, 100]]),
    ]

    // MARK: Colors

    /// The meaning of the last sample.
    private static let (other, premultiplied, alpha) = ([338: [0]], [338: [1]], [338: [2]])

    static let colors: [TIFFSample] = [
        TIFFSample(
            "gray of 4 bits with alpha", 1, samples: 2, bits: 4, [[0xF8, 0x3F]], alpha,
            shows: [[255, 255, 255, 136], [51]]),
        TIFFSample(
            "gray with alpha in planes", 1, samples: 2, [[100, 200], [128, 255]], alpha,
            shows: [[100, 100, 100, 128], [200]]),
        TIFFSample(
            "gray with what is no alpha in planes", 1, samples: 3, [[100, 200], [1, 2], [3, 4]], [338: [0, 0]],
            shows: [[100], [200]]),
        TIFFSample(
            "RGB with alpha", 2, samples: 4, [[10, 20, 30, 128, 40, 50, 60, 255]], alpha,
            shows: [[10, 20, 30, 128], [40, 50, 60]]),
        TIFFSample(
            "RGB times alpha", 2, samples: 4, [[50, 25, 0, 128, 40, 50, 60, 255]], premultiplied,
            shows: [[99, 49, 0, 128], [40, 50, 60]]),
        TIFFSample(
            "RGB of 4 bits times alpha", 2, samples: 4, bits: 4, [[0x84, 0x08, 0x12, 0x3F]], premultiplied,
            shows: [[255, 127, 0, 136], [17, 34, 51]]),
        TIFFSample(
            "RGB with what is no alpha", 2, samples: 4, [[10, 20, 30, 0, 40, 50, 60, 255]], other,
            shows: [[10, 20, 30], [40, 50, 60]]),
        TIFFSample(
            "RGB with a sample without a meaning", 2, samples: 4, [[10, 20, 30, 128, 40, 50, 60, 255]],
            shows: [[10, 20, 30, 128], [40, 50, 60]]),
        TIFFSample(
            "CMYK with another ink", 5, samples: 5, [[0, 255, 255, 0, 9, 0, 0, 0, 255, 7]], other,
            shows: [[255, 0, 0], [0]]),
        TIFFSample(
            "CMYK with alpha in planes", 5, samples: 5, [[255, 0], [0, 0], [0, 0], [0, 128], [128, 255]], alpha,
            shows: [[0, 255, 255, 128], [127]]),
        TIFFSample(
            "Lab with alpha", 8, samples: 4, [[138, 81, 70, 128, 255, 0, 0, 255]], alpha,
            shows: [[255, 0, 0, 128], [255]]),
        TIFFSample("Lab of ICC", 9, samples: 3, [[138, 209, 198, 255, 128, 128]], shows: [[255, 0, 0], [255]]),
        TIFFSample(
            "a palette with alpha", 3, samples: 2, bits: 4, [[0x18, 0x2F]],
            [338: [2], 320: column(1) + column(2) + column(nil)], shows: [[255, 0, 0, 136], [0, 255, 0]]),
        TIFFSample(
            "YCbCr", 6, samples: 3, [[76, 85, 255, 255, 128, 128]], [530: [1, 1]], shows: [[254, 0, 0], [255]]),
        TIFFSample(
            "YCbCr in planes", 6, samples: 3, [[76, 255], [85, 128], [255, 128]], [530: [1, 1]],
            shows: [[254, 0, 0], [255]]),
        TIFFSample(
            "YCbCr of BT.709", 6, samples: 3, [[54, 99, 255, 255, 128, 128]], [530: [1, 1]],
            fractions: [2126, 7152, 722], shows: [[254, 0, 0], [255]]),
    ]

    /// One color of a palette. A number has the whole color.
    private static func column(_ number: Int?) -> [Int] { (0..<16).map { $0 == number ? 0xFFFF : 0 } }
}
