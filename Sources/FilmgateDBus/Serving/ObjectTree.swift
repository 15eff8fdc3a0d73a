/// The objects that a connection serves. What it answers may depend on who asks.
///
/// Both functions are called on the connection's loop; an actor with that executor, or a type whose functions do not
/// suspend, answers without a change of thread.
public protocol ObjectTree: Sendable {
    /// What an object offers to a client; nil where there is none for it. The standard interfaces are added to it.
    nonisolated(nonsending) func interfaces(at path: ObjectPath, for sender: BusName) async -> [ServedInterface]?

    /// The next element of the paths of the objects below, for introspection.
    nonisolated(nonsending) func children(of path: ObjectPath, for sender: BusName) async -> [String]
}

/// What a connection takes from its clients and gives them.
public struct ServiceLimits: Sendable {
    /// Of one call's arguments.
    public var arguments: DecodingBudget
    /// The answer to calls whose arguments are more than that, given where they would be decoded.
    public var argumentsExceeded: ErrorReply
    /// Calls of one connection that are answered at a time.
    public var callsInFlight: Int
    /// Of all connections, of which a party may have at most half of what the others leave.
    public var callsOfAll = 256
    /// Calls of one party that wait until those of others had their turn.
    public var callsInLine = 16_384
    /// The answer to more of them, and where they are too large together.
    public var callsExceeded: ErrorReply
    /// What clients may leave untaken of what is sent to them; nil where nobody watches it.
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
