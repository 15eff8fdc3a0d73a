public import FilmgateModel
public import FilmgateWire

/// A type of object that can be fetched: `Asset`, `AssetCollection` or `Folder`.
public protocol Fetchable: Identifiable, Hashable, Sendable where ID: LocalIdentifier {
    /// The properties that can be read.
    associatedtype Property: QueryProperty
    /// The fields that conditions can use.
    associatedtype Fields: QueryFields

    /// The options of the D-Bus method `Fetch` for this type.
    associatedtype Options: QueryOptions where Options.Query.Property == Property
    /// The query that finds all elements of this type.
    static var everything: Options.Query { get }

    init(id: ID, values: [Property: PropertyValue])
}

extension Asset: Fetchable {
    public typealias Property = AssetProperty
    public typealias Fields = AssetFields
    public typealias Options = FetchOptions

    public static var everything: AssetQuery { AssetQuery() }
}

extension AssetCollection: Fetchable {
    public typealias Property = CollectionProperty
    public typealias Fields = CollectionFields
    public typealias Options = CollectionOptions

    public static var everything: CollectionQuery { CollectionQuery(.album) }
}

extension Folder: Fetchable {
    public typealias Property = CollectionProperty
    public typealias Fields = CollectionFields
    public typealias Options = CollectionOptions

    public static var everything: CollectionQuery { CollectionQuery(.folder) }
}
