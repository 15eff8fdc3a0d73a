/// Decodes text from old programs, which did not write Unicode and did not state the character set.
enum LegacyTextDecoder {
    /// Decodes bytes that are not UTF-8: as Mac Roman if they look like Mac Roman; otherwise, as Windows-1252.
    /// Windows-1252 is Latin 1 with characters in place of some control codes.
    static func decode(_ bytes: [UInt8]) -> String {
        let table = isMacRoman(bytes) ? macRoman : windows
        let scalars = bytes.map { byte in
            byte >= 0x80 && Int(byte) - 0x80 < table.count ? table[Int(byte) - 0x80] : Unicode.Scalar(byte)
        }
        return String(String.UnicodeScalarView(scalars))
    }

    /// Returns whether a string looks like Mac Roman, in which most accented letters are 0x80 to 0x9F. In Windows-1252,
    /// most of these codes are punctuation.
    private static func isMacRoman(_ bytes: [UInt8]) -> Bool {
        // These are lowercase accented letters in Windows-1252.
        if bytes.contains(where: { $0 >= 0xE0 }) { return false }
        func isLetter(_ index: Int) -> Bool { bytes.indices.contains(index) && Unicode.Scalar(bytes[index]).isLetter }
        return bytes.indices.contains { index in
            switch bytes[index] {
            // In Windows-1252, these codes are unused or rare letters.
            case 0x81, 0x83, 0x88, 0x8A, 0x8C, 0x8D, 0x8E, 0x8F, 0x90, 0x98, 0x9A, 0x9C...0x9F: true
            // In Windows-1252, these are an apostrophe and a dash, which also occur within words.
            case 0x92, 0x97: false
            case 0x80...0x9F: isLetter(index - 1) && isLetter(index + 1)
            default: false
            }
        }
    }

    /// The characters of Mac Roman from 0x80 on.
    private static let macRoman = Array(
        ("ÄÅÇÉÑÖÜáàâäãåçéèêëíìîïñóòôöõúùûü†°¢£§•¶ß®©™´¨≠ÆØ∞±≤≥¥µ∂∑∏π∫ªºΩæø"
            + "¿¡¬√ƒ≈∆«»…\u{A0}ÀÃÕŒœ–—“”‘’÷◊ÿŸ⁄€‹›ﬁﬂ‡·‚„‰ÂÊÁËÈÍÎÏÌÓÔ\u{F8FF}ÒÚÛÙıˆ˜¯˘˙˚¸˝˛ˇ").unicodeScalars)
    private static let windows = Array("€?‚ƒ„…†‡ˆ‰Š‹Œ?Ž??‘’“”•–—˜™š›œ?žŸ".unicodeScalars)
}

extension Unicode.Scalar {
    fileprivate var isLetter: Bool { ("a"..."z").contains(self) || ("A"..."Z").contains(self) }
}
