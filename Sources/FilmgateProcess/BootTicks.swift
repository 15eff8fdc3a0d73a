internal import Glibc

/// A moment in clock ticks since the machine started, sleep included: the unit of start times in `/proc`.
///
/// The kernel cuts a start time down to whole ticks, and so does `now`. Whoever has started by the moment that `now`
/// is taken therefore never has a later start than it; who starts afterwards has one, unless it is still the same tick.
public struct BootTicks: RawRepresentable, Hashable, Comparable, Sendable {
    public let rawValue: UInt64

    public init(rawValue: UInt64) { self.rawValue = rawValue }

    /// - Parameters: of the boot clock, neither negative.
    init(seconds: UInt64, nanoseconds: UInt64) {
        rawValue = seconds * Self.perSecond + nanoseconds * Self.perSecond / 1_000_000_000
    }

    /// The tick that is running.
    public static var now: BootTicks {
        var time = timespec()
        clock_gettime(CLOCK_BOOTTIME, &time)
        return BootTicks(seconds: UInt64(time.tv_sec), nanoseconds: UInt64(time.tv_nsec))
    }

    static let perSecond = UInt64(sysconf(Int32(_SC_CLK_TCK)))

    public static func < (left: BootTicks, right: BootTicks) -> Bool { left.rawValue < right.rawValue }
}
