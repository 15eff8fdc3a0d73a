public import FilmgateDBus
public import FilmgateModel
public import FilmgatePredicates

/// The kinds of objects that can be fetched.
public enum FetchKind: String, DBusWord {
    case asset, album, folder

    public static func refusal(of text: String) -> String {
        "'\(quotable(text))' is not a kind; there are 'asset', 'album' and 'folder'."
    }
}

/// The options of `Fetch` for assets. `CountBy` has these options, too.
public struct FetchOptions: OptionDictionary, QueryOptions {
    public private(set) var query: AssetQuery
    private var condition: PredicateText?

    public init(_ query: AssetQuery, where condition: PredicateText? = nil) {
        self.query = query
        self.condition = condition
    }

    public static let owner = "Fetch"

    public var arguments: FetchArguments { .assets(self) }

    public init<Coder: OptionCoder>(_ value: Self?, _ options: inout Coder) throws(Coder.Failure) {
        let old = value?.query
        query = AssetQuery()
        query.identifiers = try options.identifiers("identifiers", old?.identifiers)
        query.album = try options.identifier("album", old?.album)
        options.check(query.album == nil || query.identifiers == nil, "'album' and 'identifiers' cannot be combined.")
        query.predicate = try options.predicate(value?.condition)
        query.search = try options.search(old?.search)
        query.sort = try options.order(old?.sort)
        query.limit = try options.field("limit", old?.limit, usual: 0)
        query.includesHidden = try options.field("include-hidden", old?.includesHidden, usual: false)
        query.includesTrashed = try options.field("include-trashed", old?.includesTrashed, usual: false)
        query.includesBurstMembers = try options.field("include-burst-members", old?.includesBurstMembers, usual: false)
        if try options.field("in-no-album", old?.isInNoAlbum, usual: false) {
            query.predicate = .and([query.predicate, .not(.isTrue(.inAlbum))].compactMap(\.self))
        }
        query.isAddedByOwner = try options.field("added-by-owner", old?.isAddedByOwner, usual: false)
        query.sources = try options.field(
            "sources", old?.sources, as: { $0.map(\.rawValue).sorted() }
        ) { (names: [String], owner) in try FetchOptions.sources(names, owner) }
    }

    private static func sources(_ names: [String], _ owner: String) throws -> Set<AssetSource> {
        try Set(
            names.map { name in
                guard let source = AssetSource(rawValue: name) else {
                    throw WireError.invalidArgument(
                        "\(owner): 'sources': there is no source '\(quotable(name))'; there are "
                            + AssetSource.allCases.map { "'\($0.rawValue)'" }.joined(separator: ", ") + ".")
                }
                return source
            })
    }
}
