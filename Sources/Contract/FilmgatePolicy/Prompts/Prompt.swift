public import FilmgateModel

/// A kind of question to the person.
public enum PromptKind: Hashable, CaseIterable, Sendable {
    case addOnlyAccess
    case readWriteAccess
    /// The question about the assets that a client with limited access may see.
    case selection
    /// The question of which photos to give to a client, without access to other photos.
    case pick
    /// The question of whether a client may carry out a batch of changes.
    case confirm

    public init(_ access: AccessLevel) {
        self =
            switch access {
            case .addOnly: .addOnlyAccess
            case .readWrite: .readWriteAccess
            }
    }

    /// Returns whether the question still makes sense for a client with these statuses.
    public func isOpen(_ addOnly: AddOnlyStatus, _ readWrite: ReadWriteStatus) -> Bool {
        switch self {
        case .addOnlyAccess: addOnly == .notDetermined
        case .readWriteAccess: readWrite == .notDetermined
        case .selection: readWrite == .limited
        case .pick: true
        case .confirm: readWrite == .limited || readWrite == .authorized
        }
    }

    /// Whether equal requests share a prompt. Picks and confirmations do not, because each has its own content.
    var isMerged: Bool {
        switch self {
        case .addOnlyAccess, .readWriteAccess, .selection: true
        case .pick, .confirm: false
        }
    }

    /// The number of consecutive dismissals after which a client may still ask again immediately; nil means any number.
    var dismissalsWithoutWait: Int? {
        switch self {
        case .addOnlyAccess, .readWriteAccess, .selection: 0
        case .pick: 2
        case .confirm: nil
        }
    }
}

/// The client that a prompt concerns.
public struct Requester: Hashable, Sendable {
    public let client: ClientID
    /// The connection, if the grant will be for this connection only; nil if it will be for the whole client.
    public let connection: String?

    public init(client: ClientID, connection: String?) {
        self.client = client
        self.connection = connection
    }
}

/// The identifier of a request that waits for an answer.
public struct RequestID: Hashable, Sendable {
    public let rawValue: UInt64

    public init(rawValue: UInt64) { self.rawValue = rawValue }
}

/// A program that shows prompts to the person.
public struct Agent: Hashable, Sendable {
    /// The name of the agent's connection on the bus.
    public let connection: String
    public let client: ClientID

    public init(connection: String, client: ClientID) {
        self.connection = connection
        self.client = client
    }

    /// Returns whether the agent may show this requester's prompts. A program must not answer its own requests, even if
    /// it sends them on another connection.
    func mayAnswer(_ requester: Requester) -> Bool { requester.client != client }
}

/// A question to the person, with all requests that wait for the answer.
public struct Prompt: Hashable, Sendable {
    /// The identifier of a prompt. It changes each time the prompt is shown, so that a late answer of one agent is not
    /// mistaken for the answer of the next agent.
    public struct ID: Hashable, Sendable {
        public let rawValue: UInt64

        public init(rawValue: UInt64) { self.rawValue = rawValue }
    }

    public internal(set) var id: ID
    public let kind: PromptKind
    public let requester: Requester
    /// The waiting requests, at least one.
    public internal(set) var waiting: [RequestID]
}
