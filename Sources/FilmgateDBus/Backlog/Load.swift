/// What messages weigh on the bus until their receiver has taken them in.
public struct Load: Hashable, Sendable {
    public var bytes: Int
    public var descriptors: Int

    public init(bytes: Int = 0, descriptors: Int = 0) {
        self.bytes = bytes
        self.descriptors = descriptors
    }

    var isNothing: Bool { bytes == 0 && descriptors == 0 }

    func fits(within other: Load) -> Bool { bytes <= other.bytes && descriptors <= other.descriptors }

    static func + (left: Load, right: Load) -> Load {
        Load(bytes: left.bytes + right.bytes, descriptors: left.descriptors + right.descriptors)
    }

    static func - (left: Load, right: Load) -> Load {
        Load(bytes: left.bytes - right.bytes, descriptors: left.descriptors - right.descriptors)
    }

    static func += (left: inout Load, right: Load) { left = left + right }

    static func -= (left: inout Load, right: Load) { left = left - right }

    static func / (left: Load, right: Int) -> Load {
        Load(bytes: left.bytes / right, descriptors: left.descriptors / right)
    }
}

/// How much clients may leave untaken of what is sent to them.
///
/// The bus charges it to the sender: dbus-daemon reads nothing more from whoever has 127 MiB or 64 descriptors with others.
public struct BacklogLimits: Sendable {
    /// Of one connection. A single message may be larger, where everything before it was taken in.
    public var ofConnection = Load(bytes: 1 << 20, descriptors: 8)
    /// Of all connections; one party may have at most half of what the others leave. Whoever is not behind may still have one
    /// message more each, up to a quarter above it.
    public var ofAll = Load(bytes: 64 << 20, descriptors: 48)
    /// Replies that are held back for one party, in bytes; small ones without descriptors always may be.
    public var held = 8 << 20
    /// For how long a reply that is not small is held back.
    public var patience: Duration = .seconds(60)
    /// What a client is told, later, instead of such a reply.
    public var replyGivenUp: ErrorReply

    public init(
        replyGivenUp: ErrorReply = .limitsExceeded("you do not take in what is sent to you; the answer was given up")
    ) {
        self.replyGivenUp = replyGivenUp
    }

    /// Sent since the bus was asked last: more is worth a question.
    var noticed: Load {
        Load(bytes: min(256 << 10, ofConnection.bytes / 4), descriptors: max(1, ofConnection.descriptors / 2))
    }
    /// Of all connections: nobody is behind.
    var quiet: Load { noticed }
    /// Of one connection: it is not behind, and not worth a question.
    var small: Load { Load(bytes: min(16 << 10, ofConnection.bytes / 4)) }
}
