import FilmgateModel

/// The complete result of a fetch at one moment, in memory: a collection whose elements are created from the broker's
/// columns when they are accessed.
///
/// Access never waits and never fails: it needs neither the result nor the connection. The snapshot takes about as many
/// bytes as its values do; a million identifiers and dates take 24 MB.
public struct FetchSnapshot<Element: Fetchable>: RandomAccessCollection, Sendable {
    private let table: SnapshotTable
    private let properties: [Element.Property]

    init(_ table: SnapshotTable, _ properties: Set<Element.Property>) {
        self.table = table
        self.properties = Array(properties)
    }

    public var startIndex: Int { 0 }
    public var endIndex: Int { table.count }

    public subscript(index: Int) -> Element {
        precondition(indices.contains(index), "a snapshot of \(table.count) rows has no row \(index)")
        var values: [Element.Property: PropertyValue] = [:]
        for property in properties { values[property] = table.value(property.rawValue, at: index) }
        return Element(id: id(at: index), values: values)
    }

    /// Returns only the identifier of a row, which is faster.
    public func id(at index: Int) -> Element.ID {
        precondition(indices.contains(index), "a snapshot of \(table.count) rows has no row \(index)")
        return table.id(at: index)
    }

    /// Returns only one value of a row, which is faster; nil if it is absent or was not read.
    public func value(of property: Element.Property, at index: Int) -> PropertyValue? {
        precondition(indices.contains(index), "a snapshot of \(table.count) rows has no row \(index)")
        return table.value(property.rawValue, at: index)
    }
}
