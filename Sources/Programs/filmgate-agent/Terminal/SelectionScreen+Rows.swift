import FilmgatePictures
import FilmgateText

/// The lines of a photo in the list: one, or as many as its picture has rows.
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

    /// - Parameter row: the first line of the photo, counted from the top of the list.
    func picture(of place: Int, row: Int) -> PicturePlacement? {
        box.map { PicturePlacement(photo: list[place].id, row: row, column: pictureColumn, box: $0) }
    }

    /// Behind the cursor, the mark and the number.
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

    /// The time, the kind and the name.
    ///
    /// - Parameter name: the columns of the name; nil: as many as it needs.
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
    private func number(_ place: Int) -> String {
        Text.fitted(Text.number(place + 1), to: digits, leading: true)
    }
}
