public import FilmgateDBus
public import FilmgateModel
public import FilmgatePredicates

/// The options of `Fetch` for albums and folders.
public struct CollectionOptions: QueryOptions {
    public private(set) var query: CollectionQuery
    private var condition: PredicateText?

    public init(_ query: CollectionQuery, where condition: PredicateText? = nil) {
        self.query = query
        self.condition = condition
    }

    public var arguments: FetchArguments { .collections(self) }

    public init(_ options: Options, of kind: CollectionKind) throws {
        var reader = OptionReader(options, of: "Fetch")
        try self.init(nil, of: kind, &reader)
        try reader.finish()
    }

    public var representation: Options {
        var writer = OptionWriter()
        _ = CollectionOptions(self, of: query.kind, &writer)
        return writer.options
    }

    private init<Coder: OptionCoder>(
        _ value: CollectionOptions?, of kind: CollectionKind, _ options: inout Coder
    ) throws(Coder.Failure) {
        let old = value?.query
        query = CollectionQuery(kind)
        query.identifiers = try options.identifiers("identifiers", old?.identifiers)
        query.place =
            try options.field("folder", old?.place, as: CollectionOptions.text, CollectionOptions.place)
            ?? .anywhere
        if kind == .album { query.containing = try options.identifier("containing", old?.containing) }
        query.type = try options.field("type", old?.type, as: \.rawValue) { name, _ in
            try CollectionOptions.type(name, of: kind)
        }
        query.predicate = try options.predicate(value?.condition)
        query.sort = try options.order(old?.sort)
        query.limit = try options.field("limit", old?.limit, usual: 0)
    }

    private static func text(of place: CollectionQuery.ParentFilter) -> String? {
        switch place {
        case .anywhere: nil
        case .top: ""
        case .folder(let folder): folder.description
        }
    }

    /// Parses the place of albums and folders in the folder tree. An empty string means the top level.
    private static func place(_ text: String, _ owner: String) throws -> CollectionQuery.ParentFilter? {
        text.isEmpty ? .top : .folder(try ObjectIDText(representation: text).id)
    }

    private static func type(_ name: String, of kind: CollectionKind) throws -> CollectionType {
        guard let type = CollectionType(rawValue: name), type.isType(of: kind) else {
            let types = CollectionType.allCases.filter { $0.isType(of: kind) }.map { "'\($0.rawValue)'" }
            throw WireError.invalidArgument(
                "Fetch: 'type': there are no \(kind.rawValue)s of the type '\(quotable(name))'; there are "
                    + types.joined(separator: ", ") + ".")
        }
        return type
    }
}
