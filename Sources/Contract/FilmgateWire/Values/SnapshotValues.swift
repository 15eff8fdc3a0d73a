public import FilmgateDBus
public import FilmgateModel

/// The options of `Snapshot`: the range of rows.
public struct SnapshotRange: OptionDictionary, Hashable {
    public var offset: UInt32
    /// The number of rows; nil means all remaining rows.
    public var count: UInt32?

    public init(offset: UInt32 = 0, count: UInt32? = nil) {
        self.offset = offset
        self.count = count
    }

    public static let owner = "Snapshot"

    public init<Coder: OptionCoder>(_ value: Self?, _ options: inout Coder) throws(Coder.Failure) {
        offset = try options.field("offset", value?.offset, usual: 0)
        count = try options.field("count", value?.count)
    }
}

/// The description of a snapshot's file: its rows and its layout.
public struct SnapshotLayout: OptionDictionary, Hashable {
    public var count: Int
    public var columns: [SnapshotColumn]
    /// The identifiers of the rows, if there are few. The identifiers are not sent, so a received layout has none.
    public let ids: [ObjectID]

    public init(count: Int, columns: [SnapshotColumn], ids: [ObjectID] = []) {
        self.ids = ids
        self.count = count
        self.columns = columns
    }

    public static let owner = "Snapshot"
    public static let tolerance = OptionTolerance.unknownValues

    public init<Coder: OptionCoder>(_ value: Self?, _ options: inout Coder) throws(Coder.Failure) {
        let missing = "a layout needs 'count' and 'columns'."
        count = try Coder.require(options.count("count", value?.count), missing)
        let columns = try options.field(
            "columns", value?.columns, as: { $0.map { Structure($0.name, $0.type.rawValue, $0.offset, $0.bytes) } }
        ) { (columns: [Structure<String, String, UInt64, UInt64>], _) in
            columns.compactMap { column in
                let (name, type, offset, bytes) = column.values
                return ColumnType(rawValue: type).map {
                    SnapshotColumn(name: name, type: $0, offset: offset, bytes: bytes)
                }
            }
        }
        self.columns = try Coder.require(columns, missing)
        ids = []
    }
}
