package import Glibc

/// The clocks of the kernel.
package enum SystemTime {
    /// Returns the time of a clock, such as `CLOCK_REALTIME`, in nanoseconds.
    package static func nanoseconds(of clock: clockid_t) -> Int64 {
        var time = timespec()
        unsafe clock_gettime(clock, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}
