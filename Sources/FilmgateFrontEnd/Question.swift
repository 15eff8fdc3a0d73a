public import FilmgateModel

/// Something that a person is to decide, as a front end shows it.
///
/// All texts of others come bounded and cleaned, and a front end cleans them again for what it shows them on.
public struct Question: Hashable, Identifiable, Sendable {
    public enum Kind: String, CaseIterable, Codable, Sendable {
        /// Whether an app may add photos, or see and change them.
        case access
        /// Which photos an app with limited access sees.
        case selection
        /// Which photos an app gets, this once.
        case pick
        /// Whether an app may do what it is about to do.
        case confirm
    }

    /// The broker's own name for it.
    public let id: String
    public let kind: Kind
    public let client: Requester
    /// The app's own words, to be shown as a quotation.
    public var purpose: String?
    /// What is asked for, where the kind is `access`.
    public var access: AccessLevel?
    /// How many assets there are to choose from.
    public var assetCount: Int
    /// The highest level that the administrator's policy lets a person give, as `limited`; nil: any.
    public var highest: String?
    /// Chosen already: the selection as it is, or what a picker is to begin with.
    public var selection: [AssetID]
    /// The most that may be chosen; nil: any number.
    public var limit: Int?
    /// Whether the order in which they are chosen counts.
    public var isOrdered: Bool
    /// What is about to be done, where the kind is `confirm`.
    public var changes: [PendingChange]

    public init(id: String, kind: Kind, client: Requester, assetCount: Int) {
        self.id = id
        self.kind = kind
        self.client = client
        self.assetCount = assetCount
        selection = []
        isOrdered = false
        changes = []
    }
}

/// The app that a question is about.
public struct Requester: Codable, Hashable, Sendable {
    /// `flatpak:org.example.App`
    public let id: String
    /// From its installed desktop file; its identifier where there is none.
    public let name: String
    /// The name of its icon, for whoever can show one.
    public let icon: String?
    /// Whether the kernel keeps it apart from other programs, so that none can pass for it.
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

/// One kind of change that waits for the person's word, and the assets that it touches.
public struct PendingChange: Hashable, Sendable {
    /// As in the contract: `delete-assets`.
    public let name: String
    public let assets: [AssetID]

    public init(_ name: String, _ assets: [AssetID]) {
        self.name = name
        self.assets = assets
    }
}
