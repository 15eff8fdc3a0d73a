/// The properties of an asset. The raw values are their names on the bus.
public enum AssetProperty: String, CaseIterable, Sendable {
    case id
    case mediaType = "media-type"
    case subtypes
    case playbackStyle = "playback-style"
    case creationDate = "creation-date"
    case modificationDate = "modification-date"
    case addedDate = "added-date"
    case location
    case favorite
    case hidden
    case rating
    case title
    case caption
    case keywords
    case filename
    case mimeType = "mime-type"
    case pixelWidth = "pixel-width"
    case pixelHeight = "pixel-height"
    case orientation
    case duration
    case fileSize = "file-size"
    case source
    case availability
    case hasAdjustments = "has-adjustments"
    case adjustmentFormat = "adjustment-format"
    case burstID = "burst-id"
    case trashedDate = "trashed-date"
    case originalAsset = "original-asset"
    case contentHash = "content-hash"
    /// The client that added the asset; see `Visibility.showsCreator`.
    case creator
    // The change log and stored history identify a property by its position in this list: add new ones at the end.
    /// The model of the camera, preceded by the maker unless the model's name contains the maker's.
    case camera
    case lens
    /// The offset of the time zone in which the photo or video was taken, in seconds east of UTC.
    case timeZone = "time-zone"
    /// The name of the nearest town.
    case place
    /// The offset from UTC for displaying the creation date: the asset's `timeZone`, or else the offset of the
    /// library's time zone at that date.
    case clockOffset = "clock-offset"
    /// A token that is equal for equal original files, but differs between clients; see `Visibility.tokenReader`.
    case contentToken = "content-token"
    /// A description of the picture for people who cannot see it.
    case altText = "alt-text"
    /// Whether an album of type `album` that the client sees contains the asset. Only for queries; see `isReadable`.
    case inAlbum = "in-album"

    /// The rights that a client needs to read the property, or to search or sort by it. Nil if every client that sees
    /// the asset may read the property.
    public var right: Rights? {
        switch self {
        case .location, .place: .location
        // With the hash, a client could confirm a guess of the whole file, including its metadata.
        case .contentHash: [.location, .captions, .metadata]
        case .title, .caption, .altText, .keywords: .captions
        case .camera, .lens: .metadata
        case .id, .mediaType, .subtypes, .playbackStyle, .creationDate, .modificationDate, .addedDate, .favorite,
            .hidden,
            .rating, .filename, .mimeType, .pixelWidth, .pixelHeight, .orientation, .duration, .fileSize, .source,
            .availability, .hasAdjustments, .adjustmentFormat, .burstID, .trashedDate, .originalAsset, .creator,
            .timeZone, .clockOffset, .contentToken, .inAlbum:
            nil
        }
    }
}

/// The requested properties of one asset. A value is absent if it is unknown, or if the client may not read it.
public struct AssetRow: Equatable, Sendable {
    public var id: AssetID
    public var values: [AssetProperty: PropertyValue]

    public init(id: AssetID, values: [AssetProperty: PropertyValue] = [:]) {
        self.id = id
        self.values = values
    }
}

/// A property's value, with one case for each type on the bus.
public enum PropertyValue: Hashable, Sendable {
    case text(String)
    case texts([String])
    case flag(Bool)
    case date(Timestamp)
    case place(Location)
    case signed(Int32)
    case unsigned(UInt32)
    case bytes(UInt64)
    case seconds(Double)
}
