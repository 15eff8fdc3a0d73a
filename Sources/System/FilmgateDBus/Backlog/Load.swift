/// The size of messages that the bus holds until their receiver has read them.
public struct Load: Hashable, Sendable {
    public var bytes = 0
    public var descriptors = 0

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

/// Limits how much of what is sent to clients they may leave unread.
///
/// The bus charges it to the sender: dbus-daemon stops reading from a connection that has 127 MiB or 64 descriptors unread with others.
public struct BacklogLimits: Sendable {
    /// Of one connection. A single message may be larger if everything before it was read.
    public var ofConnection = Load(bytes: 1 << 20, descriptors: 8)
    /// Of all connections; one group may have at most half of what the others leave. Each connection that has read everything may
    /// still have one message more, up to a quarter above this limit.
    public var ofAll = Load(bytes: 64 << 20, descriptors: 48)
    /// Bytes of replies that are held back for one group; small ones without descriptors are not limited.
    public var held = 8 << 20
    /// How long a reply that is not small is held back.
    public var holdTime: Duration = .seconds(60)
    /// The error that a client gets later instead of such a reply.
    public var replyGivenUp: ErrorReply

    public init(
        replyGivenUp: ErrorReply = .limitsExceeded("you do not read what is sent to you; the answer was dropped")
    ) {
        self.replyGivenUp = replyGivenUp
    }

    /// When more than this was sent since the last question, the bus is asked again.
    var noticed: Load {
        Load(bytes: min(256 << 10, ofConnection.bytes / 4), descriptors: max(1, ofConnection.descriptors / 2))
    }
    /// When all connections together have at most this unread, none is backpressured.
    var quiet: Load { noticed }
    /// A connection that has at most this unread is not backpressured, and not asked about.
    var small: Load { Load(bytes: min(16 << 10, ofConnection.bytes / 4)) }
}
