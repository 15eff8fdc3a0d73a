import FilmgatePrompts
import FilmgateText

extension SelectionScreen {
    private var hints: [KeyHint] {
        [
            KeyHint(localized("Space"), localized("Select")), KeyHint("v", localized("Range")),
            KeyHint("a", localized("Day")), KeyHint("/", localized("Filter")),
        ]
            + (albums.isEmpty ? [KeyHint("t", localized("Selected"))] : [KeyHint("g", localized("Albums"))])
            + [
                KeyHint("Enter", localized("Done")), KeyHint("Esc", localized("Back")), KeyHint("?", localized("Help")),
            ]
    }

    /// The number of lines around the list: two at the top, two at the bottom.
    static let frameRows = 4

    func frame(_ size: TerminalSize) -> Frame {
        let rows = size.rows - Self.frameRows
        var frame = Frame()
        frame.lines.append(Line.bar(PromptText(question).selectionTitle, tally, columns: size.columns))
        frame.lines.append(header(size.columns))
        if mode == .albums {
            frame.lines += albumLines(rows, size.columns)
        } else {
            let list = photoLines(rows, size.columns)
            frame.pictures = list.pictures.map { $0.lower(by: frame.lines.count) }
            frame.lines += list.lines
        }
        frame.lines += Array(repeating: Line(), count: max(0, size.rows - 2 - frame.lines.count))
        frame.lines.append(prompt(size.columns))
        frame.lines.append(bottom(size.columns))
        if mode == .filtering {
            let column = Text.width(filterLabel + list.filter.text)
            frame.cursor = (size.rows - 2, min(size.columns - 1, column))
        } else if case .numbering(let text) = mode {
            frame.cursor = (size.rows - 2, min(size.columns - 1, Text.width(numberLabel + text)))
        }
        return frame
    }

    private var filterLabel: String { " " + localized("Filter:") + " " }
    private var numberLabel: String { " " + localized("Numbers:") + " " }

    /// The text with the number of selected photos and albums, such as `12 of 500 selected`.
    private var tally: String {
        let limit = question.picker?.takesAnyNumber == true ? nil : list.limit
        let values = ["n": Text.number(list.chosenCount), "total": Text.number(limit ?? list.total)]
        let photos =
            limit == nil ? localized("{n} of {total}", values) : localized("{n} of at most {total}", values)
        let albums = list.albums.isEmpty ? [] : [counted("{n} album", "{n} albums", list.albums.count)]
        return localized("{photos} selected", ["photos": PhraseJoiner.joined([photos] + albums)])
    }

    private func header(_ columns: Int) -> Line {
        if mode == .albums { return Line(" " + counted("{n} album", "{n} albums", albums.count), .quiet) }
        var parts: [String]
        if let album = list.album {
            parts = [
                localized("album “{title}”", ["title": album.title]),
                counted("{n} photo", "{n} photos", album.photos.count),
            ]
        } else {
            parts = [counted("{n} photo by day", "{n} photos by day", list.total)]
        }
        if !list.filter.isEmpty {
            let words = ["words": Text.printable(list.filter.text)]
            parts.append(counted("{n} match “{words}”", "{n} match “{words}”", list.count, words))
        }
        if list.showsChosenAlone { parts.append(localized("only selected photos")) }
        if !list.isWhole { parts.append(counted("{n} loaded …", "{n} loaded …", list.photos.count)) }
        var line = Line(Span(" " + parts.joined(separator: " · "), .quiet))
        if let group = groupAbove { line.spans += [Span(" · ", .quiet), Span(group.heading, .heading)] }
        return line.cut(to: columns)
    }

    /// The group of the first visible photo, if the group's heading is above the screen.
    private var groupAbove: PhotoGroup? {
        guard top > 0 else { return nil }
        let first = (0..<list.count).partitioningIndex { line(of: $0) + height > top }
        guard first < list.count, let group = list.group(at: first), group.range.lowerBound < first else { return nil }
        return group
    }

    // MARK: The list

    private func photoLines(_ rows: Int, _ columns: Int) -> (lines: [Line], pictures: [PicturePlacement]) {
        guard list.count > 0 else {
            let text =
                !list.isWhole
                ? localized("Loading …")
                : list.photos.isEmpty ? localized("There are no photos.") : localized("No photo matches.")
            return ([Line(), .indented(text, by: 2, .quiet)], [])
        }
        var lines: [Line] = []
        var pictures: [PicturePlacement] = []
        // Headings count as lines. Skips the groups above the screen.
        var start = 0
        for group in list.groups {
            let end = start + 1 + group.range.count * height
            defer { start = end }
            if end <= top { continue }
            if start >= top + rows { break }
            if start >= top { lines.append(heading(group, columns)) }
            for place in group.range.dropFirst(max(0, (top - start - 1) / height)) {
                if lines.count >= rows { break }
                let hidden = max(0, top - line(of: place))
                // A picture that does not fit as a whole is not shown.
                if hidden == 0, lines.count + height <= rows, let picture = picture(of: place, row: lines.count) {
                    pictures.append(picture)
                }
                lines += photo(place, columns).dropFirst(hidden)
            }
        }
        return (Array(lines.prefix(rows)), pictures)
    }

