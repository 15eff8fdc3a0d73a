/// An album or a folder of any type, as one client sees it.
public struct PhotoCollection: Identifiable, Hashable, Sendable {
    public let id: ObjectID
    public var title: String
    public var type: CollectionType
    /// The kind of a smart album.
    public var subtype: String?
    /// The creation date of the oldest asset. Nil if the collection has no assets, and for folders of any type other
    /// than `momentYear`.
    public var startDate: Timestamp?
    public var endDate: Timestamp?
    /// The same number as `count`, under the name that PhotoKit uses.
    public var estimatedCount: UInt32
    /// The number of assets that a fetch without options returns; for a folder, the number of albums and folders in it.
    public var count: UInt32
    /// The folder that contains the collection; nil at the top level.
    public var parent: ObjectID?
    /// The asset that represents an album; nil for an empty album and for folders, and if the cover was not read.
    public var cover: AssetID?
    /// The condition of a smart album that a client created. Nil for other collections, and if the client may not read
    /// the condition.
    public var rule: String?

    public init(
        id: ObjectID, title: String, type: CollectionType, subtype: String? = nil, startDate: Timestamp? = nil,
        endDate: Timestamp? = nil, estimatedCount: UInt32 = 0, count: UInt32 = 0, parent: ObjectID? = nil
    ) {
        self.id = id
        self.title = title
        self.type = type
        self.subtype = subtype
        self.startDate = startDate
        self.endDate = endDate
        self.estimatedCount = estimatedCount
        self.count = count
        self.parent = parent
    }
}

/// The kind of a collection: whether it contains assets or other collections.
public enum CollectionKind: String, CaseIterable, Sendable {
    case album, folder
}

/// The origin of a collection's content. The raw values are the names on the bus.
public enum CollectionType: String, CaseIterable, Sendable {
    /// Clients add its assets.
    case album
    /// A condition selects its assets. The folder of these albums has this type, too.
    case smart
    /// Assets that belong together by time and place.
    case moment
    /// A list of asset identifiers, which exists only as long as the client's connection.
    case transient
    case folder
    /// A folder with the moments of a year.
    case momentYear = "moment-year"

    /// Returns whether collections of this kind can have this type.
    public func isType(of kind: CollectionKind) -> Bool {
        switch (self, kind) {
        case (.album, .album), (.moment, .album), (.transient, .album), (.folder, .folder), (.momentYear, .folder):
            true
        case (.smart, .album), (.smart, .folder): true
        case (.album, .folder), (.moment, .folder), (.transient, .folder), (.folder, .album), (.momentYear, .album):
            false
        }
    }
}

/// An album of one connection: a title and an ordered list of identifiers. It is never stored.
public struct TransientAlbum: Identifiable, Hashable, Sendable {
    public let id: ObjectID
    public let title: String
    public let assets: [AssetID]

    public init(id: ObjectID, title: String, assets: [AssetID]) {
        self.id = id
        self.title = title
        self.assets = assets
    }
}
