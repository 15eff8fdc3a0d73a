public import FilmgateModel

/// What can be fetched: assets, the collections of them, and folders of such.
public protocol Fetchable: Identifiable, Hashable, Sendable where ID: LocalIdentifier {
    /// What can be told of it.
    associatedtype Property: RawRepresentable<String>, CaseIterable, Hashable, Sendable
    /// What conditions may name of it.
    associatedtype Fields: QueryFields

    static var kind: FetchedKind { get }

    init(id: ID, values: [Property: PropertyValue])
}

/// The kinds of things that can be fetched, by their names on the bus.
public enum FetchedKind: String, CaseIterable, Sendable {
    case asset, album, folder
}

extension Asset: Fetchable {
    public typealias Property = AssetProperty
    public typealias Fields = AssetFields

    public static var kind: FetchedKind { .asset }
}

extension AssetCollection: Fetchable {
    public typealias Property = CollectionProperty
    public typealias Fields = CollectionFields

    public static var kind: FetchedKind { .album }
}

extension Folder: Fetchable {
    public typealias Property = CollectionProperty
    public typealias Fields = CollectionFields

    public static var kind: FetchedKind { .folder }
}
