import FilmgateModel
import FilmgatePolicy
import FilmgateSQLite

/// Reads albums and folders as a client sees them, within a read transaction.
///
/// A client without full access does not see albums and folders that clients created. Computed albums and folders
/// contain only assets that the client sees.
struct CollectionReader {
    let database: DatabaseConnection
    let visibility: Visibility
    let scope: SQLScope
    let moments: MomentList
    let transients: [TransientAlbum]
    let now: Timestamp
    /// The properties to read. Counts are computed only on request, because counting is slow.
    let properties: Set<CollectionProperty>

    init(
        _ database: DatabaseConnection, _ visibility: Visibility, moments: MomentList, transients: [TransientAlbum],
        at now: Timestamp, including properties: Set<CollectionProperty>
    ) throws {
        self.database = database
        self.visibility = visibility
        scope = try SQLScope(visibility, in: database)
        self.moments = moments
        self.transients = transients
        self.now = now
        self.properties = properties
    }

    /// Returns the collections that match the arguments, in the default order. A nil type matches all types.
    func all(
        _ kind: CollectionKind, _ type: CollectionType?, at place: CollectionQuery.ParentFilter
    ) throws -> [ObjectID] {
        let isOfAnyType = type == nil
        return try CollectionType.allCases.filter { $0.isType(of: kind) && (type == nil || $0 == type) }.flatMap {
            type in
            switch (type, kind) {
            // A request for all types sorts a folder's albums and smart albums together.
            case (.album, _): try made("album", at: place, "folder", where: isOfAnyType ? "1" : "rule IS NULL")
            case (.folder, _): try made("folder", at: place, "parent")
            case (.smart, .album):
                try (place == .anywhere || place == .folder(SmartAlbum.folder.id) ? SmartAlbum.all.map(\.id) : [])
                    + (isOfAnyType ? [] : made("album", at: place, "folder", where: "rule IS NOT NULL"))
            case (.smart, .folder): place.includesTop ? [SmartAlbum.folder.id] : []
            case (.moment, _): moments.ids(at: place)
            case (.momentYear, _): place.includesTop ? moments.years.map(\.id) : []
            case (.transient, _): place.includesTop ? transients.map(\.id) : []
            }
        }
    }

    /// Returns a visible collection that is neither a moment nor a year, or nil if there is none.
    func known(_ id: ObjectID, _ kind: CollectionKind?) throws -> PhotoCollection? {
        if kind != .folder {
            if let smart = SmartAlbum.with(id) { return try self.smart(smart) }
            if let transient = transients.first(where: { $0.id == id }) { return try self.transient(transient) }
        }
        if kind != .album, id == SmartAlbum.folder.id { return SmartAlbum.folder }
        guard case .everything = scope else { return nil }
        if kind != .folder, let row = try database.row(of: AlbumID(uuid: id.uuid)) { return try album(row) }
        if kind != .album, let row = try database.row(of: FolderID(uuid: id.uuid)) {
            return try folder(row)
        }
        return nil
    }

    /// Returns a visible collection of any type, or nil if there is none.
    func collection(_ id: ObjectID, _ kind: CollectionKind? = nil) throws -> PhotoCollection? {
        if let known = try known(id, kind) { return known }
        guard var moment = moments.collection(id), kind.map(moment.type.isType(of:)) ?? true else { return nil }
        if moment.type == .moment, let start = moment.startDate, let end = moment.endDate, start <= end {
            var query = AssetQuery()
            query.membership = ComputedAlbumDefinition(dates: start...end, isIndexed: true)
            try cover(&moment, query)
        }
        return moment
    }

    // MARK: Albums and folders of clients

    /// - Parameter parent: the column that contains the row of the parent folder.
    private func made(
        _ table: SQL, at place: CollectionQuery.ParentFilter, _ parent: SQL, where condition: SQL = "1"
    ) throws -> [ObjectID] {
        guard case .everything = scope else { return [] }
        let byTitle: SQL = "title COLLATE NOCASE, id"
        let rest: SQL =
            switch place {
            case .anywhere: "WHERE \(condition) ORDER BY \(byTitle)"
            case .top: "WHERE \(condition) AND \(parent) IS NULL ORDER BY position IS NULL, position, \(byTitle)"
            case .folder(let id):
                """
                WHERE \(condition) AND \(parent) = (SELECT row FROM folder WHERE id = \(id.bytes))
                ORDER BY position IS NULL, position, \(byTitle)
                """
            }
        return try database.identifiers("SELECT id FROM \(table) \(rest)")
    }

    private func album(_ row: Int64) throws -> PhotoCollection? {
        let found = try database.first(
            """
            SELECT l.id, l.title, f.id, l.assets - l.hidden, l.rule FROM album AS l
            LEFT JOIN folder AS f ON f.row = l.folder WHERE l.row = \(row)
            """
        ) { (try PhotoCollection($0, .album), rule: $0.optionalText(4)) }
        guard let found else { return nil }
        if let rule = found.rule { return try follow(AlbumRule(stored: rule), found.0) }
        var album = found.0
        var query = AssetQuery()
        query.album = AlbumID(uuid: album.id.uuid)
        try date(&album, query)
        try cover(&album, query)
        if properties.contains(.cover), let chosen = try chosenCover(row) { album.cover = chosen }
        return album
    }

    /// Returns a smart album that a client created, with the count, dates and cover that the reader sees.
    private func follow(_ rule: AlbumRule, _ album: PhotoCollection) throws -> PhotoCollection {
        var collection = PhotoCollection(
            id: album.id, title: album.title, type: .smart, subtype: SmartAlbum.custom, parent: album.parent)
        collection.rule = rule.text(visibleTo: visibility)
        guard properties.contains(where: \.isCounted) else { return collection }
        var query = AssetQuery()
        query.membership = rule.membership(visibleTo: visibility)
        try fill(&collection, query)
        return collection
    }

