public import FilmgateDBus
public import FilmgateModel

extension CollectionProperty {
    /// - Throws: `WireError.invalidArgument` for an unknown name. An empty list means `id` alone.
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

    /// Returns the same, each once, in the client's order.
    ///
    /// - Throws: `WireError.invalidArgument` for an unknown name. An empty list means `id` alone.
    public static func inOrder(_ names: [String]) throws -> [CollectionProperty] {
        var left = try named(names)
        return names.isEmpty
            ? [.id] : names.compactMap { CollectionProperty(rawValue: $0).flatMap { left.remove($0) } }
    }
}

extension PhotoCollection {
    /// Returns the values for the bus: an absent value is an absent key.
    public func values(_ properties: Set<CollectionProperty>) -> Options {
        Options(
            uniqueKeysWithValues: properties.compactMap { property in
                value(of: property).map { (property.rawValue, $0.variant) }
            })
    }

    /// Returns nil if the values lack the identifier, title or type.
    public init?(values: Options) {
        func value<Value: DBusValue>(_ property: CollectionProperty, as type: Value.Type) -> Value? {
            values[property.rawValue]?.value(as: type)
        }
        guard let id = value(.id, as: String.self).flatMap({ ObjectID($0) }),
            let title = value(.title, as: String.self),
            let type = value(.type, as: String.self).flatMap({ CollectionType(rawValue: $0) })
        else { return nil }
        self.init(
            id: id, title: title, type: type, subtype: value(.subtype, as: String.self),
            startDate: value(.startDate, as: Int64.self).map { Timestamp(rawValue: $0) },
            endDate: value(.endDate, as: Int64.self).map { Timestamp(rawValue: $0) },
            estimatedCount: value(.estimatedCount, as: UInt32.self) ?? 0, count: value(.count, as: UInt32.self) ?? 0,
            parent: value(.parent, as: String.self).flatMap { ObjectID($0) })
        cover = value(.cover, as: String.self).flatMap { AssetID($0) }
    }
}
