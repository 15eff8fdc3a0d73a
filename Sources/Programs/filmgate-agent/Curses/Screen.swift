import CFilmgateCurses
import FilmgatePictures
import FilmgateText
import Glibc

/// A terminal that is controlled with ncurses. At most one screen exists, and only one thread uses it.
final class Screen {
    /// - Throws: if standard input or output is not a terminal, or the terminal cannot show a whole screen.
    init() throws(AgentError) {
        guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1 else {
            throw AgentError(
                localized("--tty needs a terminal for input and output. Use --plain without one."), code: EX_USAGE)
        }
        guard fg_screen_open() else {
            let type = getenv("TERM").map { String(cString: $0) } ?? ""
            throw AgentError(
                localized(
                    "The terminal '{terminal}' (TERM) cannot show a whole screen. Use --plain, which works on every terminal.",
                    ["terminal": Text.printable(type)]),
                code: EX_USAGE)
        }
    }

    func close() { fg_screen_close() }

    /// Whether the terminal has been closed.
    var isGone: Bool { isatty(STDIN_FILENO) != 1 }

    func size() -> TerminalSize {
        var rows: Int32 = 0
        var columns: Int32 = 0
        fg_screen_size(&rows, &columns)
        return TerminalSize(rows: Int(rows), columns: Int(columns))
    }

    func repair() { fg_screen_repair() }

    func forgetKeys() { fg_screen_forget_keys() }

    /// Returns the next typed key, or nil if there is none.
    func key() -> TerminalKey? {
        var code: UInt32 = 0
        switch fg_screen_key(&code) {
        case fg_key_character: return Screen.key(character: code)
        case fg_key_function: return Screen.functions[Int32(bitPattern: code)] ?? .other
        default: return nil
        }
    }

    private static func key(character code: UInt32) -> TerminalKey {
        switch code {
        case 10, 13: .enter
        case 9: .tab
        case 27: .escape
        case 8, 127: .backspace
        case 0..<32: .other
        default: Unicode.Scalar(code).map { .character(Character($0)) } ?? .other
        }
    }

    private static let functions: [Int32: TerminalKey] = [
        fg_up: .up, fg_down: .down, fg_left: .left, fg_right: .right, fg_home: .home, fg_end: .end,
        fg_page_up: .pageUp, fg_page_down: .pageDown, fg_backspace: .backspace, fg_delete: .delete, fg_enter: .enter,
        fg_back_tab: .backTab, fg_select_up: .shiftUp, fg_select_down: .shiftDown,
        Int32(fg_shift_up): .shiftUp, Int32(fg_shift_down): .shiftDown,
    ]

    // MARK: Drawing

    /// - Parameter words: the text to show instead of missing pictures.
    func show(_ frame: Frame, _ words: [(PicturePlacement, String)] = []) {
        fg_screen_clear()
        for (row, line) in frame.lines.enumerated() {
            var column = 0
            for span in line.spans {
                let (look, color) = Screen.appearance(of: span.look)
                fg_screen_put(Int32(row), Int32(column), span.text, look, Int32(color))
                column += Text.width(span.text)
            }
        }
        for (place, word) in words {
            let text = Text.shortened("(\(word))", to: place.box.columns)
            fg_screen_put(Int32(place.row), Int32(place.column), text, fg_dim, 0)
        }
        fg_screen_show(Int32(frame.cursor?.row ?? -1), Int32(frame.cursor?.column ?? 0))
    }

    /// Shows a picture over the blank cells that the frame leaves for it. ncurses does not know about the picture, and
    /// overwrites the picture only if the text in the picture's cells changes.
    func show(_ picture: TerminalPicture, at place: PicturePlacement) {
        for (index, line) in picture.lines.enumerated() {
            line.withUnsafeBytes { bytes in
                fg_screen_write(Int32(place.row + index), Int32(place.column), bytes.baseAddress, bytes.count)
            }
        }
    }

    /// Returns the appearance of a style. Only color distinguishes `strong`, `chosen` and `warning`.
    private static func appearance(of look: TextStyle) -> (look: UInt32, color: Int) {
        switch look {
        case .plain: (0, 0)
        case .strong: (fg_bold, 0)
        case .quiet: (fg_dim, 0)
        case .heading: (fg_bold | fg_underline, fg_cyan)
        case .current: (fg_reverse | fg_bold, 0)
        case .bar: (fg_reverse, 0)
        case .chosen: (fg_bold, fg_green)
        case .warning: (fg_bold, fg_yellow)
        }
    }
}
