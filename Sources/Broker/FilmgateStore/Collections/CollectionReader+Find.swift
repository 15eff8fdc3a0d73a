import FilmgateModel
import FilmgatePolicy
import FilmgateSQLite

extension CollectionReader {
    /// Returns the albums or folders that a query finds, in the order of the query.
    ///
    /// - Throws: `NoSuchAsset`, `NoSuchFolder`, and an error of the database.
    func find(_ query: CollectionQuery) throws -> [ObjectID] {
        if case .folder(let folder) = query.place, try collection(folder, .folder) == nil { throw NoSuchFolder() }
        let holding = try query.containing.map { try albums(holding: $0) }
        var found = try candidates(query)
        if let holding { found.removeAll { !holding.contains($0) } }
        if !query.properties.isEmpty {
            let matches = CollectionMatcher(query.predicate ?? .constant(true))
            let collections = try found.compactMap { id -> PhotoCollection? in
                guard let collection = try collection(id, query.kind) else { return nil }
                let isMatch = matches(collection, unless: { database.isOverTime })
                try database.checkTime()
                return isMatch == true ? collection : nil
            }
            found = collections.sorted(by: query.sort).map(\.id)
        }
        return query.limit == 0 ? found : Array(found.prefix(Int(query.limit)))
    }

    private func candidates(_ query: CollectionQuery) throws -> [ObjectID] {
        guard let identifiers = query.identifiers else { return try all(query.kind, query.type, at: query.place) }
        var named = Set<ObjectID>()
        return try identifiers.filter { id in
            guard named.insert(id).inserted, let collection = try collection(id, query.kind) else { return false }
            return (query.type ?? collection.type) == collection.type
                && query.place.holds(collection)
        }
    }

    /// Returns all visible albums that contain an asset, including computed albums.
    ///
    /// - Throws: `NoSuchAsset`, and an error of the database.
    private func albums(holding asset: AssetID) throws -> Set<ObjectID> {
        let found = try database.first(
            """
            SELECT a.row, a.creation_date, a.hidden = 0 AND a.trashed_date IS NULL
                AND \(scope.representsBurst("a.row")) FROM asset AS a
            WHERE a.id = \(asset.bytes) AND \(scope.exists("a"))
            """
        ) { (row: $0.integer(0), date: Timestamp(rawValue: $0.integer(1)), isListed: $0.flag(2)) }
        guard let found else { throw NoSuchAsset() }
        var albums = Set(transients.filter { $0.assets.contains(asset) }.map(\.id))
        for smart in SmartAlbum.all {
            var query = AssetQuery()
            try smart.apply(to: &query, in: scope, isOwners: visibility.isOwners, of: database, at: now)
            if try holds(query, asset) { albums.insert(smart.id) }
        }
        if found.isListed, let number = moments.number(at: found.date) { albums.insert(moments.ids[number]) }
        guard case .everything = scope else { return albums }
        let made: [ObjectID] = try database.identifiers(
            "SELECT l.id FROM album_asset AS p JOIN album AS l ON l.row = p.album WHERE p.asset = \(found.row)")
        let ruled = try database.all("SELECT id, rule FROM album WHERE rule IS NOT NULL") {
            (id: ObjectID(bytes: $0.blob(0)), rule: AlbumRule(stored: $0.text(1)))
        }
        for (id, rule) in ruled {
            var query = AssetQuery()
            query.membership = rule.membership(visibleTo: visibility)
            if let id, try holds(query, asset) { albums.insert(id) }
            try database.checkTime()
        }
        return albums.union(made)
    }

    /// Returns whether a smart album lists an asset.
    private func holds(_ query: AssetQuery, _ asset: AssetID) throws -> Bool {
        guard let membership = query.membership else { return false }
        let isListed: SQL = query.includesHidden && visibility.listsHidden ? "1" : "a.hidden = 0"
        let isKept: SQL = query.includesTrashed && visibility.seesTrash ? "1" : "a.trashed_date IS NULL"
        let condition = membership.predicate.condition(
            on: AssetPredicateColumns(scope: scope, places: visibility.limits.locationPrecision))
        let isOfImport: SQL = membership.importBegan.map { "a.import_began = \($0.rawValue)" } ?? "1"
        return try database.exists(
            """
            SELECT 1 FROM asset AS a \(AssetQuery.join(for: membership.predicate.properties)) WHERE a.id = \(asset.bytes) AND \(isListed) AND \(isKept) AND \(condition)
                AND \(isOfImport) AND \(scope.representsBurst("a.row"))
            """)
    }
}

extension CollectionQuery.ParentFilter {
    fileprivate func holds(_ collection: PhotoCollection) -> Bool {
        switch self {
        case .anywhere: true
        case .top: collection.parent == nil
        case .folder(let folder): collection.parent == folder
        }
    }
}
