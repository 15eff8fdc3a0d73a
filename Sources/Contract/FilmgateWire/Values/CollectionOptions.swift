public import FilmgateDBus
public import FilmgateModel
import FilmgatePredicates

/// The options of `Fetch` for albums and folders.
public struct CollectionOptions {
    public var query: CollectionQuery

    public init(_ query: CollectionQuery) { self.query = query }

    public init(_ options: Options, of kind: CollectionKind) throws {
        var reader = OptionReader(options, of: "Fetch")
        try self.init(nil, of: kind, &reader)
        try reader.finish()
    }

    public var representation: Options {
        var writer = OptionWriter()
        _ = CollectionOptions(query, of: query.kind, &writer)
        return writer.options
    }

    private init<Coder: OptionCoder>(
        _ value: CollectionQuery?, of kind: CollectionKind, _ options: inout Coder
    ) throws(Coder.Failure) {
        query = CollectionQuery(kind)
        query.identifiers = try options.identifiers("identifiers", value?.identifiers)
        query.place =
            try options.field("folder", value?.place, as: CollectionOptions.text, CollectionOptions.place)
            ?? .anywhere
        if kind == .album { query.containing = try options.identifier("containing", value?.containing) }
        query.type = try options.field("type", value?.type, as: \.rawValue) { name, _ in
            try CollectionOptions.type(name, of: kind)
        }
        query.predicate = try options.predicate(value?.predicate)
        query.sort = try options.order(value?.sort)
        query.limit = try options.field("limit", value?.limit, usual: 0)
    }

    private static func text(of place: CollectionQuery.ParentFilter) -> String? {
        switch place {
        case .anywhere: nil
        case .top: ""
        case .folder(let folder): folder.description
        }
    }

    /// An empty text means the top level.
    private static func place(_ text: String, _ owner: String) throws -> CollectionQuery.ParentFilter? {
        text.isEmpty ? .top : .folder(try LibraryIdentifier(representation: text).id)
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
