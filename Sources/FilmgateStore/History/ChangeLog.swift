internal import FilmgateModel
internal import FilmgateSQLite

/// What one transaction tells those who observe, under one new generation.
final class ChangeLog {
    enum Kind: String {
        case inserted, updated, trashed, restored
        /// For good.
        case deleted
        /// A selection has shown or hidden it to `client`.
        case entered, left
        /// The grant of `client` is another.
        case granted
    }

    private let database: DatabaseConnection
    private let generation: Int64
    private let now: Timestamp
    /// Of which albums and folders it has been told that they are new or another.
    private var told: Set<Told> = []

    private enum Told: Hashable {
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

    func add(_ kind: Kind, _ asset: AssetKey, client: Int64? = nil, properties: [AssetProperty] = []) throws {
        try database.execute(
            """
            INSERT INTO change (generation, date, kind, asset, id, client, properties)
            SELECT \(generation), \(now.rawValue), \(kind.rawValue), row, id, \(client), \(ChangeLog.bits(properties))
            FROM asset WHERE row = \(asset.rawValue)
            """)
    }

    /// What happened to an album or a folder; what is in it is part of it. That it is another is told once, and not of a new one.
    enum CollectionEvent: String {
        case inserted, updated, deleted
    }

    func add(_ kind: CollectionEvent, album: Int64) throws {
        guard isNews(kind, .album(album)) else { return }
        try database.execute(
            """
            INSERT INTO change (generation, date, kind, collection, id)
            SELECT \(generation), \(now.rawValue), \("album-" + kind.rawValue), row, id FROM album WHERE row = \(album)
            """)
    }

    func add(_ kind: CollectionEvent, folder: Int64) throws {
        guard isNews(kind, .folder(folder)) else { return }
        try database.execute(
            """
            INSERT INTO change (generation, date, kind, collection, id)
            SELECT \(generation), \(now.rawValue), \("folder-" + kind.rawValue), row, id FROM folder WHERE row = \(folder)
            """)
    }

    private func isNews(_ kind: CollectionEvent, _ collection: Told) -> Bool {
        switch kind {
        case .inserted, .updated: told.insert(collection).inserted
        case .deleted: true
        }
    }

    /// Does something to an asset, and tells of the albums that it is in where they count or date it otherwise afterwards.
    func noting(recountOf asset: AssetKey, _ body: () throws -> Void) throws {
        let before = try countedDate(of: asset)
        try body()
        guard try countedDate(of: asset) != before else { return }
        let albums = try database.all("SELECT album FROM album_asset WHERE asset = \(asset.rawValue)") { $0.integer(0) }
        for album in albums { try add(.updated, album: album) }
    }

    /// With what date an asset counts in its albums; nil where it does not.
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

    static func bits(_ properties: [AssetProperty]) -> Int64 {
        properties.reduce(0) { bits, property in
            bits | 1 << Int64(AssetProperty.allCases.firstIndex(of: property) ?? 0)
        }
    }
}
