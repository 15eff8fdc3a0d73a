public import FoundationEssentials
import FilmgateModel

/// A photo or video in the library, with its property values at the time of reading.
///
/// A value is nil if it is unknown, was not read, or is not visible to this app.
public struct Asset: Identifiable, Hashable, Sendable {
    public let id: AssetID
    /// All property values that were read.
    public let values: [AssetProperty: PropertyValue]

    public init(id: AssetID, values: [AssetProperty: PropertyValue] = [:]) {
        self.id = id
        self.values = values
    }

    public subscript(property: AssetProperty) -> PropertyValue? {
        property == .id ? .text(id.description) : values[property]
    }
}

extension Asset {
    public var mediaType: MediaType? { text(.mediaType).flatMap(MediaType.init) }
    public var mediaSubtypes: Set<MediaSubtype> { Set(texts(.subtypes).compactMap(MediaSubtype.init)) }
    public var playbackStyle: PlaybackStyle? { text(.playbackStyle).flatMap(PlaybackStyle.init) }

    /// The date when the asset was taken.
    public var creationDate: Date? { date(.creationDate) }
    public var modificationDate: Date? { date(.modificationDate) }
    /// The date when the asset was added to the library.
    public var addedDate: Date? { date(.addedDate) }
    /// The date when the asset was moved to the trash.
    public var trashedDate: Date? { date(.trashedDate) }

    /// The name of the nearest town; for apps with the right `location`.
    public var place: String? { text(.place) }

    /// The place where the asset was taken; for apps with the right `location`.
    public var location: Location? { if case .place(let place)? = values[.location] { place } else { nil } }

    public var isFavorite: Bool { flag(.favorite) }
    public var isHidden: Bool { flag(.hidden) }
    public var isTrashed: Bool { values[.trashedDate] != nil }
    /// The rating from 0 to 5.
    public var rating: Int32? { if case .signed(let rating)? = values[.rating] { rating } else { nil } }
    public var title: String? { text(.title) }
    public var caption: String? { text(.caption) }
    /// A description of the picture for people who cannot see it.
    public var altText: String? { text(.altText) }
    public var keywords: [String] { texts(.keywords) }

    /// The camera's name; for apps with the right `metadata`.
    public var camera: String? { text(.camera) }
    /// The lens's name; for apps with the right `metadata`.
    public var lens: String? { text(.lens) }
    /// The offset of the time zone in which the asset was taken, in seconds east of UTC.
    public var timeZoneOffset: Int32? { if case .signed(let offset)? = values[.timeZone] { offset } else { nil } }
    /// The offset with which to show the creation date, in seconds east of UTC. It is the offset of the time zone or,
    /// if the time zone is unknown, the offset that the library assumed.
    public var clockOffset: Int32? { if case .signed(let offset)? = values[.clockOffset] { offset } else { nil } }

    public var filename: String? { text(.filename) }
    public var mimeType: String? { text(.mimeType) }
    public var pixelWidth: UInt32? { unsigned(.pixelWidth) }
    public var pixelHeight: UInt32? { unsigned(.pixelHeight) }
    /// The EXIF orientation, 1 to 8.
    public var orientation: UInt32? { unsigned(.orientation) }
    /// The duration of a video.
    public var duration: Duration? {
        guard case .seconds(let seconds)? = values[.duration], seconds.isFinite, abs(seconds) < 1e15 else { return nil }
        return .seconds(seconds)
    }
    /// The size of the original file, in bytes.
    public var fileSize: UInt64? { if case .bytes(let bytes)? = values[.fileSize] { bytes } else { nil } }
    /// The SHA-256 hash of the original file: `sha256:` and 64 hexadecimal digits.
    public var contentHash: String? { text(.contentHash) }
    /// A token that is equal for assets with equal original files. Other apps get different tokens. Reading the token
    /// requires no right. The tokens of assets that this app added are equal only to each other.
    public var contentToken: String? { text(.contentToken) }
    public var hasAdjustments: Bool { flag(.hasAdjustments) }
    /// The asset of which this asset is a copy, if this app may see the copied asset.
    public var originalAsset: AssetID? { text(.originalAsset).flatMap { AssetID($0) } }

    /// The identifier that all photos of a burst share; nil if this app sees no other photo of the burst.
    public var burstID: String? { text(.burstID) }

    private func text(_ property: AssetProperty) -> String? {
        if case .text(let text)? = values[property] { text } else { nil }
    }

    private func texts(_ property: AssetProperty) -> [String] {
        if case .texts(let texts)? = values[property] { texts } else { [] }
    }

    private func flag(_ property: AssetProperty) -> Bool { values[property] == .flag(true) }

    private func unsigned(_ property: AssetProperty) -> UInt32? {
        if case .unsigned(let number)? = values[property] { number } else { nil }
    }

    private func date(_ property: AssetProperty) -> Date? {
        if case .date(let moment)? = values[property] { Date(moment) } else { nil }
    }
}
