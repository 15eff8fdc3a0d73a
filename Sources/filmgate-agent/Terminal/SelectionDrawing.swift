internal import FilmgateFrontEnd
internal import FilmgateText

extension SelectionScreen {
    private var hints: [KeyHint] {
        [KeyHint("Space", "Select"), KeyHint("v", "Range"), KeyHint("a", "Day"), KeyHint("/", "Filter")]
            + (albums.isEmpty ? [KeyHint("t", "Chosen")] : [KeyHint("g", "Albums")])
            + [KeyHint("Enter", "Done"), KeyHint("Esc", "Back"), KeyHint("?", "Help")]
    }

    /// Lines that are not the list: two bars at the top, two lines at the bottom.
    static let frameRows = 4

    func frame(_ size: Size) -> Frame {
        let rows = size.rows - Self.frameRows
        var frame = Frame()
        let name = Wording(question: question).name
        let title = question.kind == .pick ? "Pick photos for \(name)" : "Photos that \(name) may see"
        frame.lines.append(Line.bar(title, tally, columns: size.columns))
        frame.lines.append(header(size.columns))
        frame.lines += mode == .albums ? albumLines(rows, size.columns) : lines(rows, size.columns)
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
        let albums = list.albums.isEmpty ? "" : " and \(Text.albums(list.albums.count))"
        return "\(Text.number(list.chosenCount)) of \(total)\(albums) selected"
    }

    private func header(_ columns: Int) -> Line {
        if mode == .albums { return Line(" \(Text.albums(albums.count))", .quiet) }
        var parts =
            list.album.map { ["album “\($0.title)”", "\(Text.photos($0.photos.count))"] } ?? [
                "\(Text.photos(list.total)) \(list.grouping.name)"
            ]
        if !list.filter.isEmpty { parts.append("\(Text.number(list.count)) match “\(Text.clean(list.filter.text))”") }
        if list.showsChosenAlone { parts.append("only what is selected") }
        if !list.isWhole { parts.append("\(Text.number(list.photos.count)) loaded …") }
        var line = Line(Span(" " + parts.joined(separator: " · "), .quiet))
        if let group = groupAbove { line.spans += [Span(" · ", .quiet), Span(group.heading, .heading)] }
        return line.cut(to: columns)
    }

    /// The group whose heading is out of sight, above the first line that is shown.
    private var groupAbove: PhotoGroup? {
        guard top > 0 else { return nil }
        let first = (0..<list.count).partitioningIndex { line(of: $0) >= top }
        guard first < list.count, let group = list.group(at: first), group.range.lowerBound < first else { return nil }
        return group
    }

    // MARK: The list

    private func lines(_ rows: Int, _ columns: Int) -> [Line] {
        guard list.count > 0 else {
            let text =
                !list.isWhole ? "Loading …" : list.photos.isEmpty ? "There are no photos." : "No photo matches."
            return [Line(), .indented(text, by: 2, .quiet)]
        }
        var lines: [Line] = []
        // Headings are lines as well: the first group that reaches into what is shown is searched for.
        var start = 0
        for group in list.groups {
            let end = start + 1 + group.range.count
            defer { start = end }
            if end <= top { continue }
            if start >= top + rows { break }
            if start >= top { lines.append(heading(group, columns)) }
            for place in max(group.range.lowerBound, group.range.lowerBound + top - start - 1)..<group.range.upperBound
            {
                if lines.count == rows { return lines }
                lines.append(row(place, columns))
            }
        }
        return Array(lines.prefix(rows))
    }

    private func albumLines(_ rows: Int, _ columns: Int) -> [Line] {
        let first = max(0, min(albumPlace - rows + 1, albums.count - rows))
        return albums.indices.dropFirst(first).prefix(rows).map { index in
            let album = albums[index]
            let isChosen = list.albums.contains(album.id)
            let title = Text.fitted(Text.shown(album.title) ?? "(no title)", to: max(20, columns / 2))
            let text = "\(isChosen ? "[x]" : mayChooseAlbums ? "[ ]" : "   ")  \(title)  \(Text.photos(album.count))"
            let isCurrent = index == albumPlace
            let look: Look = isCurrent ? .current : isChosen ? .chosen : .plain
            return Line(
                Span(isCurrent ? "▸" : " ", .strong), Span(isCurrent ? Text.fitted(text, to: columns - 1) : text, look)
            ).cut(to: columns)
        }
    }

    private func heading(_ group: PhotoGroup, _ columns: Int) -> Line {
        let chosen = list.chosenCount(in: group.range)
        let count =
            chosen == 0 ? Text.photos(group.range.count) : "\(chosen) of \(group.range.count) selected"
        return Line(Span(" \(group.heading)", .heading), Span("  \(count)", .quiet)).cut(to: columns)
    }

    private func row(_ place: Int, _ columns: Int) -> Line {
        let photo = list[place]
        let isChosen = list.isChosen(photo)
        let isCurrent = place == self.place
        let isInRange = range?.contains(place) ?? false
        let digits = max(4, Text.number(list.total).count)
        let name = max(14, (columns - digits - 20) * 2 / 5)
        let number = Text.fitted(Text.number(place + 1), to: digits, leading: true)
        let mark = isChosen ? "[x]" : isInRange ? "[·]" : "[ ]"
        let kind = photo.isVideo ? "▶ " : photo.isFavorite ? "♥ " : "  "
        let rest =
            "  " + (photo.time?.clock ?? "     ") + "  " + kind + Text.fitted(photo.label, to: name) + "  "
            + (photo.name.isEmpty ? "" : photo.title)
        let pointer = isCurrent ? "▸" : isInRange ? "│" : " "
        let text = Text.fitted(rest, to: max(0, columns - digits - 7))
        if isCurrent {
            return Line(Span(pointer, .strong), Span("\(mark) \(number)\(text)", .current)).cut(to: columns)
        }
        let look: Look = isChosen ? .chosen : isInRange ? .strong : .plain
        return Line(Span(pointer, .strong), Span(mark, look), Span(" \(number)", .quiet), Span(text, look)).cut(
            to: columns)
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
                            Span(" Range of \(Text.photos($0.count))", .strong),
                            Span(": Space takes it, Esc drops it", .quiet))
                    } ?? Line()
            case .albums:
                line =
                    mayChooseAlbums
                    ? Line(" An album that is selected stays so, with whatever joins it or leaves it.", .quiet) : Line()
            case .filtering: line = Line(Span(" Filter: ", .strong), Span(Text.clean(list.filter.text)))
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

    /// How much of what is selected a filter or an album keeps out of the list.
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
                [KeyHint("↑↓", "Longer, shorter"), KeyHint("Space", "Take it"), KeyHint("Esc", "Drop it")]
            case .browsing: hints
            case .filtering:
                [KeyHint("type", "Name, title or date"), KeyHint("Enter", "Keep"), KeyHint("Esc", "Clear")]
            case .numbering:
                [KeyHint("3-17  3,5,9", "Photos by number"), KeyHint("Enter", "Select"), KeyHint("Esc", "Drop")]
            case .albums:
                (mayChooseAlbums ? [KeyHint("Space", "Select all of it, always")] : [])
                    + [KeyHint("Enter", "Its photos"), KeyHint("Esc", "All photos"), KeyHint("?", "Help")]
            case .confirming: [KeyHint("Enter", "Yes"), KeyHint("Esc", "Back to the list")]
            }
        return KeyHint.line(hints, columns: columns)
    }
}
