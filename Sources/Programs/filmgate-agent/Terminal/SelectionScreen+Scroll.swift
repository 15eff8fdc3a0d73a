import FilmgatePictures

/// Scrolls the list. Headings count as lines, and a photo with a picture takes several.
extension SelectionScreen {
    /// The lines of a photo.
    var height: Int { box?.rows ?? 1 }

    /// Sets the number of shown lines, and scrolls to the cursor.
    mutating func fit(rows: Int) {
        page = max(1, (rows - 1) / height)
        let lines = list.count * height + list.groups.count
        let line = self.line(of: place)
        // The heading of a group appears with its first photo.
        let first = list.group(at: place)?.range.lowerBound == place ? line - 1 : line
        if line + height > top + rows { top = line + height - rows }
        if first < top { top = max(0, first) }
        top = max(0, min(top, lines - rows))
    }

    /// Returns the first line of a photo, counting headings.
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
