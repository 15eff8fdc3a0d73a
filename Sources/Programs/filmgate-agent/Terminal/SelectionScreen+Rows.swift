import FilmgatePictures
import FilmgateText

/// Draws the photos. A photo takes one line, or as many lines as its picture has rows.
extension SelectionScreen {
    func photo(_ place: Int, _ columns: Int) -> [Line] {
        guard let box else { return [row(place, columns)] }
        let photo = list[place]
        let gap = Span(String(repeating: " ", count: box.columns + 2))
        let room = max(0, columns - pictureColumn - box.columns - 1)
        let texts = [facts(of: photo), photo.name.isEmpty ? "" : "         " + photo.title]
        return (0..<box.rows).map { index in
            let text = index < texts.count ? Text.fitted(" " + texts[index], to: room) : ""
            guard index == 0 else {
                return Line(Span(String(repeating: " ", count: pictureColumn - 1)), gap, Span(text, .quiet)).cut(
                    to: columns)
            }
            let look: TextStyle = isCurrent(place) ? .current : list.isChosen(photo) ? .chosen : .plain
            return Line(
                Span(pointer(place), .strong), Span(mark(place), look), Span(" \(number(place))", .quiet), gap,
                Span(text, look)
            ).cut(to: columns)
        }
    }

    /// - Parameter row: the first line of the photo, counted from the first visible line of the list.
    func picture(of place: Int, row: Int) -> PicturePlacement? {
        box.map { PicturePlacement(photo: list[place].id, row: row, column: pictureColumn, box: $0) }
    }

    /// The column of a picture, after the cursor, the mark and the number.
    private var pictureColumn: Int { 6 + digits }

    private func row(_ place: Int, _ columns: Int) -> Line {
        let photo = list[place]
        let name = max(14, (columns - digits - 20) * 2 / 5)
        let rest = "  " + facts(of: photo, name: name) + "  " + (photo.name.isEmpty ? "" : photo.title)
        let text = Text.fitted(rest, to: max(0, columns - digits - 7))
        if isCurrent(place) {
            return Line(Span(pointer(place), .strong), Span("\(mark(place)) \(number(place))\(text)", .current)).cut(
                to: columns)
        }
        let look: TextStyle = list.isChosen(photo) ? .chosen : isInRange(place) ? .strong : .plain
        return Line(
            Span(pointer(place), .strong), Span(mark(place), look), Span(" \(number(place))", .quiet),
            Span(text, look)
        ).cut(to: columns)
    }

    /// Returns the time, the kind and the name.
    ///
    /// - Parameter name: the width of the name in columns; nil for its full width.
    private func facts(of photo: Photo, name: Int? = nil) -> String {
        let kind = photo.isVideo ? "▶ " : photo.isFavorite ? "♥ " : "  "
        let label = name.map { Text.fitted(photo.label, to: $0) } ?? photo.label
        return (photo.time?.clockText ?? "     ") + "  " + kind + label
    }

    private func isCurrent(_ place: Int) -> Bool { place == self.place }
    private func isInRange(_ place: Int) -> Bool { range?.contains(place) ?? false }
    private var digits: Int { max(4, Text.number(list.total).count) }

    private func pointer(_ place: Int) -> String { isCurrent(place) ? "▸" : isInRange(place) ? "│" : " " }
    private func mark(_ place: Int) -> String { list.isChosen(list[place]) ? "[x]" : isInRange(place) ? "[·]" : "[ ]" }
    private func number(_ place: Int) -> String { Text.fitted(Text.number(place + 1), to: digits, leading: true) }
}

/// Scrolls the list. Headings count as lines, and a photo with a picture takes several lines.
extension SelectionScreen {
    /// The number of lines of a photo.
    var height: Int { box?.rows ?? 1 }

    /// Adapts the list to the number of visible lines, and scrolls to the cursor.
    mutating func fit(rows: Int) {
        page = max(1, (rows - 1) / height)
        let lines = list.count * height + list.groups.count
        let line = self.line(of: place)
        // The heading of a group appears together with the group's first photo.
        let first = list.group(at: place)?.range.lowerBound == place ? line - 1 : line
        if line + height > top + rows { top = line + height - rows }
        if first < top { top = max(0, first) }
        top = max(0, min(top, lines - rows))
    }

    /// Returns the index of a photo's first line in the list, counting headings.
    func line(of place: Int) -> Int {
        guard let group = list.group(at: place), let index = index(of: group) else { return place * height }
        return place * height + index + 1
    }

    private func index(of group: PhotoGroup) -> Int? {
        let groups = list.groups
        let index = groups.indices.partitioningIndex { groups[$0].range.lowerBound >= group.range.lowerBound }
        return groups.indices.contains(index) ? index : nil
    }
}
