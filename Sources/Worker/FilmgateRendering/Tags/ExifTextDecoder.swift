import CFilmgateVips

/// Decodes Exif text. The first eight bytes of the text can name its encoding.
enum ExifTextDecoder {
    private static let japaneseEncoding = "EUC-JP"

    /// Loads the table for Japanese from its file. The table stays loaded.
    static func prepare() { _ = g_iconv_open("UTF-8", japaneseEncoding) }

    /// Decodes a value. Returns nil if it is not text.
    ///
    /// - Parameter isLittleEndian: the file's byte order. Many programs write UTF-16 in the opposite byte order.
    static func decode(_ value: [UInt8], isLittleEndian: Bool) -> String? {
        let text = value.dropFirst(8)
        switch MetadataText.decode(value.prefix(8).filter { $0 != 0x20 }).uppercased() {
        case "UNICODE": return unicode(text, isLittleEndian: isLittleEndian)
        case "JIS": return japanese(text)
        case "ASCII", "": return MetadataText.decode(text)
        default: return plain(value)
        }
    }

    // MARK: UTF-16

    /// Decodes UTF-16, without the byte order mark. Swaps the bytes if the byte order mark or the characters indicate
    /// that.
    static func unicode(_ text: ArraySlice<UInt8>, isLittleEndian: Bool) -> String {
        let bytes = Array(text)
        let units = stride(from: 0, to: bytes.count - 1, by: 2)
            .map { UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1]) }
            .prefix { $0 != 0 }
        let own = isLittleEndian ? units.map(\.byteSwapped) : Array(units)
        let other = own.map(\.byteSwapped)
        let byteOrderMark: UInt16 = 0xFEFF
        let isOther = other.first == byteOrderMark || own.first != byteOrderMark && isSwapped(own, other)
        let ordered = isOther ? other : own
        return String(decoding: ordered.first == byteOrderMark ? ordered[1...] : ordered[...], as: UTF16.self)
    }

    /// Returns whether the text has the opposite byte order. The characters of text have few different high bytes.
    private static func isSwapped(_ own: [UInt16], _ other: [UInt16]) -> Bool {
        guard !own.isEmpty else { return false }
        let (high, low) = (Set(own.map { $0 >> 8 }), Set(own.map { $0 & 0xFF }))
        if high.count >= 2 * low.count { return true }
        return String(validating: own, as: UTF16.self) == nil && String(validating: other, as: UTF16.self) != nil
    }

    // MARK: Japanese

    private static func japanese(_ text: ArraySlice<UInt8>) -> String? {
        let bytes = withoutEscapes(text.prefix { $0 != 0 })
        guard !bytes.isEmpty else { return nil }
        let converted = bytes.withUnsafeBufferPointer { buffer in
            buffer.withMemoryRebound(to: CChar.self) { characters -> UnsafeMutablePointer<CChar>? in
                g_convert(characters.baseAddress, gssize(characters.count), "UTF-8", japaneseEncoding, nil, nil, nil)
            }
        }
        guard let converted else { return nil }
        defer { g_free(converted) }
        return String(cString: converted)
    }

    /// Converts ISO 2022 to EUC-JP. In ISO 2022, escape sequences specify whether characters have one or two bytes.
    private static func withoutEscapes(_ text: ArraySlice<UInt8>) -> [UInt8] {
        var (bytes, rest) = ([UInt8](), text)
        var hasTwoBytes = false
        while let byte = rest.popFirst() {
            if byte == 0x1B {
                hasTwoBytes = rest.first == UInt8(ascii: "$")
                rest = rest.dropFirst(2)
            } else {
                bytes.append(hasTwoBytes ? byte | 0x80 : byte)
            }
        }
        return bytes
    }

    // MARK: No encoding

    private static func plain(_ value: [UInt8]) -> String? {
        let text = value.prefix { $0 != 0 }
        guard text.allSatisfy({ $0 >= 0x20 || [0x09, 0x0A, 0x0D].contains($0) }),
            value[text.endIndex...].allSatisfy({ $0 == 0 || $0 == 0x20 })
        else { return nil }
        return String(validating: text, as: UTF8.self)
    }
}
