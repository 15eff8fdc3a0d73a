public import FilmgateDBus
public import FilmgateModel

/// The options of `Snapshot`: the range of rows.
public struct SnapshotRange: DBusRepresentable, Hashable {
    public var offset: UInt32
    /// Nil: all remaining rows.
    public var count: UInt32?

    private enum Key: String { case offset, count }

    public init(offset: UInt32 = 0, count: UInt32? = nil) {
        self.offset = offset
        self.count = count
    }

    public init(representation: Options) throws {
        var reader = OptionReader(representation, of: "Snapshot")
        offset = try reader.take(Key.offset) ?? 0
        count = try reader.take(Key.count)
        try reader.finish()
    }

    public var representation: Options {
        var options: Options = [:]
        options[Key.offset] = offset > 0 ? offset : nil
        options[Key.count] = count
        return options
    }
}

/// The content and layout of a snapshot's file.
public struct SnapshotLayout: DBusRepresentable, Hashable {
    public var count: Int
    public var columns: [SnapshotColumn]
    /// The identifiers of the rows, if they are few. They are not sent: a received layout has none.
    public let ids: [ObjectID]

    private enum Key: String { case count, columns }

    public init(count: Int, columns: [SnapshotColumn], ids: [ObjectID] = []) {
        self.ids = ids
        self.count = count
        self.columns = columns
    }

    /// Ignores columns of types that this version does not know: a newer broker may send more.
    ///
    /// - Throws: `WireError.invalidArgument` if a required key is missing.
    public init(representation: Options) throws {
        guard let count = representation[Key.count, as: UInt32.self],
            let columns = representation[Key.columns, as: [Structure<String, String, UInt64, UInt64>].self]
        else { throw WireError.invalidArgument("a layout needs 'count' and 'columns'.") }
        ids = []
        self.count = Int(count)
        self.columns = columns.compactMap { column in
            let (name, type, offset, bytes) = column.values
            return ColumnType(rawValue: type).map { SnapshotColumn(name: name, type: $0, offset: offset, bytes: bytes) }
        }
    }

    public var representation: Options {
        var options: Options = [:]
        options[Key.count] = UInt32(clamping: count)
        options[Key.columns] = columns.map { Structure($0.name, $0.type.rawValue, $0.offset, $0.bytes) }
        return options
    }
}
