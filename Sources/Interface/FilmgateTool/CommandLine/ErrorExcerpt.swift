import FilmgateText

/// A line of text, and a mark under the column that an error names.
struct ErrorExcerpt: Equatable {
    let lines: [String]

    /// - Parameters:
    ///   - message: a message with a column such as `column 17`, counted from 1.
    ///   - text: the text to which the column refers.
    ///   - columns: the width of the terminal.
    /// - Returns: nil if the message names no column.
    init?(_ message: String, in text: String, columns: Int) {
        guard let column = ErrorExcerpt.column(in: message) else { return nil }
        // Columns count code points, and `printable` does not change the number of code points.
        let shown = Text.printable(text)
        let scalars = shown.unicodeScalars
        let before = Text.width(String(scalars.prefix(max(0, column - 1))))
        let room = max(20, columns - 4)
        // If the text is long, only the part around the mistake is shown.
        guard Text.width(shown) > room else {
            lines = [shown, String(repeating: " ", count: before) + "^"]
            return
        }
        let start = max(0, column - 1 - room / 2)
        let part = (start > 0 ? "…" : "") + String(scalars.dropFirst(start))
        let indent = Text.width(String(scalars.dropFirst(start).prefix(column - 1 - start))) + (start > 0 ? 1 : 0)
        lines = [Text.shortened(part, to: room), String(repeating: " ", count: indent) + "^"]
    }

    private static func column(in message: String) -> Int? {
        guard let range = message.firstRange(of: "column ") else { return nil }
        return Int(message[range.upperBound...].prefix { $0.isNumber })
    }
}
