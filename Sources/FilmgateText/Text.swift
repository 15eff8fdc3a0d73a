internal import CFilmgateTerminal

/// Texts that are made fit for a terminal, measured and laid out.
public enum Text {
    /// Returns how many columns a text takes on a terminal. A character that cannot be measured counts as one.
    public static func width(_ text: some StringProtocol) -> Int {
        if text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return text.utf8.count }
        return text.unicodeScalars.reduce(0) { $0 + width(of: $1) }
    }

    private static func width(of scalar: Unicode.Scalar) -> Int {
        let width = Int(fg_column_width(scalar.value))
        return width < 0 ? 1 : width
    }

    /// Shortens a text to a number of columns; "…" stands for the end that is missing.
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

    /// Shortens a text to a number of columns; "…" stands for the beginning that is missing.
    public static func shortenedAtStart(_ text: String, to columns: Int) -> String {
        String(shortened(String(text.reversed()), to: columns).reversed())
    }

    /// Shortens a text to a number of columns; "…" stands for the middle that is missing. Use it for paths, which differ at their ends.
    public static func shortenedInside(_ text: String, to columns: Int) -> String {
        guard width(text) > columns, columns > 2 else { return shortened(text, to: columns) }
        let end = shortened(String(text.reversed()), to: (columns + 1) / 2).dropLast()
        return shortened(text, to: columns - width(end)) + end.reversed()
    }

    /// Removes the blanks at both ends.
    public static func trimmed(_ text: some StringProtocol) -> String {
        let start = text.drop { $0 == " " }
        return String(start.prefix(start.count - start.reversed().prefix { $0 == " " }.count))
    }

    /// Adds blanks up to a number of columns, at the end or, with `leading`, at the beginning.
    public static func padded(_ text: String, to columns: Int, leading: Bool = false) -> String {
        let blanks = String(repeating: " ", count: max(0, columns - width(text)))
        return leading ? blanks + text : text + blanks
    }

    /// Shortens or pads a text to exactly this number of columns.
    public static func fitted(_ text: String, to columns: Int, leading: Bool = false) -> String {
        padded(shortened(text, to: columns), to: columns, leading: leading)
    }

    /// Breaks a paragraph into lines at its blanks. A word that is longer than a line is broken anywhere.
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

    /// Breaks a paragraph into at most this number of lines; the last one ends with "…" if text is missing.
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

    /// `1 photo`, `2 photos`.
    public static func count(_ value: some BinaryInteger, _ noun: String, plural: String? = nil) -> String {
        "\(number(value)) \(value == 1 ? noun : plural ?? noun + "s")"
    }

    /// A number with at least this many digits: `07`.
    public static func digits(_ value: Int, _ count: Int) -> String {
        let text = String(value)
        return String(repeating: "0", count: max(0, count - text.count)) + text
    }

    /// Writes a number with a comma between thousands.
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
