public import FilmgateModel

extension CollectionProperty {
    /// - Throws: `WireError.invalidArgument` for an unknown name. An empty list means only `id`.
    public static func named(_ names: [String]) throws -> Set<CollectionProperty> {
        guard !names.isEmpty else { return [.id] }
        return try Set(
            names.map { name in
                guard let property = CollectionProperty(rawValue: name) else {
                    throw WireError.invalidArgument("'\(quotable(name))' is not a property of albums and folders.")
                }
                return property
            })
    }

    /// Returns the named properties, each once, in the client's order.
    ///
    /// - Throws: `WireError.invalidArgument` for an unknown name. An empty list means only `id`.
    public static func inOrder(_ names: [String]) throws -> [CollectionProperty] {
        var left = try named(names)
        return names.isEmpty
            ? [.id] : names.compactMap { CollectionProperty(rawValue: $0).flatMap { left.remove($0) } }
    }
}
