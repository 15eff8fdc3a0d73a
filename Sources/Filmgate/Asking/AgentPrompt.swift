public import FilmgateModel
public import FilmgatePolicy
public import FoundationEssentials
internal import FilmgateWire

/// A question from the broker to the person, asked through an agent.
public struct AgentPrompt: Identifiable, Hashable, Sendable {
    public enum Subject: Hashable, Sendable {
        /// Whether the app gets this access, and the highest level that policy allows to grant, if that is not full
        /// access.
        case access(AccessLevel, highest: Level?)
        /// Which photos an app with limited access sees, and the current selection.
        case selection([AssetID])
        /// Whether the app may make these changes.
        case confirm([Change])
    }

    /// A change that needs the person's confirmation, and the assets that it affects.
    public struct Change: Hashable, Sendable {
        public let name: String
        public let assets: [AssetID]
    }

    /// The app that asks, as identified by the broker; texts are limited in length and cleaned.
    public struct App: Hashable, Sendable {
        /// `flatpak:org.example.App`
        public let id: String
        public let name: String
        /// A name in the icon theme or a path.
        public let icon: String?
        /// If false, the app only claims its name.
        public let isVerified: Bool
    }

    public let id: String
    public let app: App
    /// The app's own words; must be shown as a quotation.
    public let purpose: String?
    public let parentWindow: String?
    /// The number of assets in the library.
    public let assetCount: Int
    public let subject: Subject

    init(id: String, _ details: PromptDetails) {
        self.id = id
        let client = details.client
        app = App(
            id: client.id, name: client.name, icon: client.icon.isEmpty ? nil : client.icon,
            isVerified: client.isVerified)
        purpose = details.purpose.isEmpty ? nil : details.purpose
        parentWindow = details.parentWindow
        assetCount = Int(details.assets)
        subject =
            switch details.subject {
            case .access(let access, let highest): .access(access, highest: highest)
            case .selection(let selection): .selection(selection)
            case .confirm(let changes):
                .confirm(changes.map { Change(name: $0.change, assets: $0.ids.compactMap { AssetID($0) }) })
            }
    }
}

/// The answer to a prompt.
public struct PromptAnswer: Hashable, Sendable {
    public enum Decision: Hashable, Sendable {
        /// Allows all the access that was asked for, or the change to be confirmed.
        case allow
        /// Allows access to these assets, and to the current contents of these albums. Without any, an app can add
        /// photos and sees what it added.
        case limit([ObjectID])
        /// Refuses. For access, this holds until the person changes it.
        case deny
        /// Decides nothing. A change that needs confirmation is refused.
        case dismiss
        /// All assets that an app with limited access may see.
        case done([AssetID])
    }

    /// How long access lasts.
    public enum Validity: Hashable, Sendable {
        case lasting
        case until(Date)
        /// Until the app's connection ends.
        case once
    }

    public var decision: Decision
    public var validity: Validity
    /// Nil: the default for the kind of app.
    public var rights: Rights?
    /// The rule by which a program answered for the person; nil if the person answered.
    public var rule: String?

    public init(_ decision: Decision, validity: Validity = .lasting, rights: Rights? = nil, rule: String? = nil) {
        self.decision = decision
        self.validity = validity
        self.rights = rights
        self.rule = rule
    }
}
