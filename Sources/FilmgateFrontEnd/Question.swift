public import FilmgateModel

/// A question to the person, as a front end shows it.
///
/// The texts of apps are already sanitized. A front end sanitizes them again for its display.
public struct Question: Hashable, Identifiable, Sendable {
    public enum Kind: String, CaseIterable, Codable, Sendable {
        /// Whether an app may add photos, or see and change them.
        case access
        /// Which photos an app with limited access sees.
        case selection
        /// Which photos an app gets once.
        case pick
        /// Whether an app may make a change.
        case confirm
    }

    /// The broker's identifier for it.
    public let id: String
    public let kind: Kind
    public let client: RequestingApp
    /// The app's own words, to be shown as a quotation.
    public var purpose: String?
    /// Whether the broker paused the app, because it took more photos within a short time than the policy allows.
    public var isPaused = false
    /// The app's window, as desktop portals name it: `x11:` or `wayland:`, and the handle.
    public var parentWindow: String?
    /// The requested access, for the kind `access`.
    public var access: AccessLevel?
    /// How many assets the person can choose from.
    public var assetCount: Int
    /// The highest level that the administrator's policy allows, such as `limited`; nil: any.
    public var highest: String?
    /// The present selection.
    public var selection: [AssetID]
    /// When the selection was last set or edited, for the kind `selection`; nil if that is not known.
    public var selectionEdited: Timestamp?
    /// The most assets that can be selected; nil: any number.
    public var limit: Int?
    /// Whether the order of selection counts.
    public var isOrdered: Bool
    /// The condition that the assets meet, for the kind `pick`, in the predicate language; nil: all. The agent sends only
    /// assets that meet it.
    public var filter: String?
    /// For the kind `pick`: what is picked at the beginning.
    public var preselected: [AssetID]
    /// For the kind `pick`: the album to begin in, of any type.
    public var album: AlbumID?
    /// For the kind `pick`: the words to search for at the beginning.
    public var search: String?
    /// For the kind `pick`: the app's own words above the assets, to be shown as a quotation.
    public var prompt: String?
    /// For the kind `pick`: the form to which the person crops each image.
    public var crop: PickerConfiguration.Crop?
    /// For the kind `pick`: the most seconds of a video; the person trims longer ones.
    public var maxDuration: Double?
    /// For the kind `pick`: in which formats the app gets what is picked.
    public var representation: PickerConfiguration.Representation
    /// For the kind `pick`: the metadata that the app does not want; the person can change it.
    public var removed: Set<MetadataKind>
    /// For the kind `pick`: whether to offer that the app sees what is picked from now on.
    public var offersKeep: Bool
    /// The changes, for the kind `confirm`.
    public var changes: [PendingChange]
    /// For the kind `confirm`: the assets whose content the changes replace. `wantPreviews` asks for their images before and after.
    public var previewed: [AssetID]

    public init(id: String, kind: Kind, client: RequestingApp, assetCount: Int) {
        self.id = id
        self.kind = kind
        self.client = client
        self.assetCount = assetCount
        selection = []
        isOrdered = false
        preselected = []
        representation = .current
        removed = []
        offersKeep = false
        changes = []
        previewed = []
    }
}

/// The app that a question is about.
public struct RequestingApp: Codable, Hashable, Sendable {
    /// `flatpak:org.example.App`
    public let id: String
    /// The name from its desktop file, or its identifier.
    public let name: String
    /// The name of its icon in the icon theme.
    public let icon: String?
    /// Whether the kernel separates it from other programs, so that no program can claim its identifier.
    public let isVerified: Bool

    public init(id: String, name: String, icon: String? = nil, isVerified: Bool) {
        self.id = id
        self.name = name
        self.icon = icon
        self.isVerified = isVerified
    }

    private enum CodingKeys: String, CodingKey {
        case id, name, icon
        case isVerified = "verified"
    }
}

/// A kind of change that needs the person's confirmation, and its assets.
public struct PendingChange: Hashable, Sendable {
    /// The name in the contract, such as `delete-assets`.
    public let name: String
    public let assets: [AssetID]

    public init(_ name: String, _ assets: [AssetID]) {
        self.name = name
        self.assets = assets
    }
}
