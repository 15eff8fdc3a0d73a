/// The size of messages that the bus stores until their receivers have read them.
public struct UnreadMessageSize: Hashable, Sendable {
    public var bytes = 0
    public var descriptors = 0

    var isNothing: Bool { bytes == 0 && descriptors == 0 }

    func fits(within other: UnreadMessageSize) -> Bool { bytes <= other.bytes && descriptors <= other.descriptors }

    static func + (left: UnreadMessageSize, right: UnreadMessageSize) -> UnreadMessageSize {
        UnreadMessageSize(bytes: left.bytes + right.bytes, descriptors: left.descriptors + right.descriptors)
    }

    static func - (left: UnreadMessageSize, right: UnreadMessageSize) -> UnreadMessageSize {
        UnreadMessageSize(bytes: left.bytes - right.bytes, descriptors: left.descriptors - right.descriptors)
    }

    static func += (left: inout UnreadMessageSize, right: UnreadMessageSize) { left = left + right }

    static func -= (left: inout UnreadMessageSize, right: UnreadMessageSize) { left = left - right }

    static func / (left: UnreadMessageSize, right: Int) -> UnreadMessageSize {
        UnreadMessageSize(bytes: left.bytes / right, descriptors: left.descriptors / right)
    }
}

/// The limits on unread messages.
///
/// The bus counts unread messages against the sender: dbus-daemon stops reading from a connection while other
/// connections have not read 127 MiB or 64 file descriptors of its messages.
public struct BacklogLimits: Sendable {
    /// The limit for one connection. A single message can be larger if the connection has read all earlier messages.
    public var ofConnection = UnreadMessageSize(bytes: 1 << 20, descriptors: 8)
    /// The limit for all connections. Above a quarter of it, a quota group (connections that share limits) can use at
    /// most half of the room that others leave. For connections that have read their messages, it is a quarter higher.
    public var ofAll = UnreadMessageSize(bytes: 64 << 20, descriptors: 48)
    /// The limit on held-back replies to one quota group, in bytes. Small replies without descriptors are not limited.
    public var held = 8 << 20
    /// The maximum time for which a reply is held back. Small replies without descriptors have no limit.
    public var holdTime: Duration = .seconds(60)
    /// The error that a client gets instead of a reply that exceeds `held` or `holdTime`.
    public var replyGivenUp: ErrorReply

    public init(
        replyGivenUp: ErrorReply = .limitsExceeded("you do not read what is sent to you; the answer was dropped")
    ) {
        self.replyGivenUp = replyGivenUp
    }

    /// The amount of sent messages after which the bus is asked again.
    var noticed: UnreadMessageSize {
        UnreadMessageSize(
            bytes: min(256 << 10, ofConnection.bytes / 4), descriptors: max(1, ofConnection.descriptors / 2))
    }
    /// The total amount of unread messages up to which no connection is backpressured.
    var quiet: UnreadMessageSize { noticed }
    /// The amount of unread messages up to which a connection counts as having read everything.
    var small: UnreadMessageSize { UnreadMessageSize(bytes: min(16 << 10, ofConnection.bytes / 4)) }
}
