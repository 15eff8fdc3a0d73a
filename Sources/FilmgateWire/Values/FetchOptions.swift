public import FilmgateDBus
public import FilmgateModel
internal import FilmgatePredicates

/// The kinds of things that can be fetched.
public enum FetchKind: String, DBusRepresentable {
    case asset, album, folder

    public init(representation: String) throws {
        guard let kind = FetchKind(rawValue: representation) else {
            throw WireError.invalidArgument(
                "'\(quotable(representation))' is not a kind; there are 'asset', 'album' and 'folder'.")
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
            throw WireError.invalidArgument("Fetch: 'album' and 'identifiers' cannot be combined.")
        }
        query.predicate = try reader.takePredicate()
        query.sort = try reader.takeOrder()
        query.limit = try reader.take("limit") ?? 0
        query.includesHidden = try reader.take("include-hidden") ?? false
        query.includesTrashed = try reader.take("include-trashed") ?? false
        query.includesBurstMembers = try reader.take("include-burst-members") ?? false
        query.sources = try reader.take("sources", as: [String].self).map(FetchOptions.sources)
        try reader.finish()
    }

    public var representation: Options {
        var options: Options = [:]
        if let identifiers = query.identifiers { options["identifiers"] = Variant(identifiers.map(\.description)) }
        if let album = query.album { options["album"] = Variant(album.description) }
        if !query.sort.isEmpty {
            options["sort"] = Variant(query.sort.map { Structure($0.property.rawValue, $0.ascending) })
        }
        if let predicate = query.predicate { options["where"] = Variant(predicate.text) }
        if query.limit > 0 { options["limit"] = Variant(query.limit) }
        if query.includesHidden { options["include-hidden"] = Variant(true) }
        if query.includesTrashed { options["include-trashed"] = Variant(true) }
        if query.includesBurstMembers { options["include-burst-members"] = Variant(true) }
        if let sources = query.sources { options["sources"] = Variant(sources.map(\.rawValue).sorted()) }
        return options
    }

    private static func sources(_ names: [String]) throws -> Set<AssetSource> {
        try Set(
            names.map { name in
                guard let source = AssetSource(rawValue: name) else {
                    throw WireError.invalidArgument(
                        "Fetch: 'sources': there is no source '\(quotable(name))'; there are "
                            + AssetSource.allCases.map { "'\($0.rawValue)'" }.joined(separator: ", ") + ".")
                }
                return source
            })
    }
}
