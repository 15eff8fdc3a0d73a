import FilmgateModel
import FilmgatePolicy
import FilmgateSQLite

/// Writes the changes of a transaction to the change log. The transaction gets a new generation number.
final class ChangeLog {
    enum Kind: String {
        case inserted, updated, trashed, restored
        /// The asset was purged.
        case deleted
        /// The asset entered or left the scope of `client` (the assets that it sees with limited access).
        case entered, left
        /// The grant of `client` changed.
        case granted
    }

    let database: DatabaseConnection
    private let generation: Int64
    private let now: Timestamp
    /// The albums and folders with an event in this transaction.
    private var logged: Set<CollectionRowID> = []

    /// The property that marks an update whose cause is a different asset: the original, or a photo of the same burst.
    /// Clients with limited access do not receive an update of only this property.
    static let ofOthers: [AssetProperty] = [.originalAsset]

    /// Begins a new generation.
    init(in database: DatabaseConnection, at now: Timestamp) throws {
        self.database = database
        self.now = now
        let next = try database.integer("UPDATE library SET generation = generation + 1 RETURNING generation")
        guard let next else { throw CorruptRowError(table: "library") }
        generation = next
    }

    /// - Parameter changesContent: whether the pixels of the asset changed.
    func add(
        _ kind: Kind, _ asset: AssetKey, client: Int64? = nil, properties: [AssetProperty] = [],
        changesContent: Bool = false
    ) throws {
        let bits = ChangeLog.bits(properties) | (changesContent ? ChangeLog.contentBit : 0)
        try database.execute(
            """
            INSERT INTO change (generation, date, kind, asset, id, media_type, client, properties)
            SELECT \(generation), \(now.rawValue), \(kind.rawValue), row, id, media_type, \(client),
                \(bits) FROM asset WHERE row = \(asset.rawValue)
            """)
    }

    /// An event of an album or folder. A change of its content is an update. A transaction logs at most one update of
    /// each collection, and none of a new collection.
    enum CollectionEvent: String {
        case inserted, updated, deleted
    }

    func add(_ kind: CollectionEvent, _ collection: CollectionRowID) throws {
        guard kind == .deleted || logged.insert(collection).inserted else { return }
        try database.execute(
            """
            INSERT INTO change (generation, date, kind, collection, id)
            SELECT \(generation), \(now.rawValue), '\(collection.table)-' || \(kind.rawValue), row, id
            FROM \(collection.table) WHERE row = \(collection.row)
            """)
    }

    /// Sets the modification date of an album or folder, and logs an update.
    func touch(_ collection: CollectionRowID) throws {
        try database.execute(
            "UPDATE \(collection.table) SET modification_date = \(now.rawValue) WHERE row = \(collection.row)")
        try add(.updated, collection)
    }

    /// Runs `body`, which changes an asset. Logs updates of its albums whose counts or dates change, and of photos that
    /// start or stop representing its burst in lists.
    func noting(recountOf asset: AssetKey, _ body: () throws -> Void) throws {
        let before = try countedDate(of: asset)
        try noting(burstOf: asset, body)
        guard try countedDate(of: asset) != before else { return }
        let albums = try database.integers("SELECT album FROM album_asset WHERE asset = \(asset.rawValue)")
        for album in albums { try add(.updated, .album(album)) }
    }

    /// Returns the date with which the asset counts in albums, or nil if it does not count.
    private func countedDate(of asset: AssetKey) throws -> Int64? {
        try database.integer(
            "SELECT creation_date FROM asset WHERE row = \(asset.rawValue) AND hidden = 0 AND trashed_date IS NULL")
    }

    func add(_ kind: Kind, client: Int64) throws {
        try database.execute(
            """
            INSERT INTO change (generation, date, kind, client)
            VALUES (\(generation), \(now.rawValue), \(kind.rawValue), \(client))
            """)
    }

    /// The SQL condition under which clients with full access receive a change.
    static let isReported: SQL = "kind NOT IN ('entered', 'left', 'granted')"

    /// Returns the SQL condition under which clients with access to one media type receive a change. They receive no
    /// update of only `original-asset` (1 << 27), because the original may have the other type.
    static func isReported(of type: MediaType) -> SQL {
        "\(isReported) AND media_type = \(type.rawValue) AND (kind <> 'updated' OR properties <> 1 << 27)"
    }

    /// The FROM and WHERE clauses that select changes with `isReported`.
    static let reported: SQL = "FROM change INDEXED BY change_reported WHERE \(isReported)"

    static func reported(of type: MediaType) -> SQL {
        "FROM change INDEXED BY change_typed WHERE \(isReported(of: type))"
    }

    /// The bit for a change of pixels, in addition to the bits of the properties.
    static let contentBit: Int64 = 1 << 62

    /// Returns the SQL condition under which a client receives the change `c`. A client does not receive an update if
    /// it cannot read any of the changed properties.
    ///
    /// - Parameter withheld: the bits of the properties that the client cannot read.
    static func isReported(without withheld: Int64) -> SQL {
        withheld == 0 ? "1" : "(c.kind <> 'updated' OR c.properties = 0 OR c.properties & \(~withheld))"
    }

    static func bits(_ properties: [AssetProperty]) -> Int64 {
        properties.reduce(0) { bits, property in
            bits | 1 << Int64(AssetProperty.allCases.firstIndex(of: property) ?? 0)
        }
    }
}

extension Visibility {
    /// The properties that the client cannot read, as bits of the change log.
    var withheld: Int64 { ChangeLog.bits(AssetProperty.allCases.filter { !shows($0) }) }
}
