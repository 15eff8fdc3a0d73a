/// Cleans text that other programs wrote into files and databases.
public enum FileTextCleaner {
    /// Removes control characters except line feeds and tabs, keeps at most `bytes` bytes, and trims white space.
    ///
    /// - Returns: nil if nothing is left.
    public static func clean(_ text: String?, bytes: Int) -> String? {
        guard let text else { return nil }
        var result = String.UnicodeScalarView()
        var size = 0
        for scalar in text.unicodeScalars {
            if scalar.properties.generalCategory == .control, scalar != "\n", scalar != "\t" { continue }
            size += UTF8.width(scalar)
            if size > bytes { break }
            result.append(scalar)
        }
        let isSpace = { (scalar: Unicode.Scalar) in scalar.properties.isWhitespace || scalar == "\u{FEFF}" }
        let trimmed = result.drop(while: isSpace).reversed().drop(while: isSpace).reversed()
        return trimmed.isEmpty ? nil : String(String.UnicodeScalarView(trimmed))
    }
}
