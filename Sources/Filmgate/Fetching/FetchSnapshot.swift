internal import FilmgateModel

/// Everything that a fetch found, as it was at one moment, in memory: a collection like any other, whose elements are made of the
/// columns that the broker handed over as they are asked for.
///
/// Nothing waits and nothing fails: neither the result nor the connection is needed any more. It holds about as many bytes
/// as its values have; a million identifiers and dates are 24 MB.
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

    /// The identifier of a row alone, which is faster.
    public func id(at index: Int) -> Element.ID {
        precondition(indices.contains(index), "a snapshot of \(table.count) rows has no row \(index)")
        return table.id(at: index)
    }

    /// A value of a row alone, which is faster; nil where it is absent or was not asked for.
    public func value(of property: Element.Property, at index: Int) -> PropertyValue? {
        precondition(indices.contains(index), "a snapshot of \(table.count) rows has no row \(index)")
        return table.value(property.rawValue, at: index)
    }
}
