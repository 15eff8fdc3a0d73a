internal import CFilmgateSystem
internal import Glibc

/// The service manager that started this process, by systemd's protocol: lines in a datagram to the socket that `NOTIFY_SOCKET`
/// names. libsystemd does just that, and brings six more libraries into memory.
public enum ServiceManager {
    /// Tells it something, such as `READY=1`; where there is none, or it does not listen, nothing happens.
    public static func tell(_ lines: String...) {
        guard let socket = environmentVariable("NOTIFY_SOCKET") else { return }
        let text = Array(lines.joined(separator: "\n").utf8)
        _ = fg_send_datagram(socket, text, text.count)
    }

    /// Within which it waits to be told `WATCHDOG=1`, again and again, before it takes this process for hung; nil where it does not.
    public static var watchdogTime: Duration? {
        let process = environmentVariable("WATCHDOG_PID")
        guard process == nil || process == String(getpid()),
            let text = environmentVariable("WATCHDOG_USEC"), let time = Int64(text), time > 0
        else { return nil }
        return .microseconds(time)
    }
}
