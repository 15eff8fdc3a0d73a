import FilmgateModel
import FilmgatePolicy
import FilmgateSQLite

/// Writes the changes of one transaction to the change log, under a new generation.
final class ChangeLog {
    enum Kind: String {
        case inserted, updated, trashed, restored
        /// Purged.
        case deleted
        /// Came into the scope of `client`, or left it.
        case entered, left
        /// The grant of `client` changed.
        case granted
    }

    let database: DatabaseConnection
    private let generation: Int64
    private let now: Timestamp
    /// The albums and folders with an event in this transaction.
    private var logged: Set<Collection> = []

    /// The properties of an update that tells of a different asset: that it is the original, or that it is of the same burst, and which
    /// photo of the burst is listed. Who sees a part of the library is not told of such an update.
    static let ofOthers: [AssetProperty] = [.originalAsset]

    private enum Collection: Hashable {
        case album(Int64), folder(Int64)
    }

    /// Begins the transaction's generation.
    init(in database: DatabaseConnection, at now: Timestamp) throws {
        self.database = database
        self.now = now
        let next = try database.first("UPDATE library SET generation = generation + 1 RETURNING generation") {
            $0.integer(0)
        }
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

    /// An event of an album or a folder, whose content counts as a part of it. Each has one `updated` event at most, and a new one
    /// has none.
    enum CollectionEvent: String {
        case inserted, updated, deleted
    }

    func add(_ kind: CollectionEvent, album: Int64) throws {
        guard isNew(kind, .album(album)) else { return }
        try database.execute(
            """
            INSERT INTO change (generation, date, kind, collection, id)
            SELECT \(generation), \(now.rawValue), \("album-" + kind.rawValue), row, id FROM album WHERE row = \(album)
            """)
    }

    func add(_ kind: CollectionEvent, folder: Int64) throws {
        guard isNew(kind, .folder(folder)) else { return }
        try database.execute(
            """
            INSERT INTO change (generation, date, kind, collection, id)
            SELECT \(generation), \(now.rawValue), \("folder-" + kind.rawValue), row, id FROM folder WHERE row = \(folder)
            """)
    }

    private func isNew(_ kind: CollectionEvent, _ collection: Collection) -> Bool {
        switch kind {
        case .inserted, .updated: logged.insert(collection).inserted
        case .deleted: true
        }
    }

    /// Changes an asset by `body`. Logs updates of its albums if their counts or dates change, and of other photos of its burst if they are
    /// listed from now on, or no longer.
    func noting(recountOf asset: AssetKey, _ body: () throws -> Void) throws {
        let before = try countedDate(of: asset)
        try noting(burstOf: asset, body)
        guard try countedDate(of: asset) != before else { return }
        let albums = try database.all("SELECT album FROM album_asset WHERE asset = \(asset.rawValue)") { $0.integer(0) }
        for album in albums { try add(.updated, album: album) }
    }

    /// Returns the date with which an asset counts in its albums. Returns nil if it does not count.
    private func countedDate(of asset: AssetKey) throws -> Int64? {
        try database.first(
            "SELECT creation_date FROM asset WHERE row = \(asset.rawValue) AND hidden = 0 AND trashed_date IS NULL"
        ) { $0.integer(0) }
    }

    func add(_ kind: Kind, client: Int64) throws {
        try database.execute(
            """
            INSERT INTO change (generation, date, kind, client)
            VALUES (\(generation), \(now.rawValue), \(kind.rawValue), \(client))
            """)
    }

    /// The condition that a change is told to those who see everything.
    static let isTold: SQL = "kind NOT IN ('entered', 'left', 'granted')"

    /// The same for those who see only assets of a type. An asset can tell of its original, which may be of the other type: 1 << 27 is
    /// `original-asset`.
    static func isTold(of type: MediaType) -> SQL {
        "\(isTold) AND media_type = \(type.rawValue) AND (kind <> 'updated' OR properties <> 1 << 27)"
    }

    /// The changes of which `isTold` holds, after SELECT.
    static let told: SQL = "FROM change INDEXED BY change_told WHERE \(isTold)"

    static func told(of type: MediaType) -> SQL { "FROM change INDEXED BY change_typed WHERE \(isTold(of: type))" }

    /// Beside the bits of properties: the pixels changed.
    static let contentBit: Int64 = 1 << 62

    /// The condition that a change of the alias `c` is told to a client that may not know some properties. An update of nothing else is
    /// not.
    ///
    /// - Parameter untold: the properties that it may not know, as `bits`.
    static func isTold(without untold: Int64) -> SQL {
        untold == 0 ? "1" : "(c.kind <> 'updated' OR c.properties = 0 OR c.properties & \(~untold))"
    }

    static func bits(_ properties: [AssetProperty]) -> Int64 {
        properties.reduce(0) { bits, property in
            bits | 1 << Int64(AssetProperty.allCases.firstIndex(of: property) ?? 0)
        }
    }
}

extension Visibility {
    /// The properties that the client may not know, as the change log has them.
    var untold: Int64 { ChangeLog.bits(AssetProperty.allCases.filter { !tells($0) }) }
}
