internal import FilmgateText

/// What every key does, on request.
enum HelpScreen {
    static let question = [
        KeyHint("↑ ↓", "go to another answer"),
        KeyHint("a s d n x", "go to the answer with that letter, without giving it"),
        KeyHint("Enter", "give the answer that is marked; from a setting, back to it"),
        KeyHint("← →  l", "change how long it holds, on an answer that allows something"),
        KeyHint("o c w", "give or keep original files; titles and captions; the places where photos were taken"),
        KeyHint("Tab", "go to these settings and back; there ↑ ↓ move, Space changes"),
        KeyHint("Esc  q", "not now: nothing is decided, and the app may ask again later"),
    ]

    static let selection = [
        KeyHint("↑ ↓  PgUp PgDn", "move; Home and End go to the ends, ← → to other groups"),
        KeyHint("Space", "select the photo, or take it out again"),
        KeyHint("v  Shift+↑ ↓", "begin a range; Space then takes all of it"),
        KeyHint("3-17 Enter", "select photos by their numbers; also 3,5,9-12"),
        KeyHint("a", "select the whole group"),
        KeyHint("A", "select all that is shown"),
        KeyHint("u", "select nothing"),
        KeyHint("/", "filter by words in the file's name, the title and the date"),
        KeyHint("g", "the albums, where there are any: Space selects all of one, always; Enter shows its photos"),
        KeyHint("t", "show what is selected, or everything again"),
        KeyHint("Enter", "done; you are asked once more"),
        KeyHint("Esc  q", "one step back; out of the list, nothing is decided"),
    ]

    static let idle = [KeyHint("q", "end; while no agent runs, nobody can be asked and apps get nothing new")]

    static func frame(_ hints: [KeyHint], _ size: Size) -> Frame {
        var frame = Frame(lines: [Line.bar("Filmgate · Help", "", columns: size.columns), Line()])
        let keys = (hints.map { Text.width($0.keys) }.max() ?? 0) + 4
        for hint in hints {
            for (index, text) in Text.wrapped(hint.meaning, to: max(10, size.columns - keys - 3)).enumerated() {
                let label = Text.fitted(index == 0 ? "  " + hint.keys : "", to: keys)
                frame.lines.append(Line(Span(label, .strong), Span(text)).cut(to: size.columns))
            }
        }
        frame.lines = Array(frame.lines.prefix(size.rows - 1))
        frame.lines += Array(repeating: Line(), count: size.rows - 1 - frame.lines.count)
        return Frame(lines: frame.lines + [KeyHint.line([KeyHint("any key", "Back")], columns: size.columns)])
    }
}
