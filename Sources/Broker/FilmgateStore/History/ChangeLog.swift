import FilmgateModel
import FilmgatePolicy
import FilmgateSQLite

/// Writes the changes of one transaction to the change log, under a new generation.
final class ChangeLog {
    enum Kind: String {
        case inserted, updated, trashed, restored
        /// The asset was purged.
        case deleted
        /// The asset entered the scope of `client`, or left it.
        case entered, left
        /// The grant of `client` changed.
        case granted
    }

    let database: DatabaseConnection
    private let generation: Int64
    private let now: Timestamp
    /// The albums and folders with an event in this transaction.
    private var logged: Set<CollectionRowID> = []

    /// The properties whose update reveals something about another asset: the original, or the other photos of the
    /// burst. Clients that see only a part of the library do not receive such an update.
    static let ofOthers: [AssetProperty] = [.originalAsset]

    /// Begins a new generation for the transaction.
    init(in database: DatabaseConnection, at now: Timestamp) throws {
        self.database = database
        self.now = now
        let next = try database.integer("UPDATE library SET generation = generation + 1 RETURNING generation")
        guard let next else { throw DamagedRow(table: "library") }
        generation = next
    }

    /// - Parameter changesContent: whether the asset's pixels changed.
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

    /// An event of an album or a folder. A change of its content counts as an update. Within a transaction, each
    /// collection has at most one `updated` event, and a new collection has none.
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

    /// Records that an album or a folder changed.
    func touch(_ collection: CollectionRowID) throws {
        try database.execute(
            "UPDATE \(collection.table) SET modification_date = \(now.rawValue) WHERE row = \(collection.row)")
        try add(.updated, collection)
    }

    /// Changes an asset with `body`. Logs updates of its albums if their counts or dates change, and of other photos of
    /// its burst if they become listed or are no longer listed.
    func noting(recountOf asset: AssetKey, _ body: () throws -> Void) throws {
        let before = try countedDate(of: asset)
        try noting(burstOf: asset, body)
        guard try countedDate(of: asset) != before else { return }
        let albums = try database.integers("SELECT album FROM album_asset WHERE asset = \(asset.rawValue)")
        for album in albums { try add(.updated, .album(album)) }
    }

    /// Returns the date with which an asset counts in its albums, or nil if it does not count.
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

    /// The condition under which a change is reported to clients that see everything.
    static let isReported: SQL = "kind NOT IN ('entered', 'left', 'granted')"

    /// Returns the condition for clients that see only assets of one type, which leaves out updates of `original-asset`
    /// (1 << 27), because the original may have the other type.
    static func isReported(of type: MediaType) -> SQL {
        "\(isReported) AND media_type = \(type.rawValue) AND (kind <> 'updated' OR properties <> 1 << 27)"
    }

    /// The FROM and WHERE clauses for the changes that satisfy `isReported`.
    static let reported: SQL = "FROM change INDEXED BY change_reported WHERE \(isReported)"

    static func reported(of type: MediaType) -> SQL {
        "FROM change INDEXED BY change_typed WHERE \(isReported(of: type))"
    }

    /// The bit, beside the bits of properties, that means a change of pixels.
    static let contentBit: Int64 = 1 << 62

    /// Returns the condition under which the change `c` is reported to a client that may not read some properties. An
    /// update of only such properties is not reported.
    ///
    /// - Parameter withheld: the properties that the client may not read, as `bits`.
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
    /// The properties that the client may not read, as bits of the change log.
    var withheld: Int64 { ChangeLog.bits(AssetProperty.allCases.filter { !shows($0) }) }
}
