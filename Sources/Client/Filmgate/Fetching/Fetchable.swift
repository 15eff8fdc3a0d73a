public import FilmgateModel

/// A type that can be fetched: assets, albums and folders.
public protocol Fetchable: Identifiable, Hashable, Sendable where ID: LocalIdentifier {
    /// The properties that can be read.
    associatedtype Property: RawRepresentable<String>, CaseIterable, Hashable, Sendable
    /// The fields that conditions can use.
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
