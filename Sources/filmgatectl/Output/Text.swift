internal import CFilmgateTerminal

/// Texts of others made fit for a terminal, and measured for it.
enum Text {
    /// What moves the cursor, colours, hides or turns text round becomes U+FFFD, and line breaks become blanks.
    ///
    /// So do letters that fill a place unseen. The joiners that scripts and emoji need stay.
    static func plain(_ text: some StringProtocol) -> String {
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

    static func isUnfit(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.value >= 0x20 && scalar.value < 0x7F { return false }
        if scalar == "\u{200C}" || scalar == "\u{200D}" { return false }
        return switch scalar.properties.generalCategory {
        case .control, .format, .surrogate, .unassigned, .lineSeparator, .paragraphSeparator: true
        case .otherLetter: scalar.properties.isDefaultIgnorableCodePoint
        default: false
        }
    }

    /// The columns that a text takes on a terminal; what cannot be measured counts as one.
    static func width(_ text: some StringProtocol) -> Int {
        if text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return text.utf8.count }
        return text.unicodeScalars.reduce(0) { $0 + width(of: $1) }
    }

    private static func width(of scalar: Unicode.Scalar) -> Int {
        let width = Int(fg_column_width(scalar.value))
        return width < 0 ? 1 : width
    }

    /// The text in at most so many columns, its end replaced by "…" where it is longer.
    static func shortened(_ text: String, to columns: Int) -> String {
        guard width(text) > columns else { return text }
        var kept = ""
        var used = 1
        for character in text {
            used += width(String(character))
            if used > columns { break }
            kept.append(character)
        }
        return kept + "…"
    }

    /// Fills up with blanks.
    static func padded(_ text: String, to columns: Int, leading: Bool = false) -> String {
        let blanks = String(repeating: " ", count: max(0, columns - width(text)))
        return leading ? blanks + text : text + blanks
    }

    /// Breaks a paragraph at its blanks.
    static func wrapped(_ text: String, to columns: Int) -> [String] {
        var lines: [String] = []
        var line = ""
        for word in text.split(separator: " ").map(String.init) {
            if !line.isEmpty, width(line) + 1 + width(word) > columns {
                lines.append(line)
                line = ""
            }
            line += line.isEmpty ? word : " " + word
        }
        return line.isEmpty ? lines : lines + [line]
    }
}
