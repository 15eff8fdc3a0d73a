internal import FilmgateModel
internal import FilmgatePolicy
internal import FilmgateSQLite

extension CollectionReader {
    /// What a query finds, in its order.
    ///
    /// - Throws: `NoSuchAsset`, `NoSuchFolder`, and failures.
    func find(_ query: CollectionQuery) throws -> [PhotoCollection] {
        var found: [PhotoCollection]
        if let identifiers = query.identifiers {
            var named = Set<ObjectID>()
            found = try identifiers.filter { named.insert($0).inserted }.compactMap { try collection($0, query.kind) }
            if let type = query.type { found.removeAll { $0.type != type } }
        } else {
            found = try all(query.kind, query.type)
        }
        if let folder = query.folder {
            guard try collection(folder, .folder) != nil else { throw NoSuchFolder() }
            found.removeAll { $0.parent != folder }
        }
        if let asset = query.containing {
            let holding = try albums(holding: asset)
            found.removeAll { !holding.contains($0.id) }
        }
        if let predicate = query.predicate { found.removeAll { predicate.matches($0) != true } }
        found = found.sorted(by: query.sort)
        return query.limit == 0 ? found : Array(found.prefix(Int(query.limit)))
    }

    /// The albums of every type that hold an asset.
    ///
    /// - Throws: `NoSuchAsset`, and failures.
    private func albums(holding asset: AssetID) throws -> Set<ObjectID> {
        let found = try database.first(
            """
            SELECT a.row, a.creation_date, a.hidden = 0 AND a.trashed_date IS NULL FROM asset AS a
            WHERE a.id = \(asset.bytes) AND \(sight.exists("a"))
            """
        ) { (row: $0.integer(0), date: Timestamp(rawValue: $0.integer(1)), isListed: $0.flag(2)) }
        guard let found else { throw NoSuchAsset() }
        var albums = Set(transients.filter { $0.assets.contains(asset) }.map(\.id))
        for smart in SmartAlbum.all where try holds(smart, asset) { albums.insert(smart.id) }
        if found.isListed, let number = moments.number(at: found.date) { albums.insert(moments.ids[number]) }
        guard case .everything = sight else { return albums }
        let made: [ObjectID] = try database.identifiers(
            "SELECT l.id FROM album_asset AS p JOIN album AS l ON l.row = p.album WHERE p.asset = \(found.row)")
        return albums.union(made)
    }

    private func holds(_ album: SmartAlbum, _ asset: AssetID) throws -> Bool {
        var query = AssetQuery()
        try album.apply(to: &query, in: sight, of: database, at: now)
        guard let membership = query.membership else { return false }
        let isListed: SQL = query.includesHidden && visibility.listsHidden ? "1" : "a.hidden = 0"
        let isKept: SQL = query.includesTrashed && visibility.seesTrash ? "1" : "a.trashed_date IS NULL"
        let condition = membership.predicate.condition(on: AssetColumns(sight: sight))
        return try database.exists(
            "SELECT 1 FROM asset AS a WHERE a.id = \(asset.bytes) AND \(isListed) AND \(isKept) AND \(condition)")
    }
}
