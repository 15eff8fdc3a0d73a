public import FilmgateModel
public import FoundationEssentials

/// What makes up a collection of assets, by its name on the bus.
public enum AssetCollectionType: String, CaseIterable, Sendable {
    /// Somebody put its assets in, in an order of their own.
    case album
    /// The library makes it up by a condition.
    case smartAlbum = "smart"
    /// Assets that belong together by time and place.
    case moment
    /// A list that this connection made for itself.
    case transient
}

/// An album, a smart album or a moment, as it was when it was read; after PhotoKit's `PHAssetCollection`.
public struct AssetCollection: Identifiable, Hashable, Sendable {
    public let id: AlbumID
    /// Everything that was told of it.
    public let values: [CollectionProperty: PropertyValue]

    public init(id: AlbumID, values: [CollectionProperty: PropertyValue] = [:]) {
        self.id = id
        self.values = values
    }

    public var title: String? { values[.title]?.text }
    public var type: AssetCollectionType? { values[.type]?.text.flatMap(AssetCollectionType.init) }
    /// Of a smart album: which one it is.
    public var smartAlbumSubtype: SmartAlbumSubtype? { values[.subtype]?.text.flatMap(SmartAlbumSubtype.init) }
    /// When the oldest of its assets was taken; nil where it holds none.
    public var startDate: Date? { values[.startDate]?.date }
    /// When the newest of its assets was taken.
    public var endDate: Date? { values[.endDate]?.date }
    /// Of its assets that this app may see, those that are hidden or in the trash aside.
    public var count: Int? { values[.count]?.count }
    /// The same, sooner told; it may be out of date.
    public var estimatedCount: Int? { values[.estimatedCount]?.count }
    /// The folder that it is in.
    public var parent: FolderID? { values[.parent]?.text.flatMap { FolderID($0) } }
}

/// What makes up a folder, by its name on the bus.
public enum FolderType: String, CaseIterable, Sendable {
    /// Somebody made it.
    case folder
    /// That of the smart albums.
    case smartFolder = "smart"
    /// The moments of a year.
    case momentYear = "moment-year"
}

/// A folder of albums and folders, as it was when it was read; after PhotoKit's `PHCollectionList`.
public struct Folder: Identifiable, Hashable, Sendable {
    public let id: FolderID
    /// Everything that was told of it.
    public let values: [CollectionProperty: PropertyValue]

    public init(id: FolderID, values: [CollectionProperty: PropertyValue] = [:]) {
        self.id = id
        self.values = values
    }

    public var title: String? { values[.title]?.text }
    public var type: FolderType? { values[.type]?.text.flatMap(FolderType.init) }
    /// Of a year: when the oldest of its assets was taken.
    public var startDate: Date? { values[.startDate]?.date }
    /// Of a year: when the newest of its assets was taken.
    public var endDate: Date? { values[.endDate]?.date }
    /// Of the albums and folders in it.
    public var count: Int? { values[.count]?.count }
    /// The folder that it is in.
    public var parent: FolderID? { values[.parent]?.text.flatMap { FolderID($0) } }
}

extension PropertyValue {
    fileprivate var text: String? { if case .text(let text) = self { text } else { nil } }
    fileprivate var date: Date? { if case .date(let moment) = self { Date(moment) } else { nil } }
    fileprivate var count: Int? { if case .unsigned(let number) = self { Int(number) } else { nil } }
}
