/// Texts of programs from before Unicode, which do not say in which character set they are.
enum LegacyText {
    /// Decodes bytes that are not UTF-8: as Mac Roman if they look like it; otherwise as Windows-1252, which is Latin 1 but for the control
    /// characters of the latter.
    static func decode(_ bytes: [UInt8]) -> String {
        let table = isMacRoman(bytes) ? macRoman : windows
        let scalars = bytes.map { byte in
            byte >= 0x80 && Int(byte) - 0x80 < table.count ? table[Int(byte) - 0x80] : Unicode.Scalar(byte)
        }
        return String(String.UnicodeScalarView(scalars))
    }

    /// Most letters with accents are from 0x80 to 0x9F in Mac Roman. In Windows-1252 there are signs between words, and few letters.
    private static func isMacRoman(_ bytes: [UInt8]) -> Bool {
        // The small letters with accents of Windows-1252.
        if bytes.contains(where: { $0 >= 0xE0 }) { return false }
        func isLetter(_ index: Int) -> Bool { bytes.indices.contains(index) && Unicode.Scalar(bytes[index]).isLetter }
        return bytes.indices.contains { index in
            switch bytes[index] {
            // What is no character, or a rare letter, in Windows-1252.
            case 0x81, 0x83, 0x88, 0x8A, 0x8C, 0x8D, 0x8E, 0x8F, 0x90, 0x98, 0x9A, 0x9C...0x9F: true
            // The apostrophe and the dash of Windows-1252 also stand within words.
            case 0x92, 0x97: false
            case 0x80...0x9F: isLetter(index - 1) && isLetter(index + 1)
            default: false
            }
        }
    }

    /// From 0x80 on.
    private static let macRoman = Array(
        ("ÄÅÇÉÑÖÜáàâäãåçéèêëíìîïñóòôöõúùûü†°¢£§•¶ß®©™´¨≠ÆØ∞±≤≥¥µ∂∑∏π∫ªºΩæø"
            + "¿¡¬√ƒ≈∆«»…\u{A0}ÀÃÕŒœ–—“”‘’÷◊ÿŸ⁄€‹›ﬁﬂ‡·‚„‰ÂÊÁËÈÍÎÏÌÓÔ\u{F8FF}ÒÚÛÙıˆ˜¯˘˙˚¸˝˛ˇ").unicodeScalars)
    private static let windows = Array("€?‚ƒ„…†‡ˆ‰Š‹Œ?Ž??‘’“”•–—˜™š›œ?žŸ".unicodeScalars)
}

extension Unicode.Scalar {
    fileprivate var isLetter: Bool { ("a"..."z").contains(self) || ("A"..."Z").contains(self) }
}
