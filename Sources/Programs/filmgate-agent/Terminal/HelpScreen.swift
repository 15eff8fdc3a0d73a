import FilmgateText

enum HelpScreen {
    static let question = [
        KeyHint("↑ ↓", localized("go to a different answer")),
        KeyHint("a s d n x", localized("go to the answer with this letter, without giving it")),
        KeyHint("Enter", localized("give the marked answer; in a setting: go back to the answer")),
        KeyHint("← →  l", localized("change how long the answer applies, if it allows something")),
        KeyHint(
            "o c w",
            localized("allow or deny original files; titles and captions; the places where photos were taken")),
        KeyHint("Tab", localized("go to the settings and back; there, ↑ ↓ move and Space changes a setting")),
        pictures,
        KeyHint("Esc  q", localized("not now: decide nothing; the app may ask again later")),
    ]

    static let selection = [
        KeyHint("↑ ↓  PgUp PgDn", localized("move; Home and End go to the ends, ← → to the groups before and after")),
        KeyHint(localized("Space"), localized("select the photo, or remove it from the selection")),
        KeyHint("v  Shift+↑ ↓", localized("begin a range; Space selects all of it")),
        KeyHint("3-17 Enter", localized("select photos by number; also 3,5,9-12")),
        KeyHint("a", localized("select the whole group")),
        KeyHint("A", localized("select all shown photos")),
        KeyHint("u", localized("select nothing")),
        KeyHint("/", localized("filter by words in file name, title and date")),
        KeyHint("g", localized("show the albums: Space selects one with all future changes, Enter shows its photos")),
        pictures,
        KeyHint("t", localized("show only the selected photos, or all again")),
        KeyHint("Enter", localized("done; the agent asks for a confirmation")),
        KeyHint("Esc  q", localized("go back one step; leaving the list decides nothing")),
    ]

    static let idle = [KeyHint("q", localized("end the agent; without an agent, apps that ask get nothing new"))]

    private static let pictures = KeyHint("p", localized("show or hide pictures, if the terminal can show them"))

    static func frame(_ hints: [KeyHint], _ size: TerminalSize) -> Frame {
        let title = localized("Filmgate · {page}", ["page": localized("Help")])
        var frame = Frame(lines: [Line.bar(title, "", columns: size.columns), Line()])
        let keys = (hints.map { Text.width($0.keys) }.max() ?? 0) + 4
        for hint in hints {
            for (index, text) in Text.wrapped(hint.meaning, to: max(10, size.columns - keys - 3)).enumerated() {
                let label = Text.fitted(index == 0 ? "  " + hint.keys : "", to: keys)
                frame.lines.append(Line(Span(label, .strong), Span(text)).cut(to: size.columns))
            }
        }
        frame.lines = Array(frame.lines.prefix(size.rows - 1))
        frame.lines += Array(repeating: Line(), count: size.rows - 1 - frame.lines.count)
        let back = KeyHint(localized("any key"), localized("Back"))
        return Frame(lines: frame.lines + [KeyHint.line([back], columns: size.columns)])
    }
}
