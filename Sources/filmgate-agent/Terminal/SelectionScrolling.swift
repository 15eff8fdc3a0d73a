/// Scrolls the list. Headings count as lines.
extension SelectionScreen {
    /// Sets the number of shown lines, and scrolls to the cursor.
    mutating func fit(rows: Int) {
        page = max(1, rows - 1)
        let lines = list.count + list.groups.count
        let line = self.line(of: place)
        // The heading of a group appears with its first photo.
        let first = list.group(at: place)?.range.lowerBound == place ? line - 1 : line
        if first < top { top = max(0, first) }
        if line >= top + rows { top = line - rows + 1 }
        top = max(0, min(top, lines - rows))
    }

    /// Returns the line of a photo, counting headings.
    func line(of place: Int) -> Int {
        guard let group = list.group(at: place), let index = index(of: group) else { return place }
        return place + index + 1
    }

    private func index(of group: PhotoGroup) -> Int? {
        let groups = list.groups
        let index = groups.indices.partitioningIndex { groups[$0].range.lowerBound >= group.range.lowerBound }
        return groups.indices.contains(index) ? index : nil
    }
}
