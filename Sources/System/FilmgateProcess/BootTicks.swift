import Glibc

/// A point in time, in clock ticks since the machine started, including sleep. `/proc` reports start times in this
/// unit.
///
/// The kernel rounds a start time down to whole ticks, and so does `now`. So a process that exists when `now` is read
/// never has a later start time. A process that starts afterward has one, except within the same tick.
public struct BootTicks: RawRepresentable, Hashable, Comparable, Sendable {
    public let rawValue: UInt64

    public init(rawValue: UInt64) { self.rawValue = rawValue }

    /// Converts a time of the boot clock, which is never negative.
    init(seconds: UInt64, nanoseconds: UInt64) {
        rawValue = seconds * Self.perSecond + nanoseconds * Self.perSecond / 1_000_000_000
    }

    /// The current tick.
    public static var now: BootTicks {
        var time = timespec()
        clock_gettime(CLOCK_BOOTTIME, &time)
        return BootTicks(seconds: UInt64(time.tv_sec), nanoseconds: UInt64(time.tv_nsec))
    }

    static let perSecond = UInt64(sysconf(Int32(_SC_CLK_TCK)))

    public static func < (left: BootTicks, right: BootTicks) -> Bool { left.rawValue < right.rawValue }
}
