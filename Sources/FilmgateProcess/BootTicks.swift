internal import Glibc

/// A moment in clock ticks since the machine started, sleep included: the unit of start times in `/proc`.
public struct BootTicks: RawRepresentable, Hashable, Comparable, Sendable {
    public let rawValue: UInt64

    public init(rawValue: UInt64) { self.rawValue = rawValue }

    public static func < (left: BootTicks, right: BootTicks) -> Bool { left.rawValue < right.rawValue }

    /// The tick that is running: a process that has started by now has no later one.
    public static var now: BootTicks {
        var time = timespec()
        clock_gettime(CLOCK_BOOTTIME, &time)
        let ticks = UInt64(sysconf(Int32(_SC_CLK_TCK)))
        return BootTicks(rawValue: UInt64(time.tv_sec) * ticks + UInt64(time.tv_nsec) * ticks / 1_000_000_000)
    }
}
