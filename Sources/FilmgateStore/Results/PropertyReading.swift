internal import FilmgateModel
internal import FilmgatePolicy
internal import FilmgateSQLite

/// Properties that are read of one asset after the other, for those who see so much.
struct PropertyReading {
    /// For an asset's row number, which is bound to a `?` at its end. Its first column is the identifier; it has no row where the
    /// asset does not exist for the client.
    let statement: SQL
    /// Of each property, its first column; nil where it is withheld.
    private let columns: [Int?]
    private let properties: [AssetProperty]
    private let visibility: Visibility

    init(_ properties: [AssetProperty], in sight: Sight, visibleTo visibility: Visibility) {
        self.properties = properties
        self.visibility = visibility
        var selected: [SQL] = ["a.id"]
        columns = properties.map { property in
            guard visibility.tells(property) else { return nil }
            defer { selected += property.columns(in: sight) }
            return selected.count
        }
        statement = """
            SELECT \(selected.joined(by: ", ")) FROM asset AS a
            \(AssetQuery.join(for: properties.filter(visibility.tells))) WHERE \(sight.exists("a")) AND a.row = ?
            """
    }

    /// The value of the property at this place of the list; nil where it is absent or withheld.
    func value(at index: Int, in row: borrowing Row) -> PropertyValue? {
        guard let column = columns[index] else { return nil }
        let property = properties[index]
        return property == .creator
            ? row.creator(column, tellable: visibility) : property.value(in: row, at: column)
    }
}
