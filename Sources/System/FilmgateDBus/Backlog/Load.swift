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

/// The limits on the messages that clients may leave unread.
///
/// The bus charges unread messages to the sender: dbus-daemon stops reading from a connection if others have 127 MiB or
/// 64 descriptors from it unread.
public struct BacklogLimits: Sendable {
    /// The limit for one connection. A single message may be larger if all earlier messages were read.
    public var ofConnection = Load(bytes: 1 << 20, descriptors: 8)
    /// The limit for all connections; one group may use at most half of the room that the other groups leave. A
    /// connection that has read all its messages may still get one more, up to a quarter above this limit.
    public var ofAll = Load(bytes: 64 << 20, descriptors: 48)
    /// The limit on the held-back replies for one group, in bytes. Small replies without descriptors are not limited.
    public var held = 8 << 20
    /// The time for which a large reply is held back.
    public var holdTime: Duration = .seconds(60)
    /// The error that a client gets in place of a reply that was held back too long.
    public var replyGivenUp: ErrorReply

    public init(
        replyGivenUp: ErrorReply = .limitsExceeded("you do not read what is sent to you; the answer was dropped")
    ) {
        self.replyGivenUp = replyGivenUp
    }

    /// The amount sent since the last question that causes the next one.
    var noticed: Load {
        Load(bytes: min(256 << 10, ofConnection.bytes / 4), descriptors: max(1, ofConnection.descriptors / 2))
    }
    /// The amount of unread messages of all connections together up to which no connection is backpressured.
    var quiet: Load { noticed }
    /// The amount of unread messages up to which a connection is not backpressured, and the bus is not asked about it.
    var small: Load { Load(bytes: min(16 << 10, ofConnection.bytes / 4)) }
}
