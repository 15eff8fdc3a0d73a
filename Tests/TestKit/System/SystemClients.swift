import Foundation
import Synchronization

/// Programs of users.
extension SystemWorld {
    /// A client of a user's, connected.
    ///
    /// - Parameters:
    ///   - program: `tool` is one of the owner's, `agent` may be an agent, any other name is a program of its own; nil
    ///     for one that all share.
    ///   - group: nil for the user's own alone.
    ///   - isInSession: whether it runs in the session that the user is logged in to.
    ///   - session: the label of one of several sessions that it runs in; `@` as a service of the user's own service
    ///     manager's; `NAME.service` as that unit of the system's.
    ///   - owner: whose session that is; nil for the user's own.
    public func client(
        _ user: User, _ program: String? = nil, group: Group? = nil, isInSession: Bool = false,
        session label: String? = nil, of owner: User? = nil
    ) async throws -> TestClient {
        var interpreter = "/usr/bin/python3"
        if let program { interpreter = try copy(of: interpreter, as: program) }
        let path = interpreter
        return try await TestClient(
            Conversation { onLine in
                try start(
                    [path, "\(Source.python)/client.py"], as: user, group: group,
                    isInSession: isInSession || label != nil, session: label, of: owner, onLine: onLine)
            })
    }

    /// A client in a sandbox, as the Flatpak of this name.
    public func client(_ user: User, flatpak app: String) async throws -> TestClient {
        try await TestClient(
            Conversation { onLine in
                try start(
                    [
                        Source.script("sandbox"), "--bind", Source.python, app, "/usr/bin/python3",
                        "\(Source.python)/client.py",
                    ], as: user, onLine: onLine)
            })
    }

    private func copy(of program: String, as name: String) throws -> String {
        let path = "\(folder)/programs/\(name)"
        if !FileManager.default.fileExists(atPath: path) {
            let source = URL(filePath: program).resolvingSymlinksInPath().path
            guard try ChildProcess.run(["/bin/cp", source, path]).code == 0 else {
                throw ClientFailure("\(path) could not be made")
            }
        }
        return path
    }

    /// Runs `filmgatectl` as a user to its end.
    public func ctl(_ user: User, isInSession: Bool = false, _ arguments: String...) async throws -> RunResult {
        try await start([BuiltProgram.path("filmgatectl")] + arguments, as: user, isInSession: isInSession).result()
    }

    /// Starts a program as a user in a terminal.
    public func window(_ command: [String], as user: User, isInSession: Bool = false) async throws -> TerminalWindow {
        let window = try await TerminalWindow(
            ["/usr/bin/nsenter"] + words(for: command, as: user, group: nil, isInSession, of: user), environment: [:],
            rows: 24, columns: 100, type: "tmux-256color", folder: "\(folder)/tmp")
        windows.withLock { $0.append(window) }
        return window
    }

    /// Starts a program as a user.
    public func start(
        _ command: [String], as user: User, group: Group? = nil, isInSession: Bool = false,
        session label: String? = nil, of owner: User? = nil, onLine: (@Sendable (String?) -> Void)? = nil
    ) throws -> Program {
        let address = "unix:path=/run/dbus/system_bus_socket"
        var variables = Program.plainEnvironment
        variables["DBUS_SESSION_BUS_ADDRESS"] = address
        variables["PYTHONDONTWRITEBYTECODE"] = "1"
        variables["TMPDIR"] = "\(folder)/tmp"
        if command.first == Source.script("sandbox") { variables["FILMGATE_BUS_ADDRESS"] = address }
        let words = words(for: command, as: user, group: group, isInSession, label ?? "", of: owner ?? user)
        let program = try Program("/usr/bin/nsenter", words, environment: variables, onLine: onLine)
        programs.withLock { $0.append(program) }
        return program
    }

    private func words(
        for command: [String], as user: User, group: Group?, _ isInSession: Bool, _ label: String = "", of owner: User
    ) -> [String] {
        let place =
            "\(owner.id)/"
            + (label == "@"
                ? "\(session)@"
                : label.hasSuffix(".service") ? "\(session)/\(label)" : "\(session)u\(owner.id)\(label)")
        return [
            "--mount=/proc/\(namespace.pid)/ns/mnt", "--", "\(Source.root)/Tests/TestKit/System/system-enter",
            "\(user.id)", group?.words ?? "\(user.id)", isInSession ? place : "-",
        ] + command
    }
}
