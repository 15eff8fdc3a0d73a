public import FilmgateModel
public import FoundationEssentials

/// The types of asset collections. Raw values are the names on the bus.
public enum AssetCollectionType: String, CaseIterable, Sendable {
    /// A user-made album, with its own order.
    case album
    /// An album of all assets that meet a condition.
    case smartAlbum = "smart"
    /// A group of assets that belong together by time and place.
    case moment
    /// An album that is not stored, and that only the connection that created it sees.
    case transient
}

/// An album, a smart album or a moment, with its values at the time of reading. Like PhotoKit's `PHAssetCollection`.
public struct AssetCollection: Identifiable, Hashable, Sendable {
    public let id: AlbumID
    /// All property values that were read.
    public let values: [CollectionProperty: PropertyValue]

    public init(id: AlbumID, values: [CollectionProperty: PropertyValue] = [:]) {
        self.id = id
        self.values = values
    }

    public var title: String? { values[.title]?.text }
    public var type: AssetCollectionType? { values[.type]?.text.flatMap(AssetCollectionType.init) }
    /// The type of a built-in smart album.
    public var smartAlbumSubtype: SmartAlbumSubtype? { values[.subtype]?.text.flatMap(SmartAlbumSubtype.init) }
    /// Whether a person or an app created this smart album with a condition.
    public var isCustomSmartAlbum: Bool { type == .smartAlbum && values[.subtype]?.text == SmartAlbum.custom }
    /// The condition of a custom smart album; nil if the condition uses properties that this app may not read.
    public var rule: String? { values[.rule]?.text }
    /// The creation date of the oldest asset; nil if the collection is empty.
    public var startDate: Date? { values[.startDate]?.date }
    /// The creation date of the newest asset; nil if the collection is empty.
    public var endDate: Date? { values[.endDate]?.date }
    /// The number of assets that this app may see, not counting assets that are hidden or in the trash.
    public var count: Int? { values[.count]?.count }
    /// The same number as `count`, which is exact and up to date.
    public var estimatedCount: Int? { values[.estimatedCount]?.count }
    /// The folder that contains the collection.
    public var parent: FolderID? { values[.parent]?.text.flatMap { FolderID($0) } }
    /// The asset that represents the collection: the cover that was set, or else the newest asset that this app sees.
    public var cover: AssetID? { values[.cover]?.text.flatMap { AssetID($0) } }
}

/// The types of folders. Raw values are the names on the bus.
public enum FolderType: String, CaseIterable, Sendable {
    /// A user-made folder.
    case folder
    /// The folder of the smart albums.
    case smartFolder = "smart"
    /// The folder of one year, which contains the moments of the year.
    case momentYear = "moment-year"
}

/// A folder of albums and folders, with its values at the time of reading. Like PhotoKit's `PHCollectionList`.
public struct Folder: Identifiable, Hashable, Sendable {
    public let id: FolderID
    /// All property values that were read.
    public let values: [CollectionProperty: PropertyValue]

    public init(id: FolderID, values: [CollectionProperty: PropertyValue] = [:]) {
        self.id = id
        self.values = values
    }

    public var title: String? { values[.title]?.text }
    public var type: FolderType? { values[.type]?.text.flatMap(FolderType.init) }
    /// For a year, the creation date of its oldest asset; nil for other folders.
    public var startDate: Date? { values[.startDate]?.date }
    /// For a year, the creation date of its newest asset; nil for other folders.
    public var endDate: Date? { values[.endDate]?.date }
    /// The number of albums and folders directly in the folder.
    public var count: Int? { values[.count]?.count }
    /// The folder that contains this folder.
    public var parent: FolderID? { values[.parent]?.text.flatMap { FolderID($0) } }
}

extension PropertyValue {
    fileprivate var text: String? { if case .text(let text) = self { text } else { nil } }
    fileprivate var date: Date? { if case .date(let moment) = self { Date(moment) } else { nil } }
    fileprivate var count: Int? { if case .unsigned(let number) = self { Int(number) } else { nil } }
}
