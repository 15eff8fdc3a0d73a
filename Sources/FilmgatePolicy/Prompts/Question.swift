public import FilmgateModel

/// What a person is asked.
public enum Question: Hashable, CaseIterable, Sendable {
    case addOnlyAccess
    case readWriteAccess
    /// Which assets a client with limited access sees.
    case selection
    /// To choose some photos for a client that needs no access for them.
    case pick
    /// Whether a batch of changes may be made.
    case confirm

    public init(_ access: AccessLevel) {
        self =
            switch access {
            case .addOnly: .addOnlyAccess
            case .readWrite: .readWriteAccess
            }
    }

    /// Whether there is still something to ask where a client's statuses are these.
    public func isOpen(_ addOnly: AddOnlyStatus, _ readWrite: ReadWriteStatus) -> Bool {
        switch self {
        case .addOnlyAccess: addOnly == .notDetermined
        case .readWriteAccess: readWrite == .notDetermined
        case .selection: readWrite == .limited
        case .pick: true
        case .confirm: readWrite == .limited || readWrite == .authorized
        }
    }

    /// Whether two who ask the same are answered at once: not where each asks about something of its own.
    var isMerged: Bool {
        switch self {
        case .addOnlyAccess, .readWriteAccess, .selection: true
        case .pick, .confirm: false
        }
    }

    /// Whether a client whose question the person dismissed has to wait before it may ask this.
    var waitsAfterDismissal: Bool {
        switch self {
        case .addOnlyAccess, .readWriteAccess, .selection: true
        case .pick, .confirm: false
        }
    }
}

/// Who asks.
public struct Requester: Hashable, Sendable {
    public let client: ClientID
    /// The connection, where what it is granted is its own alone; nil where it is the client's.
    public let connection: String?

    public init(client: ClientID, connection: String?) {
        self.client = client
        self.connection = connection
    }
}

/// Somebody's wait for an answer.
public struct RequestID: Hashable, Sendable {
    public let rawValue: UInt64

    public init(rawValue: UInt64) { self.rawValue = rawValue }
}

/// A program that asks the person.
public struct Agent: Hashable, Sendable {
    /// Its connection's name on the bus.
    public let connection: String
    public let client: ClientID

    public init(connection: String, client: ClientID) {
        self.connection = connection
        self.client = client
    }

    /// Nobody answers its own questions, nor those of another connection of the same program.
    func mayAnswer(_ requester: Requester) -> Bool { requester.client != client }
}

/// A question to the person, and all who wait for the answer.
public struct Prompt: Hashable, Sendable {
    /// Another one each time that it is shown, so that no answer is taken for that of another agent.
    public struct ID: Hashable, Sendable {
        public let rawValue: UInt64

        public init(rawValue: UInt64) { self.rawValue = rawValue }
    }

    public internal(set) var id: ID
    public let question: Question
    public let requester: Requester
    /// At least one.
    public internal(set) var waiting: [RequestID]
}
