/// The objects that a connection serves. They may depend on the sender.
///
/// Both functions are called on the connection's loop; an actor with that executor, or a type whose functions do not
/// suspend, answers without switching threads.
public protocol ObjectTree: Sendable {
    /// Returns the interfaces of an object, as a client sees it; nil if it does not exist for that client. The standard
    /// interfaces are added.
    nonisolated(nonsending) func interfaces(at path: ObjectPath, for sender: BusName) async -> [ServedInterface]?

    /// Returns the next element of the paths of the objects below, for introspection.
    nonisolated(nonsending) func children(of path: ObjectPath, for sender: BusName) async -> [String]
}

/// The limits of what a connection accepts from its clients and sends to them.
public struct ServiceLimits: Sendable {
    /// The limit of one call's arguments.
    public var arguments: DecodingBudget
    /// The reply to calls with more arguments, given when the handler decodes them.
    public var argumentsExceeded: ErrorReply
    /// The limit of simultaneous calls of one connection.
    public var callsInFlight: Int
    /// The limit of simultaneous calls of all connections. A group may use at most half of the room that the others
    /// leave.
    public var callsOfAll = 256
    /// The limit of waiting calls of one group.
    public var callsInLine = 16_384
    /// The reply to more calls than these, and to calls whose arguments are too large together.
    public var callsExceeded: ErrorReply
    /// How much clients may leave unread; nil for no limit.
    public var backlog: BacklogLimits?
    /// The size limit of a reply's or signal's body. Larger ones are never sent.
    public var replyBytes: Int
    /// Sent instead of a reply that is too large.
    public var replyExceeded: ErrorReply

    public init(
        arguments: DecodingBudget = DecodingBudget(),
        argumentsExceeded: ErrorReply = .limitsExceeded("the call has too many arguments"),
        callsInFlight: Int = 64,
        callsExceeded: ErrorReply = .limitsExceeded("too many calls are in flight; wait for answers"),
        replyBytes: Int = 4 << 20,
        replyExceeded: ErrorReply = .limitsExceeded("the reply would be too large; ask for less at a time")
    ) {
        self.arguments = arguments
        self.argumentsExceeded = argumentsExceeded
        self.callsInFlight = callsInFlight
        self.callsExceeded = callsExceeded
        self.replyBytes = replyBytes
        self.replyExceeded = replyExceeded
    }
}
