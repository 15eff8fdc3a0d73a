public import FilmgateDBus
public import FilmgateModel
import FilmgatePredicates

/// The options of `Fetch` for albums and folders.
public struct CollectionOptions {
    public var query: CollectionQuery

    public init(_ query: CollectionQuery) { self.query = query }

    public init(_ options: Options, of kind: CollectionKind) throws {
        var reader = OptionReader(options, of: "Fetch")
        query = CollectionQuery(kind)
        query.identifiers = try reader.take(FetchKey.identifiers, as: [LibraryIdentifier].self)?.map(\.id)
        query.place = try reader.take(FetchKey.folder, as: String.self).map(CollectionOptions.place) ?? .anywhere
        if kind == .album { query.containing = try reader.take(FetchKey.containing, as: AssetIdentifier.self)?.id }
        query.type = try reader.take(FetchKey.type, as: String.self).map { try CollectionOptions.type($0, of: kind) }
        query.predicate = try reader.takePredicate()
        query.sort = try reader.takeOrder()
        query.limit = try reader.take(FetchKey.limit) ?? 0
        try reader.finish()
    }

    public var representation: Options {
        var options: Options = [:]
        options[FetchKey.identifiers] = query.identifiers?.map(\.description)
        switch query.place {
        case .anywhere: break
        case .top: options[FetchKey.folder] = ""
        case .folder(let folder): options[FetchKey.folder] = folder.description
        }
        options[FetchKey.containing] = query.containing?.description
        options[FetchKey.type] = query.type?.rawValue
        options.put(query.predicate, query.sort)
        options[FetchKey.limit] = query.limit > 0 ? query.limit : nil
        return options
    }

    /// An empty text means the top level.
    private static func place(_ text: String) throws -> CollectionQuery.Place {
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
