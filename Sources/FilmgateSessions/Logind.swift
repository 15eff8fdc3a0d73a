internal import CFilmgateSystemd
public import FilmgatePolicy
public import FilmgateSystem
internal import Glibc

/// What logind has written down of people's sessions; it is read, and nobody is asked.
public struct Logind: Sendable {
    public init() {}

    /// How likely a user is to see what a process of theirs shows, by the session that it belongs to.
    ///
    /// What the user's own service manager started is in no session, and belongs to the one that they are mainly at.
    /// - Returns: `unknown` for a process outside of all sessions, and where there is no logind.
    public func presence(of process: UInt32, of user: UInt32) -> SessionPresence {
        guard let process = pid_t(exactly: process) else { return .unknown }
        var owner = uid_t()
        if let session = text({ sd_pid_get_session(process, $0) }) {
            guard sd_session_get_uid(session, &owner) >= 0 else { return .unknown }
            return owner == user ? presence(in: session) : .elsewhere
        }
        guard sd_pid_get_owner_uid(process, &owner) >= 0 else { return .unknown }
        guard owner == user else { return .elsewhere }
        guard let session = text({ sd_uid_get_display(user, $0) }) else { return .unknown }
        return presence(in: session)
    }

    private func presence(in session: String) -> SessionPresence {
        // The classes of sessions that people have all begin so; others are those of timers, greeters and service managers.
        guard text({ sd_session_get_class(session, $0) })?.hasPrefix("user") == true else { return .elsewhere }
        // A session without a seat stays active by its other mark while what is left of it goes on without its person.
        guard text({ sd_session_get_state(session, $0) }) == "active" else { return .behind }
        return text({ sd_session_get_seat(session, $0) }) == nil ? .fromAfar : .atSeat
    }

    /// A text that a function of the library hands over; nil where it has none.
    private func text(_ get: (UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> CInt) -> String? {
        var raw: UnsafeMutablePointer<CChar>?
        guard get(&raw) >= 0, let raw else { return nil }
        defer { free(raw) }
        return String(cString: raw)
    }

    /// Descriptors that have something to read whenever a session or a user has changed; none where there is no logind.
    public func changes() -> [OwnedDescriptor] {
        ["session", "uid"].compactMap { kind in
            var monitor: OpaquePointer?
            guard sd_login_monitor_new(kind, &monitor) >= 0, let monitor else { return nil }
            defer { sd_login_monitor_unref(monitor) }
            let copy = fcntl(sd_login_monitor_get_fd(monitor), F_DUPFD_CLOEXEC, 0)
            return copy >= 0 ? OwnedDescriptor(owning: copy) : nil
        }
    }

    /// Takes out what there is to read.
    public static func acknowledge(_ changes: OwnedDescriptor) {
        var buffer = [UInt8](repeating: 0, count: 4096)
        while read(changes.rawValue, &buffer, buffer.count) > 0 {}
    }
}
