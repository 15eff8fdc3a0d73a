internal import CFilmgateTerminal

/// Texts of others made fit for a terminal, measured for it and laid out on it.
public enum Text {
    /// The columns that a text takes on a terminal; what cannot be measured counts as one.
    public static func width(_ text: some StringProtocol) -> Int {
        if text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return text.utf8.count }
        return text.unicodeScalars.reduce(0) { $0 + width(of: $1) }
    }

    private static func width(of scalar: Unicode.Scalar) -> Int {
        let width = Int(fg_column_width(scalar.value))
        return width < 0 ? 1 : width
    }

    /// The text in at most so many columns, its end replaced by "…" where it is longer.
    public static func shortened(_ text: String, to columns: Int) -> String {
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

    /// The text in at most so many columns, its beginning replaced by "…" where it is longer.
    public static func shortenedAtStart(_ text: String, to columns: Int) -> String {
        String(shortened(String(text.reversed()), to: columns).reversed())
    }

    /// The text in at most so many columns, with "…" in its midst where it is longer: paths differ at their ends.
    public static func shortenedInside(_ text: String, to columns: Int) -> String {
        guard width(text) > columns, columns > 2 else { return shortened(text, to: columns) }
        let end = shortened(String(text.reversed()), to: (columns + 1) / 2).dropLast()
        return shortened(text, to: columns - width(end)) + end.reversed()
    }

    /// Without blanks at its ends.
    public static func trimmed(_ text: some StringProtocol) -> String {
        let start = text.drop { $0 == " " }
        return String(start.prefix(start.count - start.reversed().prefix { $0 == " " }.count))
    }

    /// Fills up with blanks.
    public static func padded(_ text: String, to columns: Int, leading: Bool = false) -> String {
        let blanks = String(repeating: " ", count: max(0, columns - width(text)))
        return leading ? blanks + text : text + blanks
    }

    /// In exactly so many columns: shortened, or filled up with blanks.
    public static func fitted(_ text: String, to columns: Int, leading: Bool = false) -> String {
        padded(shortened(text, to: columns), to: columns, leading: leading)
    }

    /// Breaks a paragraph at its blanks, and words that are longer than a line anywhere.
    public static func wrapped(_ text: String, to columns: Int) -> [String] {
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
    public static func wrapped(_ text: String, to columns: Int, lines count: Int) -> [String] {
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
    public static func number(_ value: some BinaryInteger) -> String {
        let digits = String(value.magnitude)
        var result = value < 0 ? "-" : ""
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.count - index).isMultiple(of: 3) { result.append(",") }
            result.append(digit)
        }
        return result
    }
}
