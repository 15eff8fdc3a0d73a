/// The objects that a connection serves. They may depend on the sender.
///
/// Both functions are called on the connection's loop. If they do not suspend, or are isolated to an actor with that
/// executor, they answer without switching threads.
public protocol ObjectTree: Sendable {
    /// Returns the interfaces of an object, as a client sees it; nil if the object does not exist for that client. The
    /// connection adds the standard interfaces.
    nonisolated(nonsending) func interfaces(at path: ObjectPath, for sender: BusName) async -> [ServedInterface]?

    /// Returns the next path elements of the objects below this path, for introspection.
    nonisolated(nonsending) func children(of path: ObjectPath, for sender: BusName) async -> [String]
}

/// The limits on what a connection accepts from its clients and sends to them.
public struct ServiceLimits: Sendable {
    /// The limit on the arguments of one call.
    public var arguments: DecodingBudget
    /// The reply to calls with larger arguments, sent when the handler decodes them.
    public var argumentsExceeded: ErrorReply
    /// The maximum number of simultaneous calls of one connection.
    public var callsInFlight: Int
    /// The maximum number of simultaneous calls of all connections. A group may use at most half of the room that the
    /// other groups leave.
    public var callsOfAll = 256
    /// The maximum number of waiting calls of one group.
    public var callsInLine = 16_384
    /// The reply to calls beyond these limits, and to calls whose arguments together are too large.
    public var callsExceeded: ErrorReply
    /// The limits on the messages that clients may leave unread; nil for no limits.
    public var backlog: BacklogLimits?
    /// The maximum size of the body of a reply or signal. Larger messages are never sent.
    public var replyBytes: Int
    /// The error that is sent in place of a reply that is too large.
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
