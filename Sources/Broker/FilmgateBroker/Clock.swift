import FilmgateModel
import FilmgateSystem
import Glibc

/// The wall clock, and the clock that counts the time since boot.
struct Clock: Sendable {
    /// The time by the wall clock, which can be set.
    var now: @Sendable () -> Timestamp
    /// The microseconds since boot, including sleep. This clock cannot be set.
    var sinceBoot: @Sendable () -> Int64

    static let system = Clock(
        now: { Timestamp(rawValue: SystemTime.nanoseconds(of: CLOCK_REALTIME) / 1000) },
        sinceBoot: { SystemTime.nanoseconds(of: CLOCK_BOOTTIME) / 1000 })
}
