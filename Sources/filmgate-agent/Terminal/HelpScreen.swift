internal import FilmgateText

/// The help about keys.
enum HelpScreen {
    static let question = [
        KeyHint("↑ ↓", "go to a different answer"),
        KeyHint("a s d n x", "go to the answer with this letter, without giving it"),
        KeyHint("Enter", "give the marked answer; in a setting: go back to the answer"),
        KeyHint("← →  l", "change how long the answer applies, if it allows something"),
        KeyHint("o c w", "allow or deny original files; titles and captions; the places where photos were taken"),
        KeyHint("Tab", "go to the settings and back; there, ↑ ↓ move and Space changes a setting"),
        KeyHint("p", "show or hide pictures, if the terminal can show them"),
        KeyHint("Esc  q", "not now: decide nothing; the app may ask again later"),
    ]

    static let selection = [
        KeyHint("↑ ↓  PgUp PgDn", "move; Home and End go to the ends, ← → to the groups before and after"),
        KeyHint("Space", "select the photo, or remove it from the selection"),
        KeyHint("v  Shift+↑ ↓", "begin a range; Space selects all of it"),
        KeyHint("3-17 Enter", "select photos by number; also 3,5,9-12"),
        KeyHint("a", "select the whole group"),
        KeyHint("A", "select all shown photos"),
        KeyHint("u", "select nothing"),
        KeyHint("/", "filter by words in file name, title and date"),
        KeyHint("g", "show the albums: Space selects one with all future changes, Enter shows its photos"),
        KeyHint("p", "show or hide pictures, if the terminal can show them"),
        KeyHint("t", "show only the selected photos, or all again"),
        KeyHint("Enter", "done; the agent asks for a confirmation"),
        KeyHint("Esc  q", "go back one step; leaving the list decides nothing"),
    ]

    static let idle = [KeyHint("q", "end the agent; without an agent, apps that ask get nothing new")]

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
