public import FilmgateDBus
public import FilmgateModel
import FilmgatePredicates

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

    public init(representation: Options) throws { try self.init(representation, of: "Fetch") }

    /// - Parameter method: whose options they are, for error messages.
    init(_ representation: Options, of method: String) throws {
        var reader = OptionReader(representation, of: method)
        query = AssetQuery()
        query.identifiers = try reader.take(FetchKey.identifiers, as: [AssetIdentifier].self)?.map(\.id)
        query.album = try reader.take(FetchKey.album, as: LibraryIdentifier.self).map { AlbumID(uuid: $0.id.uuid) }
        guard query.album == nil || query.identifiers == nil else {
            throw WireError.invalidArgument("\(method): 'album' and 'identifiers' cannot be combined.")
        }
        query.predicate = try reader.takePredicate()
        query.search = try reader.takeSearch()
        query.sort = try reader.takeOrder()
        query.limit = try reader.take(FetchKey.limit) ?? 0
        query.includesHidden = try reader.take(FetchKey.includeHidden) ?? false
        query.includesTrashed = try reader.take(FetchKey.includeTrashed) ?? false
        query.includesBurstMembers = try reader.take(FetchKey.includeBurstMembers) ?? false
        query.isAddedByOwner = try reader.take(FetchKey.addedByOwner) ?? false
        query.sources = try reader.take(FetchKey.sources, as: [String].self).map(FetchOptions.sources)
        try reader.finish()
    }

    public var representation: Options {
        var options: Options = [:]
        options[FetchKey.identifiers] = query.identifiers?.map(\.description)
        options[FetchKey.album] = query.album?.description
        options.put(query.predicate, query.sort)
        options[FetchKey.search] = query.search?.text
        options[FetchKey.limit] = query.limit > 0 ? query.limit : nil
        options[FetchKey.includeHidden] = query.includesHidden ? true : nil
        options[FetchKey.includeTrashed] = query.includesTrashed ? true : nil
        options[FetchKey.includeBurstMembers] = query.includesBurstMembers ? true : nil
        options[FetchKey.addedByOwner] = query.isAddedByOwner ? true : nil
        options[FetchKey.sources] = query.sources?.map(\.rawValue).sorted()
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
