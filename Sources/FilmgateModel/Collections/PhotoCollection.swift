/// An album or a folder of any type, as somebody in particular sees it.
public struct PhotoCollection: Identifiable, Hashable, Sendable {
    public let id: ObjectID
    public var title: String
    public var type: CollectionType
    /// Which smart album it is.
    public var subtype: String?
    /// Of the oldest and the newest of its assets; nil where there is none, and for folders but years.
    public var startDate: Timestamp?
    public var endDate: Timestamp?
    /// May be a kept one.
    public var estimatedCount: UInt32
    /// Of its assets, as a fetch without options gives them; of a folder, of the albums and folders in it.
    public var count: UInt32
    /// The folder that it is in; nil for the topmost.
    public var parent: ObjectID?

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

/// Whether a collection holds assets or other collections.
public enum CollectionKind: String, CaseIterable, Sendable {
    case album, folder
}

/// What makes up a collection, by its name on the bus.
public enum CollectionType: String, CaseIterable, Sendable {
    /// Somebody put its assets in.
    case album
    /// A condition decides what is in it; a folder of these.
    case smart
    /// Assets that belong together by time and place.
    case moment
    /// A list of identifiers, of one connection alone.
    case transient
    case folder
    /// The moments of a year.
    case momentYear = "moment-year"

    /// Whether there are collections of this kind that are of this type.
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
