extension Text {
    /// What moves the cursor, colours, hides, joins or turns text round is taken out, line breaks become blanks, and no
    /// character carries more than two marks.
    public static func clean(_ text: some StringProtocol) -> String {
        if text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return String(text) }
        var result = String.UnicodeScalarView()
        var marks = 0
        for scalar in text.unicodeScalars {
            switch scalar.properties.generalCategory {
            case .lineSeparator, .paragraphSeparator, .spaceSeparator:
                result.append(" ")
                marks = 0
            case .control:
                if ["\n", "\t", "\r"].contains(scalar) { result.append(" ") }
            case .format, .surrogate, .unassigned, .privateUse: break
            case .nonspacingMark, .enclosingMark, .spacingMark:
                marks += 1
                if marks <= 2, !result.isEmpty { result.append(scalar) }
            default:
                // Fillers are letters that nobody sees.
                if !scalar.properties.isDefaultIgnorableCodePoint { result.append(scalar) }
                marks = 0
            }
        }
        return String(result)
    }

    /// The same, without blanks at its ends; nil where nothing is left.
    public static func shown(_ text: String?) -> String? {
        guard let text else { return nil }
        let cleaned = clean(text).split(separator: " ").joined(separator: " ")
        return cleaned.isEmpty ? nil : cleaned
    }

    /// An identity: as it is, but for what nobody sees, which is replaced, and for blanks, which are made to be seen. So none
    /// looks like another that goes without, and none seems to end where it goes on.
    public static func identity(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        var marks = 0
        for scalar in text.unicodeScalars {
            switch scalar.properties.generalCategory {
            case .nonspacingMark, .enclosingMark, .spacingMark:
                marks += 1
                let isSeen = marks <= 2 && !result.isEmpty && !scalar.properties.isDefaultIgnorableCodePoint
                result.append(isSeen ? scalar : "\u{FFFD}")
                continue
            case .control, .format, .surrogate, .unassigned, .privateUse, .lineSeparator, .paragraphSeparator:
                result.append("\u{FFFD}")
            case .spaceSeparator: result.append(scalar == " " ? "␣" : "\u{FFFD}")
            default: result.append(scalar.properties.isDefaultIgnorableCodePoint ? "\u{FFFD}" : scalar)
            }
            marks = 0
        }
        return result.isEmpty ? "unknown" : String(result)
    }

    /// With plain marks in place of quotation marks, and never two of them in a row, which would look like one of these.
    public static func quotable(_ text: String) -> String {
        var result = ""
        for character in text {
            let isMark = character.unicodeScalars.first.map(isQuotationMark) ?? false
            if isMark, result.last == "'" { continue }
            result.append(isMark ? "'" : character)
        }
        return result
    }

    /// Also what only looks like one: primes, ditto marks, ornaments.
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
