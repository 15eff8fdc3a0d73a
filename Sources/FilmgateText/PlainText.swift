extension Text {
    /// What moves the cursor, colours, hides or turns text round becomes U+FFFD, and line breaks become blanks.
    ///
    /// So do letters that fill a place unseen. The joiners that scripts and emoji need stay.
    public static func plain(_ text: some StringProtocol) -> String {
        guard text.unicodeScalars.contains(where: isUnfit) else { return String(text) }
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\n", "\t", "\r", "\u{2028}", "\u{2029}": result.append(" ")
            default: result.append(isUnfit(scalar) ? "\u{FFFD}" : scalar)
            }
        }
        return String(result)
    }

    public static func isUnfit(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.value >= 0x20 && scalar.value < 0x7F { return false }
        if scalar == "\u{200C}" || scalar == "\u{200D}" { return false }
        return switch scalar.properties.generalCategory {
        case .control, .format, .surrogate, .unassigned, .lineSeparator, .paragraphSeparator: true
        case .otherLetter: scalar.properties.isDefaultIgnorableCodePoint
        default: false
        }
    }
}
