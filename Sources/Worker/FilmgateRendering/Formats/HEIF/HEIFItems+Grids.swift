/// Pictures that consist of tiles in rows.
extension HEIFItems {
    /// Returns whether tiles leave a part of a picture empty, or the file does not state all sizes.
    ///
    /// libheif decodes such a picture without an error. The gaps could then show earlier contents of libheif's memory.
    func hasGaps(_ id: Int) -> Bool {
        guard let item = items[id], item.type == "grid" else { return false }
        guard let grid = item.extents?.first.flatMap(grid) else { return true }
        let sources = sources(of: id).prefix(grid.columns * grid.rows)
        // The same item can be used for many tiles.
        let tiles = Set(sources)
        let sizes = tiles.compactMap(size)
        guard sources.count == grid.columns * grid.rows, sizes.count == tiles.count,
            let width = sizes.map(\.width).min(), let height = sizes.map(\.height).min()
        else { return true }
        return width * grid.columns < grid.width || height * grid.rows < grid.height
    }

    static func gaps(in what: String) -> UnreadableFileError { .broken(what, "its tiles leave a part of it empty.") }

    private func grid(_ range: Range<Int>) -> (columns: Int, rows: Int, width: Int, height: Int)? {
        var cursor = BoxCursor(content, range)
        guard cursor.number(1) != nil, let flags = cursor.number(1), let rows = cursor.number(1),
            let columns = cursor.number(1)
        else { return nil }
        let length = flags & 1 == 1 ? 4 : 2
        guard let width = cursor.number(length), let height = cursor.number(length) else { return nil }
        return (columns + 1, rows + 1, width, height)
    }

    /// Returns the size of an item; nil if it has no property `ispe`.
    func size(of id: Int) -> (width: Int, height: Int)? {
        guard let index = items[id]?.properties.first(where: { propertyType($0.index) == "ispe" })?.index else {
            return nil
        }
        var cursor = BoxCursor(content, properties[index].range)
        guard cursor.versionAndFlags() != nil, let width = cursor.number(4), let height = cursor.number(4) else {
            return nil
        }
        return (width, height)
    }
}
