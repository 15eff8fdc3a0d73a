import CFilmgateSystemd

/// The service manager that started this process: `sd_notify(3)`.
public enum ServiceManager {
    /// Sends it lines such as `READY=1`; does nothing if no service manager waits for them.
    public static func tell(_ lines: String...) { _ = sd_notify(0, lines.joined(separator: "\n")) }

    /// The time within which `WATCHDOG=1` must be sent again to the service manager; nil if it does not watch this
    /// process.
    public static var watchdogTime: Duration? {
        var microseconds: UInt64 = 0
        guard sd_watchdog_enabled(0, &microseconds) > 0 else { return nil }
        return .microseconds(Int64(clamping: microseconds))
    }
}