    private func albumLines(_ rows: Int, _ columns: Int) -> [Line] {
        let first = max(0, min(albumPlace - rows + 1, albums.count - rows))
        return albums.indices.dropFirst(first).prefix(rows).map { index in
            let album = albums[index]
            let isChosen = list.albums.contains(album.id)
            let title = Text.fitted(album.shownTitle, to: max(20, columns / 2))
            let photos = counted("{n} photo", "{n} photos", album.count)
            let text = "\(isChosen ? "[x]" : mayChooseAlbums ? "[ ]" : "   ")  \(title)  \(photos)"
            let isCurrent = index == albumPlace
            let look: TextStyle = isCurrent ? .current : isChosen ? .chosen : .plain
            return Line(
                Span(isCurrent ? "▸" : " ", .strong), Span(isCurrent ? Text.fitted(text, to: columns - 1) : text, look)
            ).cut(to: columns)
        }
    }

    private func heading(_ group: PhotoGroup, _ columns: Int) -> Line {
        let chosen = list.chosenCount(in: group.range)
        let photos = localized("{n} of {total}", ["n": Text.number(chosen), "total": Text.number(group.range.count)])
        let count =
            chosen == 0
            ? counted("{n} photo", "{n} photos", group.range.count) : localized("{photos} selected", ["photos": photos])
        return Line(Span(" \(group.heading)", .heading), Span("  \(count)", .quiet)).cut(to: columns)
    }

    // MARK: The lines at the bottom

    private func prompt(_ columns: Int) -> Line {
        let line: Line
        if let notice {
            line = Line(Span(" \(notice)", .warning))
        } else {
            switch mode {
            case .browsing:
                line =
                    range.map {
                        Line(
                            Span(" " + counted("Range of {n} photo", "Range of {n} photos", $0.count), .strong),
                            Span(localized(": Space selects it, Esc cancels it"), .quiet))
                    } ?? Line()
            case .albums:
                line =
                    mayChooseAlbums
                    ? Line(" " + localized("A selected album includes all its future changes."), .quiet) : Line()
            case .filtering: line = Line(Span(filterLabel, .strong), Span(Text.printable(list.filter.text)))
            case .numbering(let text): line = Line(Span(numberLabel, .strong), Span(text))
            case .confirming:
                let hidden = hidden.map { " " + $0 } ?? ""
                let room = max(1, columns - 1 - Text.width(hidden))
                let text = Text.shortened(confirmation(list.selection), to: room)
                line = Line(Span(" " + text, .strong), Span(hidden, .warning))
            }
        }
        return line.cut(to: columns)
    }

    /// A sentence about the number of selected photos that the list does not show, because of a filter or an album.
    private var hidden: String? {
        let all = list.chosenCount
        let count = all - list.chosenCount(in: 0..<list.count)
        guard count > 0 else { return nil }
        if count == all {
            return all == 1 ? localized("It is not shown here.") : localized("None of them is shown here.")
        }
        return counted("{n} of them is not shown here.", "{n} of them are not shown here.", count)
    }

    private func bottom(_ columns: Int) -> Line {
        let hints =
            switch mode {
            case .browsing where range != nil:
                [
                    KeyHint("↑↓", localized("Longer, shorter")), KeyHint(localized("Space"), localized("Select it")),
                    KeyHint("Esc", localized("Cancel")),
                ]
            case .browsing: hints
            case .filtering:
                [
                    KeyHint(localized("type"), localized("Name, title or date")),
                    KeyHint("Enter", localized("Keep")), KeyHint("Esc", localized("Clear")),
                ]
            case .numbering:
                [
                    KeyHint("3-17  3,5,9", localized("Photos by number")), KeyHint("Enter", localized("Select")),
                    KeyHint("Esc", localized("Cancel")),
                ]
            case .albums:
                (mayChooseAlbums ? [KeyHint(localized("Space"), localized("Select the album"))] : [])
                    + [
                        KeyHint("Enter", localized("Its photos")), KeyHint("Esc", localized("All photos")),
                        KeyHint("?", localized("Help")),
                    ]
            case .confirming:
                [KeyHint("Enter", localized("Yes")), KeyHint("Esc", localized("Back to the list"))]
            }
        return KeyHint.line(hints, columns: columns)
    }
}
