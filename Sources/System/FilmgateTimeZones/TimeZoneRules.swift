import CFilmgateGLib

/// The rules of a time zone: by how much its clocks differed from UTC at each time, as this computer's time zone data says.
public final class TimeZoneRules: @unchecked Sendable {
    // GLib changes no zone after it was made, and counts the references to it atomically.
    private let raw: OpaquePointer

    private init(taking raw: OpaquePointer) { self.raw = raw }

    deinit { g_time_zone_unref(raw) }

    /// Returns nil if this computer does not know the zone.
    ///
    /// - Parameter name: such as `Europe/Budapest`.
    public convenience init?(named name: String) {
        guard !name.isEmpty, !name.utf8.contains(0), let raw = g_time_zone_new_identifier(name) else { return nil }
        self.init(taking: raw)
    }

    /// Returns the rules of UTC.
    public static func utc() -> TimeZoneRules { TimeZoneRules(taking: g_time_zone_new_utc()) }

    /// Returns the rules of this process's time zone: of the variable `TZ`, or else of the computer. An unknown zone counts as UTC, as
    /// in other programs.
    public static func ofThisProcess() -> TimeZoneRules { TimeZoneRules(taking: g_time_zone_new_local()) }

    /// Returns by how much the clocks differ at a moment, in seconds east of UTC.
    ///
    /// - Parameter seconds: since the Unix epoch.
    public func offset(at seconds: Int64) -> Int32 {
        offset(of: g_time_zone_find_interval(raw, G_TIME_TYPE_UNIVERSAL, gint64(seconds)))
    }

    /// Returns by how much the clocks differ when they show a time, in seconds east of UTC.
    ///
    /// A time that clocks show twice, when they are set back, counts as the first one. A time that they leave out, when they are set
    /// forward, counts as that of a clock that was not set yet.
    ///
    /// - Parameter seconds: what the clock shows, read as UTC, since the Unix epoch.
    public func offset(ofClock seconds: Int64) -> Int32 {
        var shown = gint64(seconds)
        let interval = g_time_zone_adjust_time(raw, G_TIME_TYPE_DAYLIGHT, &shown)
        let isLeftOut = shown != gint64(seconds)
        return offset(of: isLeftOut ? interval - 1 : interval)
    }

    private func offset(of interval: gint) -> Int32 { interval < 0 ? 0 : g_time_zone_get_offset(raw, interval) }
}
