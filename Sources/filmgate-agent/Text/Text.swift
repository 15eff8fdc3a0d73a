internal import CFilmgateTerminal

/// Texts of others made fit for a terminal, and measured for it.
enum Text {
    /// What moves the cursor, colours, hides, joins or turns text round is taken out, line breaks become blanks, and no
    /// character carries more than two marks.
    static func clean(_ text: some StringProtocol) -> String {
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
    static func shown(_ text: String?) -> String? {
        guard let text else { return nil }
        let cleaned = clean(text).split(separator: " ").joined(separator: " ")
        return cleaned.isEmpty ? nil : cleaned
    }

    /// An identity: as it is, but for what nobody sees, which is replaced, and for blanks, which are made to be seen. So none
    /// looks like another that goes without, and none seems to end where it goes on.
    static func identity(_ text: String) -> String {
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
    static func quotable(_ text: String) -> String {
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

    /// The columns that a text takes.
    static func width(_ text: some StringProtocol) -> Int {
        if text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return text.utf8.count }
        return text.unicodeScalars.reduce(0) { $0 + width(of: $1) }
    }

    private static func width(of scalar: Unicode.Scalar) -> Int { max(0, Int(fg_column_width(scalar.value))) }

    /// The text in at most so many columns, its end replaced by "…" where it is longer.
    static func shortened(_ text: String, to columns: Int) -> String {
        guard width(text) > columns else { return text }
        guard columns > 0 else { return "" }
        var kept = ""
        var used = 1
        for character in text {
            used += width(String(character))
            if used > columns { break }
            kept.append(character)
        }
        return kept + "…"
    }

    /// The text in at most so many columns, with "…" in its midst where it is longer: paths differ at their ends.
    static func shortenedInside(_ text: String, to columns: Int) -> String {
        guard width(text) > columns, columns > 2 else { return shortened(text, to: columns) }
        let end = shortened(String(text.reversed()), to: (columns + 1) / 2).dropLast()
        return shortened(text, to: columns - width(end)) + end.reversed()
    }

    /// In exactly so many columns: shortened, or filled up with blanks.
    static func fitted(_ text: String, to columns: Int, leading: Bool = false) -> String {
        let short = shortened(text, to: columns)
        let blanks = String(repeating: " ", count: max(0, columns - width(short)))
        return leading ? blanks + short : short + blanks
    }

    /// Breaks a paragraph at its blanks, and words that are longer than a line anywhere.
    static func wrapped(_ text: String, to columns: Int) -> [String] {
        var lines: [String] = []
        var line = ""
        for word in text.split(separator: " ") {
            for part in pieces(of: word, columns) {
                if !line.isEmpty, width(line) + 1 + width(part) > columns {
                    lines.append(line)
                    line = ""
                }
                line += line.isEmpty ? part : " " + part
            }
        }
        return line.isEmpty ? lines : lines + [line]
    }

    /// In at most so many lines; what is left of more is said by "…" at the end of the last one.
    static func wrapped(_ text: String, to columns: Int, lines count: Int) -> [String] {
        guard count > 0 else { return [] }
        let lines = wrapped(text, to: columns)
        guard lines.count > count else { return lines }
        return lines.prefix(count - 1) + [shortened(lines[count - 1] + "…", to: columns)]
    }

    private static func pieces(of word: Substring, _ columns: Int) -> [String] {
        guard width(word) > columns, columns > 1 else { return [String(word)] }
        var pieces: [String] = []
        var piece = ""
        for character in word {
            if width(piece) + width(String(character)) > columns {
                pieces.append(piece)
                piece = ""
            }
            piece.append(character)
        }
        return pieces + [piece]
    }

    /// With a comma between thousands.
    static func number(_ value: Int) -> String {
        let digits = String(value)
        var result = ""
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.count - index).isMultiple(of: 3) { result.append(",") }
            result.append(digit)
        }
        return result
    }

    /// `1 album`, `2 albums`.
    static func albums(_ count: Int) -> String { "\(number(count)) album\(count == 1 ? "" : "s")" }

    /// `1 photo`, `2 photos`.
    static func photos(_ count: Int) -> String { "\(number(count)) photo\(count == 1 ? "" : "s")" }
}
