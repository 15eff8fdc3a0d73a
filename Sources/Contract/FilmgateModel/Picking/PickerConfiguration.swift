/// An app's request to the person to pick items, and the form in which the app wants the items.
public struct PickerConfiguration: Codable, Hashable, Sendable {
    /// The maximum number of items in a pick, which is as many as one response can describe.
    public static let mostItems = 5_000

    /// The maximum number of items that the person can pick, from 1 to `mostItems`. `mostItems` means any number.
    public var limit = 1
    /// The condition that items must meet, in the predicate language; nil means all items. The condition can use only
    /// `filterProperties`.
    public var filter: String?
    /// Whether the order of the items matters. If so, the picker should show it.
    public var isOrdered = false
    /// The items that are preselected when the picker opens.
    public var preselected: [AssetID] = []
    /// The album in which the picker opens, of any type; nil means the whole library.
    public var album: AlbumID?
    /// The words that the picker searches for when it opens.
    public var search: String?
    /// The app's text to show above the items. The picker must show this text as a quotation.
    public var prompt: String?
    /// The shape to which the person crops each image.
    public var crop: Crop?
    /// The longest duration of a video, in seconds. The person trims longer videos.
    public var maxDuration: Double?
    /// The formats in which the app wants items; if `offersRepresentation`, those with which the picker begins.
    public var representation = Representation.current
    /// Whether the app takes items in all formats, so that the picker offers the representations.
    public var offersRepresentation = false
    /// The kinds of metadata that the app wants removed.
    public var removed: Set<MetadataKind> = []
    /// Whether the picker offers to add the items to the app's selection.
    public var offersKeep = false
    /// Whether the picker offers to let the app open the items again later.
    public var offersLasting = false
    /// Whether the picker offers to choose files outside the library. If the person accepts, the program that opened
    /// the picker lets the person choose these files elsewhere.
    public var offersOtherFiles = false

    public init() {}

    /// Whether the person can pick any number of items.
    public var takesAnyNumber: Bool { limit >= PickerConfiguration.mostItems }

    private enum CodingKeys: String, CodingKey {
        case limit, filter, preselected, album, search, prompt, crop, representation
        case isOrdered = "ordered"
        case offersRepresentation = "choose-representation"
        case maxDuration = "max-duration"
        case removed = "remove"
        case offersKeep = "keep"
        case offersLasting = "lasting"
        case offersOtherFiles = "other-files"
    }

    /// The shape of a crop. The raw values are the names on the bus.
    public enum Crop: String, CaseIterable, Codable, Sendable {
        case square
    }

    /// The formats in which an app wants items. The raw values are the names on the bus.
    public enum Representation: String, CaseIterable, Codable, Sendable {
        /// JPEG, PNG, WebP, and MP4 with H.264, into which other formats are converted.
        case compatible
        /// The files in their present formats, without conversion.
        case current
    }

    /// The properties that a filter may use. They determine whether an app can decode an item, and do not contain
    /// personal data.
    public static let filterProperties: Set<AssetProperty> = [.mediaType, .subtypes, .playbackStyle]
}
