/// Formats sizes and durations for people.
enum AmountText {
    /// Returns a number of bytes in KiB, MiB and so on: `4.2 MiB`. Policy files write these units as K, M and G.
    static func bytes(_ count: UInt64) -> String {
        let units = ["KiB", "MiB", "GiB", "TiB", "PiB", "EiB"]
        guard count >= 1024 else { return "\(count) B" }
        var size: UInt64 = 1024
        var unit = 0
        while unit < units.count - 1, count >= size * 1024 - size / 2 {
            size *= 1024
            unit += 1
        }
        let tenths = count / size * 10 + rounded(count % size * 10, size)
        return tenths < 100
            ? "\(tenths / 10).\(tenths % 10) \(units[unit])" : "\(rounded(count, size)) \(units[unit])"
    }

    private static func rounded(_ count: UInt64, _ size: UInt64) -> UInt64 {
        count / size + (count % size >= size / 2 ? 1 : 0)
    }

    /// Returns a duration in its two largest units: `1 h 5 min`, `42 s`.
    static func duration(_ duration: Duration) -> String {
        let seconds = max(0, duration.components.seconds)
        let (hours, minutes) = (seconds / 3600, seconds % 3600 / 60)
        if hours > 0 { return "\(hours) h \(minutes) min" }
        if minutes > 0 { return "\(minutes) min \(seconds % 60) s" }
        return "\(seconds) s"
    }
}
