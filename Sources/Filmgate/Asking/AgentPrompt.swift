public import FilmgateModel
public import FilmgatePolicy
public import FoundationEssentials
internal import FilmgateWire

/// A question that the broker puts to the person through an agent.
public struct AgentPrompt: Identifiable, Hashable, Sendable {
    public enum Subject: Hashable, Sendable {
        /// Whether the app gets this access; the most that policy lets anybody grant, where that is less than all.
        case access(AccessLevel, highest: Level?)
        /// Which photos an app with limited access sees, and what is selected now.
        case selection([AssetID])
        /// Whether the app may do what it is about to do.
        case confirm([Change])
    }

    /// A change that waits for the person's word, and the assets that it touches.
    public struct Change: Hashable, Sendable {
        public let name: String
        public let assets: [AssetID]
    }

    /// The app that asks, as the broker knows it; texts are bounded and cleaned.
    public struct App: Hashable, Sendable {
        /// `flatpak:org.example.App`
        public let id: String
        public let name: String
        /// A name of the icon theme or a path.
        public let icon: String?
        /// Where false, the app claims to be what it is called.
        public let isVerified: Bool
    }

    public let id: String
    public let app: App
    /// Why, in the app's own words; to be shown as a quotation.
    public let purpose: String?
    public let parentWindow: String?
    /// How many assets the library holds.
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

/// What becomes of a prompt.
public struct PromptAnswer: Hashable, Sendable {
    public enum Decision: Hashable, Sendable {
        /// Access to all that was asked for, or the change that waits for a word.
        case allow
        /// Access to these assets, and to what is in these albums at any time; to none, an app can add photos and sees what
        /// it added.
        case limit([ObjectID])
        /// No; for access until the person takes it back.
        case deny
        /// Nothing is decided. For a change that waits for a word it is a no.
        case dismiss
        /// All that an app with limited access is to see.
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
    /// Nil: what is usual for the kind of app.
    public var rights: Rights?
    /// The rule by which a program answered for the person; nil where they did it themselves.
    public var rule: String?

    public init(_ decision: Decision, validity: Validity = .lasting, rights: Rights? = nil, rule: String? = nil) {
        self.decision = decision
        self.validity = validity
        self.rights = rights
        self.rule = rule
    }
}
