/// The metadata that a worker reads from a file.
///
/// A malicious file can take over the worker that reads it, so the receiver must check `isPlausible`.
public struct MediaFacts: Codable, Equatable, Sendable {
    public var mediaType: MediaType
    public var mimeType: String
    public var subtypes: Set<MediaSubtype> = []
    /// The stored width, before `orientation` is applied. For HEIF and AVIF the decoded width, which is already
    /// upright.
    public var pixelWidth: UInt32
    public var pixelHeight: UInt32
    /// The EXIF orientation, 1 to 8.
    public var orientation: UInt32 = 1
    /// The date of capture. See `dateLacksZone`.
    public var creationDate: Timestamp?
    /// The time zone in the file, in seconds east of UTC.
    public var timeZoneOffset: Int32?
    /// Whether the creation date is a local time, read as if it were UTC, because the file does not contain the zone.
    public var dateLacksZone = false
    public var location: Location?
    public var cameraMake: String?
    public var cameraModel: String?
    public var lensModel: String?
    public var title: String?
    public var caption: String?
    public var altText: String?
    public var keywords: [String] = []
    /// The rating, from 0 to 5.
    public var rating: Int32?
    /// The mark as a favorite that Filmgate's export wrote into the file. Here and below, a mark has an effect only in
    /// imports by the owner's tools, such as filmgatectl; see `marked`.
    public var isFavorite: Bool?
    public var isHidden: Bool?
    /// The content identifier, which the two files of a live photo share.
    public var contentIdentifier: String?
    /// The burst identifier, which the camera writes into all photos of a burst.
    public var burstIdentifier: String?
    /// Whether the file marks the photo as the picked photo of its burst.
    public var isBurstPick = false
    /// The duration of a video, in seconds.
    public var duration: Double?

    public init(mediaType: MediaType, mimeType: String, pixelWidth: UInt32, pixelHeight: UInt32) {
        self.mediaType = mediaType
        self.mimeType = mimeType
        self.pixelWidth = pixelWidth
        self.pixelHeight = pixelHeight
    }

    /// Whether every value is within the bounds that the contract guarantees to clients.
    public var isPlausible: Bool {
        ContractLimits.pixels.contains(pixelWidth) && ContractLimits.pixels.contains(pixelHeight)
            && (1...8).contains(orientation)
            && MediaFacts.mimeTypes.contains(mimeType)
            && ContractLimits.allow(title: title) && ContractLimits.allow(caption: caption)
            && ContractLimits.allow(keywords: keywords)
            && [altText, cameraMake, cameraModel, lensModel].allSatisfy(ContractLimits.allow(title:))
            && [cameraMake, cameraModel, lensModel, title, caption, altText].allSatisfy(MediaFacts.isText)
            && keywords.allSatisfy(MediaFacts.isText)
            && rating.map(ContractLimits.rating.contains) ?? true
            && ContractLimits.allow(title: contentIdentifier) && MediaFacts.isText(contentIdentifier)
            && burstIdentifier.map(MediaFacts.isBurstIdentifier) ?? true
            && creationDate.map(ContractLimits.dates.contains) ?? true
            && timeZoneOffset.map(ContractLimits.timeZones.contains) ?? true
            && !(dateLacksZone && timeZoneOffset != nil)
            && duration.map { $0.isFinite && $0 >= 0 } ?? true
    }

    /// Returns the metadata, without the marks and the subtype `guessedDate` if the owner's tools did not add the file.
    /// For example, a mark in a file that an app adds must not hide the asset.
    public func marked(byOwner isOwners: Bool) -> MediaFacts {
        guard !isOwners else { return self }
        var facts = self
        (facts.isFavorite, facts.isHidden) = (nil, nil)
        facts.subtypes.remove(.guessedDate)
        return facts
    }

    /// Returns whether the text can be a burst identifier: 1 to 128 bytes, without NUL.
    public static func isBurstIdentifier(_ text: String) -> Bool { (1...128).contains(text.utf8.count) && isText(text) }

    /// Returns whether the text contains no NUL, which would truncate it as a C string.
    static func isText(_ text: String?) -> Bool { text?.utf8.contains(0) != true }

    /// The types of pictures that must be rotated by `orientation`. Decoders already rotate pictures of other types.
    static let turnedTypes: Set<String> = rawTypes.union([
        "image/jpeg", "image/png", "image/webp", "image/tiff", "image/gif", "image/jp2", "image/vnd.adobe.photoshop",
    ])

    static let rawTypes: Set<String> = [
        "image/x-adobe-dng", "image/x-canon-cr2", "image/x-canon-cr3", "image/x-nikon-nef", "image/x-sony-arw",
        "image/x-fuji-raf", "image/x-olympus-orf", "image/x-panasonic-rw2", "image/x-pentax-pef",
        "image/x-canon-crw", "image/x-minolta-mrw", "image/x-sigma-x3f", "image/x-raw",
    ]

    /// The types that the library accepts.
    public static let mimeTypes: Set<String> = rawTypes.union([
        "image/jpeg", "image/png", "image/webp", "image/tiff", "image/gif", "image/heif", "image/heic", "image/avif",
        "image/bmp", "image/jp2", "image/jxl", "image/vnd.adobe.photoshop",
        "video/mp4", "video/quicktime", "video/3gpp", "video/x-msvideo", "video/x-matroska", "video/webm", "video/mp2t",
        "video/mpeg", "video/x-ms-wmv", "video/x-flv",
    ])
}
