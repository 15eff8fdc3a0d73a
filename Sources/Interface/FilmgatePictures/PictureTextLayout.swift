import CFilmgateTerminal

/// Lays out pictures one below another, each with lines of text to its right.
public struct PictureTextLayout {
    private let terminal: PictureTerminal
    private let box: CellBox
    private let cell: CellSize
    /// The sequence that saves the cursor position, which is undefined after a picture in pixels.
    private let save: [UInt8]
    private let restore: [UInt8]

    /// The width of the picture and the gap after it, in columns.
    public var indentation: Int { box.columns + 2 }

    /// - Throws: `TerminalPictureRefusal.terminal` if the terminal shows pixels but cannot save the cursor position.
    public init(on terminal: PictureTerminal, _ box: CellBox, _ cell: CellSize) throws(TerminalPictureRefusal) {
        self.terminal = terminal
        self.box = box
        self.cell = cell
        save = PictureTextLayout.capability("sc")
        restore = PictureTextLayout.capability("rc")
        if terminal.format.showsPixels, save.isEmpty || restore.isEmpty { throw .terminal }
    }

    /// Returns the bytes that show the picture beside the lines, and move the cursor to the line below them.
    ///
    /// - Parameter lines: printable text that fits beside the picture. Further lines continue below the picture.
    public func bytes(_ picture: Bitmap, beside lines: [String]) -> [UInt8] {
        let printed = terminal.print(picture, in: box, cell)
        let rows = max(box.rows, lines.count)
        var bytes: [UInt8] = []
        for row in 0..<rows {
            let symbols = !terminal.format.showsPixels && row < printed.lines.count
            if symbols { bytes += printed.lines[row] }
            let gap = indentation - (symbols ? printed.size.columns : 0)
            bytes += (row < lines.count ? String(repeating: " ", count: gap) + lines[row] : "").utf8
            bytes += "\n".utf8
        }
        guard terminal.format.showsPixels, let content = printed.lines.first else { return bytes }
        // The rows are created first, so nothing scrolls between saving the cursor position and restoring it.
        return bytes + save + terminal.cursorUp(rows) + content + restore
    }

    /// Returns the bytes that show a word in parentheses, such as the reason, in place of a missing picture.
    public func bytes(_ word: String, beside lines: [String]) -> [UInt8] {
        let shown = Array("(\(word))".prefix(box.columns))
        return (0..<max(box.rows, lines.count)).flatMap { row -> [UInt8] in
            let left = row == 0 ? String(shown) : ""
            let gap = String(repeating: " ", count: indentation - left.count)
            return Array((row < lines.count ? left + gap + lines[row] : left).utf8) + Array("\n".utf8)
        }
    }

    private static func capability(_ name: String) -> [UInt8] {
        var buffer = [CChar](repeating: 0, count: 32)
        let length = fg_terminal_capability(name, &buffer, buffer.count)
        return buffer[..<length].map { UInt8(bitPattern: $0) }
    }
}
