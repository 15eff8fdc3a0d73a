internal import FilmgateFrontEnd
internal import FilmgateText

extension SelectionScreen {
    private var hints: [KeyHint] {
        [KeyHint("Space", "Select"), KeyHint("v", "Range"), KeyHint("a", "Day"), KeyHint("/", "Filter")]
            + (albums.isEmpty ? [KeyHint("t", "Selected")] : [KeyHint("g", "Albums")])
            + [KeyHint("Enter", "Done"), KeyHint("Esc", "Back"), KeyHint("?", "Help")]
    }

    /// The lines around the list: two at the top, two at the bottom.
    static let frameRows = 4

    func frame(_ size: Size) -> Frame {
        let rows = size.rows - Self.frameRows
        var frame = Frame()
        let name = Wording(question: question).name
        let title = question.kind == .pick ? "Pick photos for \(name)" : "Photos that \(name) can see"
        frame.lines.append(Line.bar(title, tally, columns: size.columns))
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
            frame.cursor = (size.rows - 2, min(size.columns - 1, 9 + Text.width(list.filter.text)))
        } else if case .numbering(let text) = mode {
            frame.cursor = (size.rows - 2, min(size.columns - 1, 10 + Text.width(text)))
        }
        return frame
    }

    /// `12 of 500 selected`
    private var tally: String {
        let total = list.limit.map { "at most \(Text.number($0))" } ?? Text.number(list.total)
        let albums = list.albums.isEmpty ? "" : " and \(Text.count(list.albums.count, "album"))"
        return "\(Text.number(list.chosenCount)) of \(total)\(albums) selected"
    }

    private func header(_ columns: Int) -> Line {
        if mode == .albums { return Line(" \(Text.count(albums.count, "album"))", .quiet) }
        var parts =
            list.album.map { ["album “\($0.title)”", "\(Text.count($0.photos.count, "photo"))"] } ?? [
                "\(Text.count(list.total, "photo")) \(list.grouping.name)"
            ]
        if !list.filter.isEmpty {
            parts.append("\(Text.number(list.count)) match “\(Text.printable(list.filter.text))”")
        }
        if list.showsChosenAlone { parts.append("only selected photos") }
        if !list.isWhole { parts.append("\(Text.number(list.photos.count)) loaded …") }
        var line = Line(Span(" " + parts.joined(separator: " · "), .quiet))
        if let group = groupAbove { line.spans += [Span(" · ", .quiet), Span(group.heading, .heading)] }
        return line.cut(to: columns)
    }

    /// The group of the first shown line, if its heading is above the screen.
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
                !list.isWhole ? "Loading …" : list.photos.isEmpty ? "There are no photos." : "No photo matches."
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
            let title = Text.fitted(Text.singleLine(album.title) ?? "(no title)", to: max(20, columns / 2))
            let text =
                "\(isChosen ? "[x]" : mayChooseAlbums ? "[ ]" : "   ")  \(title)  \(Text.count(album.count, "photo"))"
            let isCurrent = index == albumPlace
            let look: TextStyle = isCurrent ? .current : isChosen ? .chosen : .plain
            return Line(
                Span(isCurrent ? "▸" : " ", .strong), Span(isCurrent ? Text.fitted(text, to: columns - 1) : text, look)
            ).cut(to: columns)
        }
    }

    private func heading(_ group: PhotoGroup, _ columns: Int) -> Line {
        let chosen = list.chosenCount(in: group.range)
        let count =
            chosen == 0 ? Text.count(group.range.count, "photo") : "\(chosen) of \(group.range.count) selected"
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
                            Span(" Range of \(Text.count($0.count, "photo"))", .strong),
                            Span(": Space selects it, Esc cancels it", .quiet))
                    } ?? Line()
            case .albums:
                line =
                    mayChooseAlbums
                    ? Line(" A selected album includes all its future changes.", .quiet) : Line()
            case .filtering: line = Line(Span(" Filter: ", .strong), Span(Text.printable(list.filter.text)))
            case .numbering(let text): line = Line(Span(" Numbers: ", .strong), Span(text))
            case .confirming:
                let hidden = hidden.map { " " + $0 } ?? ""
                let room = max(1, columns - 1 - Text.width(hidden))
                let text = Text.shortened(confirmation(list.selection), to: room)
                line = Line(Span(" " + text, .strong), Span(hidden, .warning))
            }
        }
        return line.cut(to: columns)
    }

    /// Says how many selected photos the list does not show, because of a filter or an album.
    private var hidden: String? {
        let all = list.chosenCount
        let count = all - list.chosenCount(in: 0..<list.count)
        guard count > 0 else { return nil }
        if count == all { return all == 1 ? "It is not shown here." : "None of them is shown here." }
        return "\(Text.number(count)) of them \(count == 1 ? "is" : "are") not shown here."
    }

    private func bottom(_ columns: Int) -> Line {
        let hints =
            switch mode {
            case .browsing where range != nil:
                [KeyHint("↑↓", "Longer, shorter"), KeyHint("Space", "Select it"), KeyHint("Esc", "Cancel")]
            case .browsing: hints
            case .filtering:
                [KeyHint("type", "Name, title or date"), KeyHint("Enter", "Keep"), KeyHint("Esc", "Clear")]
            case .numbering:
                [KeyHint("3-17  3,5,9", "Photos by number"), KeyHint("Enter", "Select"), KeyHint("Esc", "Cancel")]
            case .albums:
                (mayChooseAlbums ? [KeyHint("Space", "Select the album")] : [])
                    + [KeyHint("Enter", "Its photos"), KeyHint("Esc", "All photos"), KeyHint("?", "Help")]
            case .confirming: [KeyHint("Enter", "Yes"), KeyHint("Esc", "Back to the list")]
            }
        return KeyHint.line(hints, columns: columns)
    }
}
