internal import FilmgateModel

/// A tag of Exif with its value, as the file stores it.
struct ExifEntry {
    /// Exif's number of the type.
    let type: Int
    let count: Int
    let value: [UInt8]
    let isLittleEndian: Bool

    private static let mostNumbers = 16

    /// The value as XMP writes it: numbers with blanks between them, fractions as two numbers. Nil if it is of no type that can be
    /// written so.
    var text: String? {
        switch type {
        case 2: MetadataText.decode(value)
        case 1, 3, 4, 6, 8, 9, 16: numbers.map { $0.map(String.init).joined(separator: " ") }
        case 5, 10: fractions.map { $0.map { "\($0.0)/\($0.1)" }.joined(separator: " ") }
        default: nil
        }
    }

    /// Each byte as a number.
    var bytesAsNumbers: String? {
        value.isEmpty || value.count > Self.mostNumbers ? nil : value.map { String($0) }.joined(separator: " ")
    }

    /// A text that may have its encoding before it.
    var encodedText: String? { EncodedText.decode(value, isLittleEndian: isLittleEndian) }

    /// The first of its numbers. Nil if it has none, or no integers.
    var number: Int64? { numbers?.first }

    /// Nil if the numbers are too many, or not integers.
    var numbers: [Int64]? {
        let isSigned = [6, 8, 9].contains(type)
        guard let width = [1: 1, 3: 2, 4: 4, 6: 1, 8: 2, 9: 4, 13: 4, 16: 8, 18: 8][type],
            (1...Self.mostNumbers).contains(count)
        else {
            return nil
        }
        return (0..<count).reduce(into: [] as [Int64]?) { numbers, index in
            let next = number(index * width, width, isSigned: isSigned)
            if let next { numbers?.append(next) } else { numbers = nil }
        }
    }

    /// Numerators and denominators. Nil if the fractions are too many, or no fractions.
    var fractions: [(Int64, Int64)]? {
        guard type == 5 || type == 10, (1...Self.mostNumbers).contains(count) else { return nil }
        return (0..<count).reduce(into: [] as [(Int64, Int64)]?) { fractions, index in
            let top = number(index * 8, 4, isSigned: type == 10)
            let bottom = number(index * 8 + 4, 4, isSigned: type == 10)
            if let top, let bottom { fractions?.append((top, bottom)) } else { fractions = nil }
        }
    }

    /// Degrees of three fractions: degrees, minutes and seconds.
    var angle: Double? {
        guard let parts = fractions, parts.count == 3 else { return nil }
        // Writers that know no seconds leave the denominator at zero.
        let numbers = parts.map { $0.0 == 0 ? 0 : Double($0.0) / Double($0.1) }
        guard numbers.allSatisfy({ $0.isFinite }) else { return nil }
        return numbers[0] + numbers[1] / 60 + numbers[2] / 3600
    }

    private func number(_ offset: Int, _ width: Int, isSigned: Bool) -> Int64? {
        var block = ByteBlock(value)
        block.isLittleEndian = isLittleEndian
        guard let number = block.number(offset, width) else { return nil }
        let sign = Int64(1) << (Int64(width) * 8 - 1)
        return isSigned && Int64(number) >= sign ? Int64(number) - 2 * sign : Int64(number)
    }
}
