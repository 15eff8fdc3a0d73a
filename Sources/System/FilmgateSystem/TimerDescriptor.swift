import CFilmgateSystem

/// A descriptor that becomes readable at a set time. It can be watched with `EventLoop.watch`.
public struct TimerDescriptor: Sendable {
    public enum Clock: Sendable {
        /// Microseconds since 1970. If this clock is set, the descriptor becomes readable, so that the alarm's time can
        /// be checked again.
        case wall
        /// Microseconds since the machine started, including sleep.
        case boot
    }

    public let descriptor: OwnedDescriptor

    /// - Throws: `Errno` if the process has no descriptor left.
    public init(by clock: Clock) throws(Errno) {
        descriptor = OwnedDescriptor(owning: try calling { fg_alarm(clock == .wall) })
    }

    /// Replaces the alarm's time. If the new time has already passed, the descriptor becomes readable at once.
    ///
    /// - Parameter moment: the time; nil for no alarm.
    public func set(_ moment: Int64?) throws(Errno) {
        _ = try calling { fg_alarm_set(descriptor.rawValue, moment ?? .max) }
    }

    /// Makes the descriptor unreadable again, after the alarm has gone off.
    public func acknowledge() { fg_alarm_acknowledge(descriptor.rawValue) }
}
