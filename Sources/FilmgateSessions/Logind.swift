internal import CFilmgateLogin
public import FilmgatePolicy
public import FilmgateSystem
internal import Glibc

/// What logind has written down of people's sessions; it is read, and nobody is asked.
public struct Logind: Sendable {
    public init() {}

    /// Whether the session that a process belongs to is one in which its user can be asked now.
    ///
    /// What the user's own service manager started is in no session, and belongs to the one that they are mainly at.
    /// - Returns: `unknown` for a process outside of all sessions, and where there is no logind.
    public func attendance(of process: UInt32, of user: UInt32) -> Attendance {
        guard let process = pid_t(exactly: process), let session = session(of: process, user) else { return .unknown }
        // A session that came from afar stays active by its other mark while what is left of it goes on without its person.
        return text({ sd_session_get_state(session, $0) }) == "active" ? .active : .inactive
    }

    private func session(of process: pid_t, _ user: UInt32) -> String? {
        if let session = text({ sd_pid_get_session(process, $0) }) {
            var owner = uid_t()
            return sd_session_get_uid(session, &owner) >= 0 && owner == user ? session : nil
        }
        var owner = uid_t()
        guard sd_pid_get_owner_uid(process, &owner) >= 0, owner == user else { return nil }
        return text { sd_uid_get_display(user, $0) }
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
