public import FilmgateModel
public import FoundationEssentials

/// The types of collections of assets, by their names on the bus.
public enum AssetCollectionType: String, CaseIterable, Sendable {
    /// A user-made album, with its own order.
    case album
    /// An album that contains the assets that meet a condition.
    case smartAlbum = "smart"
    /// Assets that belong together by time and place.
    case moment
    /// A list of assets that this connection created for itself.
    case transient
}

/// An album, a smart album or a moment, with its values at the time of reading; like PhotoKit's `PHAssetCollection`.
public struct AssetCollection: Identifiable, Hashable, Sendable {
    public let id: AlbumID
    /// All values that were read.
    public let values: [CollectionProperty: PropertyValue]

    public init(id: AlbumID, values: [CollectionProperty: PropertyValue] = [:]) {
        self.id = id
        self.values = values
    }

    public var title: String? { values[.title]?.text }
    public var type: AssetCollectionType? { values[.type]?.text.flatMap(AssetCollectionType.init) }
    /// The type of a smart album.
    public var smartAlbumSubtype: SmartAlbumSubtype? { values[.subtype]?.text.flatMap(SmartAlbumSubtype.init) }
    /// Whether a person or an app created this smart album, with its own rule.
    public var isCustomSmartAlbum: Bool { type == .smartAlbum && values[.subtype]?.text == SmartAlbum.custom }
    /// The rule of a custom smart album, in the predicate language; nil if it uses values that this app may not read.
    public var rule: String? { values[.rule]?.text }
    /// The date when the oldest asset of the collection was taken; nil if the collection is empty.
    public var startDate: Date? { values[.startDate]?.date }
    /// The date when the newest asset of the collection was taken.
    public var endDate: Date? { values[.endDate]?.date }
    /// The number of its assets that this app may see, without those that are hidden or in the trash.
    public var count: Int? { values[.count]?.count }
    /// The number of assets, which is faster to read than `count` but may be out of date.
    public var estimatedCount: Int? { values[.estimatedCount]?.count }
    /// The folder that contains it.
    public var parent: FolderID? { values[.parent]?.text.flatMap { FolderID($0) } }
    /// The asset that represents the collection: the cover if it was set; if not, the newest asset that this app sees.
    public var cover: AssetID? { values[.cover]?.text.flatMap { AssetID($0) } }
}

/// The types of folders, by their names on the bus.
public enum FolderType: String, CaseIterable, Sendable {
    /// A user-made folder.
    case folder
    /// The folder of the smart albums.
    case smartFolder = "smart"
    /// The folder of a year, which contains its moments.
    case momentYear = "moment-year"
}

/// A folder of albums and folders, with its values at the time of reading; like PhotoKit's `PHCollectionList`.
public struct Folder: Identifiable, Hashable, Sendable {
    public let id: FolderID
    /// All values that were read.
    public let values: [CollectionProperty: PropertyValue]

    public init(id: FolderID, values: [CollectionProperty: PropertyValue] = [:]) {
        self.id = id
        self.values = values
    }

    public var title: String? { values[.title]?.text }
    public var type: FolderType? { values[.type]?.text.flatMap(FolderType.init) }
    /// The date when the oldest asset of a year was taken; nil for other folders.
    public var startDate: Date? { values[.startDate]?.date }
    /// The date when the newest asset of a year was taken; nil for other folders.
    public var endDate: Date? { values[.endDate]?.date }
    /// The number of albums and folders in it.
    public var count: Int? { values[.count]?.count }
    /// The folder that contains it.
    public var parent: FolderID? { values[.parent]?.text.flatMap { FolderID($0) } }
}

extension PropertyValue {
    fileprivate var text: String? { if case .text(let text) = self { text } else { nil } }
    fileprivate var date: Date? { if case .date(let moment) = self { Date(moment) } else { nil } }
    fileprivate var count: Int? { if case .unsigned(let number) = self { Int(number) } else { nil } }
}
