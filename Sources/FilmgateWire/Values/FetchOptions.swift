public import FilmgateDBus
public import FilmgateModel

/// What a fetch is for.
public enum FetchKind: String, DBusRepresentable {
    case asset, album, folder

    public init(representation: String) throws {
        guard let kind = FetchKind(rawValue: representation) else {
            throw WireError.invalidArgument(
                "Fetch: '\(quotable(representation))' cannot be fetched; there are 'asset', 'album' and 'folder'.")
        }
        self = kind
    }

    public var representation: String { rawValue }
}

/// The options of `Fetch`.
public struct FetchOptions: DBusRepresentable {
    public var query: AssetQuery

    public init(_ query: AssetQuery) { self.query = query }

    public init(representation: Options) throws {
        var reader = OptionReader(representation, of: "Fetch")
        query = AssetQuery()
        query.identifiers = try reader.take("identifiers", as: [AssetIdentifier].self)?.map(\.id)
        query.album = try reader.take("album", as: LibraryIdentifier.self).map { AlbumID(uuid: $0.id.uuid) }
        guard query.album == nil || query.identifiers == nil else {
            throw WireError.invalidArgument("Fetch: 'album' and 'identifiers' do not go together.")
        }
        query.sort = try reader.take("sort", as: [Structure<String, Bool>].self)?.map(FetchOptions.order) ?? []
        let sorted = query.sort.map(\.property)
        guard Set(sorted).count == sorted.count else {
            throw WireError.invalidArgument("Fetch: 'sort' names a property twice.")
        }
        query.limit = try reader.take("limit") ?? 0
        query.includesHidden = try reader.take("include-hidden") ?? false
        query.includesTrashed = try reader.take("include-trashed") ?? false
        try reader.finish()
    }

    public var representation: Options {
        var options: Options = [:]
        if let identifiers = query.identifiers { options["identifiers"] = Variant(identifiers.map(\.description)) }
        if let album = query.album { options["album"] = Variant(album.description) }
        if !query.sort.isEmpty {
            options["sort"] = Variant(query.sort.map { Structure($0.property.rawValue, $0.ascending) })
        }
        if query.limit > 0 { options["limit"] = Variant(query.limit) }
        if query.includesHidden { options["include-hidden"] = Variant(true) }
        if query.includesTrashed { options["include-trashed"] = Variant(true) }
        return options
    }

    private static func order(_ pair: Structure<String, Bool>) throws -> AssetQuery.Order {
        let (name, ascending) = pair.values
        guard let property = AssetProperty(rawValue: name), property.isSortable else {
            throw WireError.invalidArgument("Fetch: 'sort': assets cannot be sorted by '\(quotable(name))'.")
        }
        return AssetQuery.Order(by: property, ascending: ascending)
    }
}
