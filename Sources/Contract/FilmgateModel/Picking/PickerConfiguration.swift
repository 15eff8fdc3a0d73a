/// What an app asks the person to pick, and in which form it wants the picked items.
public struct PickerConfiguration: Codable, Hashable, Sendable {
    /// How many items a person can pick at once, whatever the app asks for.
    public static let mostItems = 1_000

    /// How many items the person can pick, from 1 to `mostItems`.
    public var limit = 1
    /// The condition that items meet, in the predicate language; nil for all. It reads only `filterProperties`.
    public var filter: String?
    /// Whether the order of the items counts, so that the person should see it.
    public var isOrdered = false
    /// The items that are picked when the picker opens.
    public var preselected: [AssetID] = []
    /// The album in which the picker opens, of any type; nil for the whole library.
    public var album: AlbumID?
    /// The words that the picker searches for when it opens.
    public var search: String?
    /// The app's own words above the items; must be shown as a quotation.
    public var prompt: String?
    /// The form to which the person crops each image.
    public var crop: Crop?
    /// The most seconds of a video; the person trims longer ones.
    public var maxDuration: Double?
    public var representation = Representation.current
    /// The kinds of metadata that the app does not want.
    public var removed: Set<MetadataKind> = []
    /// Whether the person is offered to add the items to what the app sees.
    public var offersKeep = false

    public init() {}

    private enum CodingKeys: String, CodingKey {
        case limit, filter, preselected, album, search, prompt, crop, representation
        case isOrdered = "ordered"
        case maxDuration = "max-duration"
        case removed = "remove"
        case offersKeep = "keep"
    }

    /// The form of a crop. The raw values are its names on the bus.
    public enum Crop: String, CaseIterable, Codable, Sendable {
        case square
    }

    /// In which formats an app wants items. The raw values are their names on the bus.
    public enum Representation: String, CaseIterable, Codable, Sendable {
        /// JPEG, PNG, WebP, and MP4 with H.264, into which other formats are converted.
        case compatible
        /// As it is.
        case current
    }

    /// What a filter may read: what an app can decode, and nothing of the person's.
    public static let filterProperties: Set<AssetProperty> = [.mediaType, .subtypes, .playbackStyle]
}
