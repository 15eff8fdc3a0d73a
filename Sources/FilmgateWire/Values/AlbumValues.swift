public import FilmgateDBus
public import FilmgateModel

/// The properties of an album, by their names on the bus.
public enum AlbumProperty: String, CaseIterable, Sendable {
    case id, title, type
    case estimatedCount = "estimated-count"
    case count

    /// - Throws: `WireError.invalidArgument` for a name that no album has; an empty list means `id` alone.
    public static func named(_ names: [String]) throws -> Set<AlbumProperty> {
        guard !names.isEmpty else { return [.id] }
        return try Set(
            names.map { name in
                guard let property = AlbumProperty(rawValue: name) else {
                    throw WireError.invalidArgument("'\(quotable(name))' is not a property of albums.")
                }
                return property
            })
    }
}

extension Album {
    /// Its values as they travel.
    public func values(_ properties: Set<AlbumProperty>) -> Options {
        Options(
            uniqueKeysWithValues: properties.map { property in
                let value =
                    switch property {
                    case .id: Variant(id.description)
                    case .title: Variant(title)
                    case .type: Variant("album")
                    case .estimatedCount, .count: Variant(count)
                    }
                return (property.rawValue, value)
            })
    }

    /// From all of its values; nil where one is missing.
    public init?(values: Options) {
        guard let id = values["id"]?.value(as: String.self).flatMap({ AlbumID($0) }),
            let title = values["title"]?.value(as: String.self), let count = values["count"]?.value(as: UInt32.self)
        else { return nil }
        self.init(id: id, title: title, count: count)
    }
}