    /// Returns the cover that a client chose, or nil if the album does not list this asset.
    private func chosenCover(_ album: Int64) throws -> AssetID? {
        try database.first(
            """
            SELECT a.id FROM album AS l JOIN asset AS a ON a.row = l.cover
            JOIN album_asset AS p ON p.asset = a.row AND p.album = l.row
            WHERE l.row = \(album) AND p.hidden = 0 AND p.trashed = 0
            """
        ) { AssetID(bytes: $0.blob(0)) } ?? nil
    }

    private func folder(_ row: Int64) throws -> PhotoCollection? {
        try database.first(
            """
            SELECT f.id, f.title, p.id, (SELECT count(*) FROM album AS l WHERE l.folder = f.row)
                + (SELECT count(*) FROM folder AS c WHERE c.parent = f.row)
            FROM folder AS f LEFT JOIN folder AS p ON p.row = f.parent WHERE f.row = \(row)
            """
        ) { try PhotoCollection($0, .folder) }
    }

    // MARK: Computed albums

    private func smart(_ album: SmartAlbum) throws -> PhotoCollection {
        var collection = PhotoCollection(
            id: album.id, title: album.title, type: .smart, subtype: album.subtype, parent: SmartAlbum.folder.id)
        guard properties.contains(where: \.isCounted) else { return collection }
        var query = AssetQuery()
        try album.apply(to: &query, in: scope, isOwners: visibility.isOwners, of: database, at: now)
        try fill(&collection, query, count: kept(album))
        return collection
    }

    /// Returns the stored number of an album's assets, or nil if the number is not stored.
    private func kept(_ album: SmartAlbum) throws -> UInt32? {
        guard case .everything = scope else { return nil }
        let column: SQL
        switch album.membership {
        case .matching(.constant(true)):
            column = """
                assets - hidden - (SELECT count(*) - count(DISTINCT burst) FROM burst_asset WHERE listed = 1)
                """
        case .hidden: column = "hidden"
        case .trash: column = "trashed"
        case .matching, .addedWithin, .lastImport: return nil
        }
        return try database.first("SELECT \(column) FROM library") { UInt32(clamping: $0.integer(0)) }
    }

    private func transient(_ album: TransientAlbum) throws -> PhotoCollection {
        var collection = PhotoCollection(id: album.id, title: album.title, type: .transient)
        guard properties.contains(where: \.isCounted) else { return collection }
        var query = AssetQuery()
        query.identifiers = album.assets
        try fill(&collection, query)
        return collection
    }

    // MARK: Counting

    /// Sets the requested properties that need counting or searching.
    ///
    /// - Parameter count: the stored count, or nil if the assets must be counted.
    private func fill(
        _ collection: inout PhotoCollection, _ query: AssetQuery, count: @autoclosure () throws -> UInt32? = nil
    ) throws {
        if properties.contains(.count) || properties.contains(.estimatedCount) {
            collection.count = try count() ?? self.count(query)
            collection.estimatedCount = collection.count
        }
        try date(&collection, query)
        try cover(&collection, query)
    }

    private func count(_ query: AssetQuery) throws -> UInt32 {
        let statement = query.statement(in: scope, visibleTo: visibility)
        return try database.first("SELECT count(*) FROM (\(statement))") { UInt32(clamping: $0.integer(0)) } ?? 0
    }

    private func date(_ collection: inout PhotoCollection, _ query: AssetQuery) throws {
        if properties.contains(.startDate) { collection.startDate = try date(query, ascending: true) }
        if properties.contains(.endDate) { collection.endDate = try date(query, ascending: false) }
    }

    /// Sets the newest asset as the cover, if the cover was requested.
    private func cover(_ collection: inout PhotoCollection, _ query: AssetQuery) throws {
        guard properties.contains(.cover) else { return }
        let id = try first("id", of: query, ascending: false) { AssetID(bytes: $0.blob(0)) }
        collection.cover = id ?? nil
    }

    private func date(_ query: AssetQuery, ascending: Bool) throws -> Timestamp? {
        try first("creation_date", of: query, ascending: ascending) { Timestamp(rawValue: $0.integer(0)) }
    }

    /// Returns a column of the newest or oldest asset that the query finds.
    private func first<T>(
        _ column: SQL, of query: AssetQuery, ascending: Bool, _ decode: (borrowing Row) throws -> T
    ) throws -> T? {
        var query = query
        query.sort = [AssetQuery.Order(by: .creationDate, ascending: ascending)]
        query.limit = 1
        let statement = query.statement(in: scope, visibleTo: visibility)
        return try database.first("SELECT \(column) FROM asset WHERE row IN (\(statement))", decode)
    }
}

extension PhotoCollection {
    /// Reads an album or folder from a row with its identifier, title, parent and count.
    fileprivate init(_ row: borrowing Row, _ type: CollectionType) throws {
        guard let id = ObjectID(bytes: row.blob(0)) else { throw CorruptRowError(table: type.rawValue) }
        let count = UInt32(clamping: row.integer(3))
        self.init(
            id: id, title: row.text(1), type: type, estimatedCount: count, count: count,
            parent: ObjectID(bytes: row.blob(2)))
    }
}

extension CollectionQuery.ParentFilter {
    fileprivate var includesTop: Bool {
        switch self {
        case .anywhere, .top: true
        case .folder: false
        }
    }
}
