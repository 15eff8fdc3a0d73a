/// The objects that a connection serves, which may depend on the client.
///
/// Both functions are called on the connection's loop. They run without switching threads if they do not suspend or
/// only call actors on the same loop.
public protocol ObjectTree: Sendable {
    /// Returns the interfaces of an object; nil if the object does not exist for the client. The connection adds the
    /// standard interfaces.
    nonisolated(nonsending) func interfaces(at path: ObjectPath, for sender: BusName) async -> [ServedInterface]?

    /// Returns the next path element of each object below a path, for introspection.
    nonisolated(nonsending) func children(of path: ObjectPath, for sender: BusName) async -> [String]
}

/// The limits on calls from clients and on messages to clients.
public struct ServiceLimits: Sendable {
    /// The limits on the arguments of one call.
    public var arguments: DecodingBudget
    /// The reply to calls whose arguments exceed the limits, sent when the handler decodes the arguments.
    public var argumentsExceeded: ErrorReply
    /// The maximum number of concurrent calls of one connection.
    public var callsInFlight: Int
    /// The maximum number of concurrent calls of all connections. A quota group (connections that share limits) may use
    /// at most half of the room that the other groups leave.
    public var callsOfAll = 256
    /// The maximum number of waiting calls of one quota group.
    public var callsInLine = 16_384
    /// The reply to a call above these limits, or with which a quota group's arguments would be too large in total.
    public var callsExceeded: ErrorReply
    /// The limits on unread messages; nil for no limits.
    public var backlog: BacklogLimits?
    /// The maximum size of the body of a reply or signal, in bytes. Larger bodies are never sent.
    public var replyBytes: Int
    /// The error that is sent instead of a reply that is too large.
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
