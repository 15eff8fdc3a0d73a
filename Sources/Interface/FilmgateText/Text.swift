import CFilmgateTerminal

/// Measures text, and lays it out for a terminal.
public enum Text {
    /// Returns the number of columns that a string takes on a terminal. A character that cannot be measured counts as
    /// one column.
    public static func width(_ text: some StringProtocol) -> Int {
        if text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return text.utf8.count }
        return text.unicodeScalars.reduce(0) { $0 + width(of: $1) }
    }

    private static func width(of scalar: Unicode.Scalar) -> Int {
        let width = Int(fg_column_width(scalar.value))
        return width < 0 ? 1 : width
    }

    /// Shortens a string to a number of columns. Puts "…" in place of the missing end.
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

    /// Shortens a string to a number of columns, with "…" in the middle. For paths, which differ at their ends.
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

    /// Shortens or pads a string to exactly this number of columns.
    public static func fitted(_ text: String, to columns: Int, leading: Bool = false) -> String {
        padded(shortened(text, to: columns), to: columns, leading: leading)
    }

    /// Breaks a paragraph into lines at blanks, and next to wide characters, whose languages have no blanks between
    /// words. Breaks a word that is longer than a line at any character.
    public static func wrapped(_ text: String, to columns: Int) -> [String] {
        var lines: [String] = []
        var line = ""
        for word in text.split(separator: " ") {
            for (index, segment) in segments(of: word).enumerated() {
                var glue = index == 0 ? " " : ""
                for piece in pieces(of: segment, columns) {
                    if !line.isEmpty, width(line) + width(glue) + width(piece) > columns {
                        lines.append(line)
                        line = ""
                    }
                    line += line.isEmpty ? piece : glue + piece
                    glue = " "
                }
            }
        }
        return line.isEmpty ? lines : lines + [line]
    }

    /// Breaks words next to wide characters, except where `neverFirst` or `neverLast` forbids the line break.
    private static func segments(of word: Substring) -> [Substring] {
        guard word.utf8.contains(where: { $0 >= 0xE0 }) else { return [word] }
        var segments: [Substring] = []
        var start = word.startIndex
        for index in word.indices.dropFirst() {
            let (before, after) = (word[word.index(before: index)], word[index])
            guard isWide(before) || isWide(after), !neverFirst.contains(after), !neverLast.contains(before) else {
                continue
            }
            segments.append(word[start..<index])
            start = index
        }
        return segments + [word[start...]]
    }

    private static func isWide(_ character: Character) -> Bool { width(String(character)) > 1 }

    private static let neverFirst: Set<Character> = Set("、。，．・：；？！）］｝」』】〉》…ー々ぁぃぅぇぉっゃゅょァィゥェォッャュョ,.:;?!)]}”’")
    private static let neverLast: Set<Character> = Set("（［｛「『【〈《([{“‘")

    /// Breaks a paragraph into at most this number of lines. The last line ends with "…" if text is missing.
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

    /// Returns the text with its first letter as a capital.
    public static func capitalized(_ text: String) -> String { text.prefix(1).uppercased() + text.dropFirst() }

    /// Returns a number with the thousands separator of the person's language.
    public static func number(_ value: some BinaryInteger) -> String {
        let digits = String(value.magnitude)
        let sign = value < 0 ? "-" : ""
        guard digits.count > 3 else { return sign + digits }
        // The translation of "1,000" contains the separator.
        let mark = localized("1,000").filter { !$0.isNumber }
        var result = sign
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.count - index).isMultiple(of: 3) { result += mark }
            result.append(digit)
        }
        return result
    }
}
