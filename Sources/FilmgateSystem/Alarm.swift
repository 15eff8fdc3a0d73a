internal import CFilmgateSystem

/// Something that becomes readable at a moment; see `EventLoop.watch`.
public struct Alarm: Sendable {
    public enum Clock: Sendable {
        /// Microseconds since 1970. Whoever sets this clock sets off the alarm, so that its moment can be looked at again.
        case wall
        /// Microseconds since the machine started, those of its sleep included.
        case boot
    }

    public let descriptor: OwnedDescriptor

    /// - Throws: `Errno` where the process is out of descriptors.
    public init(by clock: Clock) throws(Errno) {
        descriptor = OwnedDescriptor(owning: try calling { fg_alarm(clock == .wall) })
    }

    /// Takes the place of what was set before; a moment that has passed sets it off at once.
    ///
    /// - Parameter moment: nil for never.
    public func set(_ moment: Int64?) throws(Errno) {
        _ = try calling { fg_alarm_set(descriptor.rawValue, moment ?? .max) }
    }

    /// Makes it silent again, once it was heard.
    public func acknowledge() { fg_alarm_acknowledge(descriptor.rawValue) }
}
