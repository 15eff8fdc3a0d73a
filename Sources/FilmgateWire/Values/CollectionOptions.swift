public import FilmgateDBus
public import FilmgateModel
internal import FilmgatePredicates

/// The options of `Fetch` for albums and folders.
public struct CollectionOptions {
    public var query: CollectionQuery

    public init(_ query: CollectionQuery) { self.query = query }

    public init(_ options: Options, of kind: CollectionKind) throws {
        var reader = OptionReader(options, of: "Fetch")
        query = CollectionQuery(kind)
        query.identifiers = try reader.take("identifiers", as: [LibraryIdentifier].self)?.map(\.id)
        query.folder = try reader.take("folder", as: LibraryIdentifier.self)?.id
        if kind == .album { query.containing = try reader.take("containing", as: AssetIdentifier.self)?.id }
        query.type = try reader.take("type", as: String.self).map { try CollectionOptions.type($0, of: kind) }
        query.predicate = try reader.takePredicate()
        query.sort = try reader.takeOrder()
        query.limit = try reader.take("limit") ?? 0
        try reader.finish()
    }

    public var representation: Options {
        var options: Options = [:]
        if let identifiers = query.identifiers { options["identifiers"] = Variant(identifiers.map(\.description)) }
        if let folder = query.folder { options["folder"] = Variant(folder.description) }
        if let containing = query.containing { options["containing"] = Variant(containing.description) }
        if let type = query.type { options["type"] = Variant(type.rawValue) }
        if !query.sort.isEmpty {
            options["sort"] = Variant(query.sort.map { Structure($0.property.rawValue, $0.ascending) })
        }
        if let predicate = query.predicate { options["where"] = Variant(predicate.text) }
        if query.limit > 0 { options["limit"] = Variant(query.limit) }
        return options
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
