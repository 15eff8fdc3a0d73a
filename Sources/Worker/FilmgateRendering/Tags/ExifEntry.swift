/// A tag of Exif with its value as stored in the file.
struct ExifEntry {
    /// The number of the type in Exif.
    let type: Int
    let count: Int
    let value: [UInt8]
    let isLittleEndian: Bool

    private static let mostNumbers = 16

    /// The value in XMP's form: numbers separated by spaces, fractions as two numbers; nil for types that have no such
    /// form.
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

    /// The value as text. The first eight bytes can name the encoding.
    var encodedText: String? { ExifTextDecoder.decode(value, isLittleEndian: isLittleEndian) }

    /// The first number; nil if there is no number, or if it is not an integer.
    var number: Int64? { numbers?.first }

    /// All numbers; nil if there are too many, or if they are not integers.
    var numbers: [Int64]? {
        let isSigned = [6, 8, 9].contains(type)
        guard let width = [1: 1, 3: 2, 4: 4, 6: 1, 8: 2, 9: 4, 13: 4, 16: 8, 18: 8][type],
            (1...Self.mostNumbers).contains(count)
        else { return nil }
        return (0..<count).reduce(into: [] as [Int64]?) { numbers, index in
            let next = number(index * width, width, isSigned: isSigned)
            if let next { numbers?.append(next) } else { numbers = nil }
        }
    }

    /// All numerators and denominators; nil if there are too many, or if the values are not fractions.
    var fractions: [(Int64, Int64)]? {
        guard type == 5 || type == 10, (1...Self.mostNumbers).contains(count) else { return nil }
        return (0..<count).reduce(into: [] as [(Int64, Int64)]?) { fractions, index in
            let top = number(index * 8, 4, isSigned: type == 10)
            let bottom = number(index * 8 + 4, 4, isSigned: type == 10)
            if let top, let bottom { fractions?.append((top, bottom)) } else { fractions = nil }
        }
    }

    /// The first number of any type. If the value is a string, the number in the string.
    var decimal: Double? {
        switch type {
        case 2: Double(MetadataText.decode(value).filter { !$0.isWhitespace })
        case 5, 10: fractions?.first.map { Double($0.0) / Double($0.1) }
        case 11: number(0, 4, isSigned: false).map { Double(Float(bitPattern: UInt32($0))) }
        case 12: number(0, 8, isSigned: false).map { Double(bitPattern: UInt64($0)) }
        default: numbers?.first.map { Double($0) }
        }
    }

    /// The degrees, from one to three fractions (degrees, minutes and seconds) or from a string with such numbers.
    var angle: Double? {
        if type == 2 { return ExifEntry.angle(of: MetadataText.decode(value)) }
        guard let parts = fractions, parts.count <= 3, parts[0].1 != 0 else { return nil }
        // Some programs write a denominator of zero for unknown seconds.
        return ExifEntry.angle(of: parts.map { $0.0 == 0 ? 0 : Double($0.0) / Double($0.1) })
    }

    /// Returns the degrees in a string. Some programs use commas both between numbers and as decimal points:
    /// `52,00000,50,00000,34,01180`.
    private static func angle(of text: String) -> Double? {
        var parts = text.split { ", ".contains($0) }.map(String.init)
        if parts.count == 6 { parts = [0, 2, 4].map { "\(parts[$0]).\(parts[$0 + 1])" } }
        guard (1...3).contains(parts.count), parts.allSatisfy({ $0.allSatisfy { "0123456789.".contains($0) } }) else {
            return nil
        }
        let numbers = parts.compactMap { Double($0) }
        return numbers.count == parts.count ? angle(of: numbers) : nil
    }

    /// Returns degrees from up to three numbers (degrees, minutes and seconds); nil if a number is not finite.
    static func angle(of numbers: [Double]) -> Double? {
        guard numbers.allSatisfy(\.isFinite) else { return nil }
        return zip(numbers, [1.0, 60, 3600]).reduce(0) { $0 + $1.0 / $1.1 }
    }

    private func number(_ offset: Int, _ width: Int, isSigned: Bool) -> Int64? {
        let block = ByteBlock(value, isLittleEndian: isLittleEndian)
        guard let number = block.number(offset, width) else { return nil }
        let sign = Int64(1) << (Int64(width) * 8 - 1)
        return isSigned && Int64(number) >= sign ? Int64(number) - 2 * sign : Int64(number)
    }
}
