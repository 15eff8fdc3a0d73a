import Foundation

/// What logind and systemd know of the users of a system.
extension SystemWorld {
    /// Has a user's programs run in an active session of theirs from now on.
    public func logIn(_ user: User) async throws { try await send("log-in \(user.id) \(user.name)") }

    /// Has one of a user's several sessions be in a state, as `active` or `online`: in front, or behind another.
    ///
    /// - Parameters:
    ///   - label: letters and digits.
    ///   - seat: nil for one that has none, as over ssh.
    ///   - kind: logind's class, as `user` or `background`.
    public func session(
        _ label: String, of user: User, is state: String, seat: String? = "seat0", class kind: String = "user"
    ) async throws {
        let seat = seat ?? "-"
        try await send("log-in \(user.id) \(user.name) \(label) \(state) \(seat) \(kind)")
    }

    /// Makes it known that a user's own service manager runs, as systemd does by a link that nothing needs to follow.
    public func startServiceManager(of user: User) throws {
        let units = "\(folder)/systemd/units"
        try FileManager.default.createDirectory(atPath: units, withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(
            atPath: "\(units)/invocation:user@\(user.id).service",
            withDestinationPath: "0123456789abcdef0123456789abcdef")
    }
}
