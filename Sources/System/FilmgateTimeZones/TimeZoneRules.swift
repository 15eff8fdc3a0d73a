import CFilmgateGLib

/// The rules of a time zone: its offset from UTC at any time, according to this computer's time zone data.
public final class TimeZoneRules: @unchecked Sendable {
    // GLib zones are immutable, and their reference counts are atomic.
    private let raw: OpaquePointer

    private init(taking raw: OpaquePointer) { self.raw = raw }

    deinit { g_time_zone_unref(raw) }

    /// Returns nil if this computer has no data for the zone.
    ///
    /// - Parameter name: the name of the zone, such as `Europe/Budapest`.
    public convenience init?(named name: String) {
        guard !name.isEmpty, !name.utf8.contains(0), let raw = g_time_zone_new_identifier(name) else { return nil }
        self.init(taking: raw)
    }

    /// Returns the rules of UTC.
    public static func utc() -> TimeZoneRules { TimeZoneRules(taking: g_time_zone_new_utc()) }

    /// Returns the rules of this process's time zone: the zone in the variable `TZ` or, if it is not set, the
    /// computer's zone. An unknown zone counts as UTC, as in other programs.
    public static func ofThisProcess() -> TimeZoneRules { TimeZoneRules(taking: g_time_zone_new_local()) }

    /// Returns the offset at a point in time, in seconds east of UTC.
    ///
    /// - Parameter seconds: the time since the Unix epoch.
    public func offset(at seconds: Int64) -> Int32 {
        offset(of: g_time_zone_find_interval(raw, G_TIME_TYPE_UNIVERSAL, gint64(seconds)))
    }

    /// Returns the offset at a local time, in seconds east of UTC.
    ///
    /// If a local time occurs twice, because clocks are set back, returns the first offset. If the local time does not
    /// exist, because clocks are set forward, returns the offset before the change.
    ///
    /// - Parameter seconds: the local time as if it were UTC, in seconds since the Unix epoch.
    public func offset(ofClock seconds: Int64) -> Int32 {
        var shown = gint64(seconds)
        let interval = g_time_zone_adjust_time(raw, G_TIME_TYPE_DAYLIGHT, &shown)
        let isLeftOut = shown != gint64(seconds)
        // GLib only prefers daylight saving time, which is not always the first of two equal local times.
        return offset(of: isLeftOut || occurs(seconds, in: interval - 1) ? interval - 1 : interval)
    }

    /// Returns whether a local time occurs in an interval.
    private func occurs(_ seconds: Int64, in interval: gint) -> Bool {
        let moment = gint64(seconds) - gint64(offset(of: interval))
        return interval >= 0 && g_time_zone_find_interval(raw, G_TIME_TYPE_UNIVERSAL, moment) == interval
    }

    private func offset(of interval: gint) -> Int32 { interval < 0 ? 0 : g_time_zone_get_offset(raw, interval) }
}
