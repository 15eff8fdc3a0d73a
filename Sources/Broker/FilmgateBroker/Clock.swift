import FilmgateModel
import Glibc

/// The two clocks that grants use.
struct Clock: Sendable {
    /// The time by the wall clock, which can be set.
    var now: @Sendable () -> Timestamp
    /// The microseconds since boot, including sleep. This clock cannot be set.
    var sinceBoot: @Sendable () -> Int64

    static let system = Clock(
        now: { Timestamp(rawValue: microseconds(CLOCK_REALTIME)) }, sinceBoot: { microseconds(CLOCK_BOOTTIME) })
}

private func microseconds(_ clock: clockid_t) -> Int64 {
    var time = timespec()
    unsafe clock_gettime(clock, &time)
    return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000
}
