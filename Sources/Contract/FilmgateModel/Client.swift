/// The way in which a client was identified.
public enum ClientKind: String, CaseIterable, Sendable {
    case flatpak, snap, app, exe, system

    /// Whether the kernel isolates programs of this kind, so that no program can impersonate another one.
    public var isVerified: Bool {
        switch self {
        case .flatpak, .snap: true
        case .app, .exe, .system: false
        }
    }

    public var isSandboxed: Bool { isVerified }
}

/// The identity of an app: its kind and its name, such as `flatpak:org.example.App`.
public struct ClientID: Hashable, Sendable, CustomStringConvertible {
    public let kind: ClientKind
    public let name: String

    /// Returns nil for a name that is empty, is longer than 4,096 bytes, or contains control characters.
    public init?(_ kind: ClientKind, _ name: String) {
        guard !name.isEmpty, name.utf8.count <= 4096,
            name.unicodeScalars.allSatisfy({ $0.value >= 32 && $0.value != 127 })
        else { return nil }
        self.kind = kind
        self.name = name
    }

    /// Parses `KIND:NAME`.
    public init?(_ text: String) {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, let kind = ClientKind(rawValue: String(parts[0])) else { return nil }
        self.init(kind, String(parts[1]))
    }

    public var description: String { "\(kind.rawValue):\(name)" }
}

/// The client of one connection: its identity, its user and its privileges.
public struct Client: Hashable, Sendable {
    public let id: ClientID
    public let user: UInt32
    /// Whether the program is one of the owner's own tools, which act with the owner's full access.
    public let isOwnersTool: Bool
    /// Whether the program is configured as an agent, which shows the broker's prompts. This alone gives it no rights.
    public let isAgentProgram: Bool
    /// Whether the program is configured as a delegate, which may act for apps. This alone gives it no rights.
    public let isDelegate: Bool
    /// The delegate that acts for the client on this connection; nil if the client itself is connected.
    public let delegate: ClientID?
    /// Whether the program is an agent in its user's system unit `filmgate-agent@UID.service`. Root writes that unit,
    /// and so decides where the agent reads its rules.
    public let runsInAgentUnit: Bool
    /// The unique bus name of the connection. Grants by a person to an unverified client apply only to this connection.
    public let connection: String

    public init(
        id: ClientID, user: UInt32, isOwnersTool: Bool, isAgentProgram: Bool = false, isDelegate: Bool = false,
        delegate: ClientID? = nil, runsInAgentUnit: Bool = false, connection: String
    ) {
        self.id = id
        self.user = user
        self.isOwnersTool = isOwnersTool
        self.isAgentProgram = isAgentProgram
        self.isDelegate = isDelegate
        self.delegate = delegate
        self.runsInAgentUnit = runsInAgentUnit
        self.connection = connection
    }

    public var isVerified: Bool { id.kind.isVerified }
    public var isSandboxed: Bool { id.kind.isSandboxed }

    /// This client as a registered agent, which acts with the owner's full access.
    public var asAgent: Client {
        Client(
            id: id, user: user, isOwnersTool: true, isAgentProgram: isAgentProgram, isDelegate: isDelegate,
            delegate: delegate, runsInAgentUnit: runsInAgentUnit, connection: connection)
    }
}
