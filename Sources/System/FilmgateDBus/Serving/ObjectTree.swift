/// The objects that a connection serves. They may depend on the sender.
///
/// Both functions are called on the connection's loop; an actor with that executor, or a type whose functions do not
/// suspend, answers without a change of thread.
public protocol ObjectTree: Sendable {
    /// Returns the interfaces of an object, as a client sees it; nil if there is none for that client. The standard interfaces are added.
    nonisolated(nonsending) func interfaces(at path: ObjectPath, for sender: BusName) async -> [ServedInterface]?

    /// Returns the next element of the paths of the objects below, for introspection.
    nonisolated(nonsending) func children(of path: ObjectPath, for sender: BusName) async -> [String]
}

/// Limits what a connection takes from its clients and sends to them.
public struct ServiceLimits: Sendable {
    /// Of one call's arguments.
    public var arguments: DecodingBudget
    /// The answer to calls with more arguments, given when the handler decodes them.
    public var argumentsExceeded: ErrorReply
    /// Calls of one connection that are answered at a time.
    public var callsInFlight: Int
    /// Calls of all connections; a group may have at most half of what the others leave.
    public var callsOfAll = 256
    /// Calls of one group that wait for their turn.
    public var callsInLine = 16_384
    /// The answer to more calls, and to calls that are too large together.
    public var callsExceeded: ErrorReply
    /// What clients may leave unread of what is sent to them; nil for no limit.
    public var backlog: BacklogLimits?
    /// Of one reply's or signal's body; larger ones are never sent.
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
