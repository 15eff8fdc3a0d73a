import CFilmgateSystem

/// A descriptor that becomes readable at a moment; see `EventLoop.watch`.
public struct Alarm: Sendable {
    public enum Clock: Sendable {
        /// Microseconds since 1970. When this clock is set, the alarm goes off, so that its moment can be checked again.
        case wall
        /// Microseconds since the machine started, with those that it slept.
        case boot
    }

    public let descriptor: OwnedDescriptor

    /// - Throws: `Errno` if the process is out of descriptors.
    public init(by clock: Clock) throws(Errno) {
        descriptor = OwnedDescriptor(owning: try calling { fg_alarm(clock == .wall) })
    }

    /// Replaces the moment that was set before; if the new one has passed, the alarm goes off at once.
    ///
    /// - Parameter moment: nil for never.
    public func set(_ moment: Int64?) throws(Errno) {
        _ = try calling { fg_alarm_set(descriptor.rawValue, moment ?? .max) }
    }

    /// Makes the descriptor unreadable again, after the alarm went off.
    public func acknowledge() { fg_alarm_acknowledge(descriptor.rawValue) }
}
