/// Converts bytes to and from lower-case hexadecimal digits, as in identifiers, hashes and file names.
public enum Hexadecimal {
    private static let digits = Array("0123456789abcdef".utf8)

    public static func text(of bytes: some Sequence<UInt8>) -> String {
        String(decoding: utf8(of: bytes), as: UTF8.self)
    }

    /// Returns the bytes of a string, or nil for anything except pairs of lower-case digits.
    public static func bytes(of text: some StringProtocol) -> [UInt8]? { bytes(of: Array(text.utf8)) }

    static func utf8(of bytes: some Sequence<UInt8>) -> [UInt8] {
        var text: [UInt8] = []
        text.reserveCapacity(bytes.underestimatedCount * 2)
        for byte in bytes {
            text.append(digits[Int(byte >> 4)])
            text.append(digits[Int(byte & 15)])
        }
        return text
    }

    static func bytes(of text: [UInt8]) -> [UInt8]? {
        guard text.count.isMultiple(of: 2) else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count / 2)
        for position in stride(from: 0, to: text.count, by: 2) {
            guard let high = value(text[position]), let low = value(text[position + 1]) else { return nil }
            bytes.append(high << 4 | low)
        }
        return bytes
    }

    /// Returns the digit of a number below 16.
    static func digit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
    }

    private static func value(_ digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
        default: nil
        }
    }
}
