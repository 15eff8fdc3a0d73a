import FilmgateModel

/// All elements of a fetch result at one moment, in memory. Elements are created from the broker's columns when they
/// are accessed.
///
/// Access never waits and never fails, because it needs neither the result nor the connection. A snapshot takes about
/// as much memory as its values: a million identifiers and dates take 24 MB.
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

    /// Returns the identifier of a row, without creating an element.
    public func id(at index: Int) -> Element.ID {
        precondition(indices.contains(index), "a snapshot of \(table.count) rows has no row \(index)")
        return table.id(at: index)
    }

    /// Returns one value of a row, without creating an element; nil if the value is absent or was not read.
    public func value(of property: Element.Property, at index: Int) -> PropertyValue? {
        precondition(indices.contains(index), "a snapshot of \(table.count) rows has no row \(index)")
        return table.value(property.rawValue, at: index)
    }
}
