public import FilmgateModel
public import FoundationEssentials

/// The fields of assets that conditions can use.
public struct AssetFields: QueryFields {
    public typealias Field<Value: Sendable> = QueryField<AssetFields, Value>

    public let id = Field<AssetID>("id")
    public let mediaType = Field<MediaType>("media-type")
    public let mediaSubtypes = QueryListField<AssetFields, MediaSubtype>("subtypes")
    public let playbackStyle = Field<PlaybackStyle>("playback-style")
    /// The date when the photo or video was taken.
    public let creationDate = Field<Date>("creation-date")
    public let modificationDate = Field<Date>("modification-date")
    /// The date when the photo or video was added to the library.
    public let addedDate = Field<Date>("added-date")
    public let trashedDate = Field<Date>("trashed-date")
    /// The place where the photo or video was taken; for apps with the right `location`.
    public let location = QueryLocationField<AssetFields>("location")
    /// The name of the nearest town; for apps with the right `location`.
    public let place = Field<String>("place")
    public let isFavorite = Field<Bool>("favorite")
    public let isHidden = Field<Bool>("hidden")
    /// The rating from 0 to 5.
    public let rating = Field<Int>("rating")
    public let title = Field<String>("title")
    public let caption = Field<String>("caption")
    /// A description of the picture for people who cannot see it.
    public let altText = Field<String>("alt-text")
    public let keywords = QueryListField<AssetFields, String>("keywords")
    /// The camera's name; for apps with the right `metadata`.
    public let camera = Field<String>("camera")
    /// The lens's name; for apps with the right `metadata`.
    public let lens = Field<String>("lens")
    /// The offset of the time zone in which the photo or video was taken, in seconds east of UTC.
    public let timeZoneOffset = Field<Int>("time-zone")
    /// The offset from UTC with which to show the creation date, in seconds east of UTC.
    public let clockOffset = Field<Int>("clock-offset")
    public let filename = Field<String>("filename")
    public let mimeType = Field<String>("mime-type")
    public let pixelWidth = Field<Int>("pixel-width")
    public let pixelHeight = Field<Int>("pixel-height")
    /// The EXIF orientation, 1 to 8.
    public let orientation = Field<Int>("orientation")
    /// The duration of a video.
    public let duration = Field<Duration>("duration")
    /// The size of the original file, in bytes.
    public let fileSize = Field<UInt64>("file-size")
    public let hasAdjustments = Field<Bool>("has-adjustments")
    /// Whether an album of a person or an app contains the asset. Ignores albums that this app may not see.
    public let isInAlbum = Field<Bool>("in-album")
    public let burstID = Field<String>("burst-id")
    public let originalAsset = Field<AssetID>("original-asset")
    /// The SHA-256 hash of the original file: `sha256:` and 64 hexadecimal digits.
    public let contentHash = Field<String>("content-hash")

    public init() {}
}

/// The fields of albums and folders that conditions can use.
public struct CollectionFields: QueryFields {
    public typealias Field<Value: Sendable> = QueryField<CollectionFields, Value>

    public let title = Field<String>("title")
    /// The creation date of the oldest asset in the album or folder.
    public let startDate = Field<Date>("start-date")
    /// The creation date of the newest asset in the album or folder.
    public let endDate = Field<Date>("end-date")
    public let count = Field<Int>("count")
    public let estimatedCount = Field<Int>("estimated-count")

    public init() {}
}
