import CFilmgateSystemd
public import FilmgatePolicy
public import FilmgateSystem
import Glibc

/// Reads logind's files about people's sessions.
public struct Logind: Sendable {
    public init() {}

    /// Returns how likely a user is to see a window of a process, according to the session of the process.
    ///
    /// Processes of the user's service manager are in no session. They count as part of the user's main session.
    /// - Returns: `unknown` if the process is outside all sessions, or if logind does not run.
    public func presence(of process: UInt32, of user: UInt32) -> SessionPresence {
        switch session(of: process, of: user) {
        case .own(let session): presence(in: session)
        case .ofOtherUser: .unrelated
        case .none: .unknown
        }
    }

    /// Returns whether a process is in a Wayland session of its user that is in the foreground at a seat.
    ///
    /// Processes of the user's service manager count as part of the user's main session.
    public func isInWaylandSession(_ process: UInt32, of user: UInt32) -> Bool {
        guard case .own(let session) = session(of: process, of: user) else { return false }
        return presence(in: session) == .atSeat && text({ sd_session_get_type(session, $0) }) == "wayland"
    }

    private enum ProcessSession {
        case own(String)
        case ofOtherUser
        /// The process is outside all sessions, or logind does not run.
        case none
    }

    private func session(of process: UInt32, of user: UInt32) -> ProcessSession {
        guard let process = pid_t(exactly: process) else { return .none }
        var owner = uid_t()
        if let session = text({ sd_pid_get_session(process, $0) }) {
            guard sd_session_get_uid(session, &owner) >= 0 else { return .none }
            return owner == user ? .own(session) : .ofOtherUser
        }
        guard sd_pid_get_owner_uid(process, &owner) >= 0 else { return .none }
        guard owner == user else { return .ofOtherUser }
        guard let session = text({ sd_uid_get_display(user, $0) }) else { return .none }
        return .own(session)
    }

    private func presence(in session: String) -> SessionPresence {
        // The session classes of people begin with this text. Other classes belong to timers, greeters and service
        // managers.
        guard text({ sd_session_get_class(session, $0) })?.hasPrefix("user") == true else { return .unrelated }
        // Reads the state, because `sd_session_is_active` also reports a closing session without a seat as active.
        guard text({ sd_session_get_state(session, $0) }) == "active" else { return .inBackground }
        return text({ sd_session_get_seat(session, $0) }) == nil ? .remote : .atSeat
    }

    /// Returns the text that a function of the library writes, or nil if the function fails.
    private func text(_ get: (UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> CInt) -> String? {
        var raw: UnsafeMutablePointer<CChar>?
        guard get(&raw) >= 0, let raw else { return nil }
        defer { free(raw) }
        return String(cString: raw)
    }

    /// Returns descriptors that become readable when a session or a user changes; none if logind does not run.
    ///
    /// - Throws: `Errno` if the limit on descriptors or watches is reached.
    public func changes() throws(Errno) -> [OwnedDescriptor] {
        var changes: [OwnedDescriptor] = []
        for kind in ["session", "uid"] {
            var monitor: OpaquePointer?
            let result = sd_login_monitor_new(kind, &monitor)
            guard result >= 0, let monitor else {
                let code = Errno(rawValue: -result)
                guard code == .noEntry else { throw code }
                return []
            }
            defer { sd_login_monitor_unref(monitor) }
            let copy = try calling { fcntl(sd_login_monitor_get_fd(monitor), F_DUPFD_CLOEXEC, 0) }
            changes.append(OwnedDescriptor(owning: copy))
        }
        return changes
    }

    /// Reads all pending events, so that the descriptor becomes unreadable.
    public static func acknowledge(_ changes: OwnedDescriptor) {
        var buffer = [UInt8](repeating: 0, count: 4096)
        while read(changes.rawValue, &buffer, buffer.count) > 0 {}
    }
}

/// Messages to the service manager that started this process: see `sd_notify(3)`.
public enum ServiceManagerNotifier {
    /// Sends the service manager lines such as `READY=1`; does nothing without a service manager that expects them.
    public static func notify(_ lines: String...) { _ = sd_notify(0, lines.joined(separator: "\n")) }

    /// The time within which the service manager must get the next `WATCHDOG=1`; nil if it does not watch this process.
    public static var watchdogTime: Duration? {
        var microseconds: UInt64 = 0
        guard sd_watchdog_enabled(0, &microseconds) > 0 else { return nil }
        return .microseconds(Int64(clamping: microseconds))
    }
}
