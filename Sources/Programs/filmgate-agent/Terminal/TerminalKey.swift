import FilmgateText

enum TerminalKey: Hashable, Sendable {
    case character(Character)
    case up, down, left, right
    case shiftUp, shiftDown
    case pageUp, pageDown, home, end
    case enter, escape, tab, backTab, backspace, delete
    case other

    static let space = TerminalKey.character(" ")
}

/// The meaning of keys, for the bottom line and the help.
struct KeyHint: Hashable, Sendable {
    let keys: String
    let meaning: String

    init(_ keys: String, _ meaning: String) {
        self.keys = keys
        self.meaning = meaning
    }

    /// Returns a line with as many hints as fit, including the last hint.
    static func line(_ hints: [KeyHint], columns: Int) -> Line {
        guard let last = hints.last else { return Line() }
        func width(_ hint: KeyHint) -> Int { Text.width(hint.keys) + Text.width(hint.meaning) + 3 }
        var shown: [KeyHint] = []
        var left = columns + 1 - width(last)
        for hint in hints.dropLast() where width(hint) <= left {
            shown.append(hint)
            left -= width(hint)
        }
        var line = Line(Span(" "))
        for hint in shown { line.spans += [Span(hint.keys, .strong), Span(" \(hint.meaning)  ", .quiet)] }
        line.spans += [Span(last.keys, .strong), Span(" \(last.meaning)", .quiet)]
        return line.cut(to: columns)
    }
}
