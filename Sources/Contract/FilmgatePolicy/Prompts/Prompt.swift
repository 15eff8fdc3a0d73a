public import FilmgateModel

/// A kind of question to the person.
public enum PromptKind: Hashable, CaseIterable, Sendable {
    case addOnlyAccess
    case readWriteAccess
    /// Which assets a client with limited access may see.
    case selection
    /// Which photos to hand to a client, without access to any other.
    case pick
    /// Whether a client may carry out a batch of changes.
    case confirm

    public init(_ access: AccessLevel) {
        self =
            switch access {
            case .addOnly: .addOnlyAccess
            case .readWrite: .readWriteAccess
            }
    }

    /// Whether the question still makes sense for a client with these statuses.
    public func isOpen(_ addOnly: AddOnlyStatus, _ readWrite: ReadWriteStatus) -> Bool {
        switch self {
        case .addOnlyAccess: addOnly == .notDetermined
        case .readWriteAccess: readWrite == .notDetermined
        case .selection: readWrite == .limited
        case .pick: true
        case .confirm: readWrite == .limited || readWrite == .authorized
        }
    }

    /// Whether two equal requests share a prompt. Not if each has content of its own.
    var isMerged: Bool {
        switch self {
        case .addOnlyAccess, .readWriteAccess, .selection: true
        case .pick, .confirm: false
        }
    }

    /// How many dismissals in a row a client has before it must wait to ask this; nil if it never waits.
    var dismissalsWithoutWait: Int? {
        switch self {
        case .addOnlyAccess, .readWriteAccess, .selection: 0
        case .pick: 2
        case .confirm: nil
        }
    }
}

/// The client that a prompt is about.
public struct Requester: Hashable, Sendable {
    public let client: ClientID
    /// The connection if the grant will be for it alone; nil if the grant will be for the whole client.
    public let connection: String?

    public init(client: ClientID, connection: String?) {
        self.client = client
        self.connection = connection
    }
}

/// Identifies a request that waits for an answer.
public struct RequestID: Hashable, Sendable {
    public let rawValue: UInt64

    public init(rawValue: UInt64) { self.rawValue = rawValue }
}

/// A program that shows prompts to the person.
public struct Agent: Hashable, Sendable {
    /// Its connection's name on the bus.
    public let connection: String
    public let client: ClientID

    public init(connection: String, client: ClientID) {
        self.connection = connection
        self.client = client
    }

    /// Whether the agent may show this requester's prompts. No program answers its own questions, on whichever connection it asks.
    func mayAnswer(_ requester: Requester) -> Bool { requester.client != client }
}

/// A question to the person, with all requests that wait for the answer.
public struct Prompt: Hashable, Sendable {
    /// Changes each time that the prompt is shown, so that a late answer of one agent is not mistaken for that of the next.
    public struct ID: Hashable, Sendable {
        public let rawValue: UInt64

        public init(rawValue: UInt64) { self.rawValue = rawValue }
    }

    public internal(set) var id: ID
    public let kind: PromptKind
    public let requester: Requester
    /// At least one.
    public internal(set) var waiting: [RequestID]
}
