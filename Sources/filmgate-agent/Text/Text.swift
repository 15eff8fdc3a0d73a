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
