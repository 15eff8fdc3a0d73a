import FilmgateModel

/// Makes text from other programs safe for a terminal. Each function has its own purpose:
///
/// | function | for | characters that cannot be shown |
/// | --- | --- | --- |
/// | `printable` | sentences and single values | become U+FFFD |
/// | `singleLine` | names and text that an app or a file chose | are removed |
/// | `visibleIdentity` | identities, which distinguish apps | become U+FFFD; blanks become visible |
/// | `withoutQuotationMarks` | text inside quotation marks | stay unchanged |
///
/// `FilmgateModel` has functions for messages on the bus, which do not consider terminals.
extension Text {
    /// Replaces with U+FFFD the characters that move the cursor, set colors, hide text or change its direction. Line
    /// breaks and tabs become blanks.
    public static func printable(_ text: some StringProtocol) -> String {
        guard text.unicodeScalars.contains(where: \.isUnprintable) else { return String(text) }
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\n", "\t", "\r", "\u{2028}", "\u{2029}": result.append(" ")
            default: result.append(scalar.isUnprintable ? "\u{FFFD}" : scalar)
            }
        }
        return String(result)
    }

    /// Puts a string on one line. Removes invisible characters, turns line breaks and runs of blanks into one blank,
    /// and leaves at most two combining marks on a character.
    ///
    /// - Returns: nil if nothing is left.
    public static func singleLine(_ text: String?) -> String? {
        guard let text else { return nil }
        let words = seen(of: text).split(separator: " ").joined(separator: " ")
        return words.isEmpty ? nil : words
    }

    private static func seen(of text: String) -> String {
        if text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return text }
        var result = String.UnicodeScalarView()
        var marks = 0
        for scalar in text.unicodeScalars {
            switch scalar.properties.generalCategory {
            case .lineSeparator, .paragraphSeparator, .spaceSeparator:
                result.append(" ")
                marks = 0
            case .control: if ["\n", "\t", "\r"].contains(scalar) { result.append(" ") }
            case .nonspacingMark, .enclosingMark, .spacingMark:
                marks += 1
                if marks <= 2, !result.isEmpty { result.append(scalar) }
            case .format, .surrogate, .unassigned, .privateUse: break
            default:
                if !scalar.properties.isHidden { result.append(scalar) }
                marks = 0
            }
        }
        return String(result)
    }

    /// Makes everything in an identity visible: invisible characters become U+FFFD, and blanks become "␣". So an
    /// identity never seems to end early, or to equal one without invisible characters.
    public static func visibleIdentity(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        var marks = 0
        for scalar in text.unicodeScalars {
            let isHidden = scalar.properties.isHidden
            switch scalar.properties.generalCategory {
            case .nonspacingMark, .enclosingMark, .spacingMark:
                marks += 1
                result.append(marks <= 2 && !result.isEmpty && !isHidden ? scalar : "\u{FFFD}")
                continue
            case .spaceSeparator: result.append(scalar == " " ? "␣" : "\u{FFFD}")
            default: result.append(isHidden ? "\u{FFFD}" : scalar)
            }
            marks = 0
        }
        return result.isEmpty ? "unknown" : String(result)
    }

    /// Replaces each run of quotation marks with one apostrophe. Two apostrophes would look like a quotation mark.
    public static func withoutQuotationMarks(_ text: String) -> String {
        var result = ""
        for character in text {
            let isMark = character.unicodeScalars.first.map(isQuotationMark) ?? false
            if isMark, result.last == "'" { continue }
            result.append(isMark ? "'" : character)
        }
        return result
    }

    /// Returns whether a character is a quotation mark or looks like one: a prime, a ditto mark or an ornament.
    private static func isQuotationMark(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.properties.isQuotationMark { return true }
        return switch scalar.value {
        case 0x60, 0xB4, 0x2B9...0x2BD, 0x2CA, 0x2CB, 0x2DD, 0x2EE, 0x2F4...0x2F6, 0x5F3, 0x5F4, 0x2032...0x2037,
            0x2057,
            0x275B...0x275E, 0x2760, 0x3003, 0x1F676...0x1F678:
            true
        default: false
        }
    }
}
