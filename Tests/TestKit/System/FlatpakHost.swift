import Foundation

/// The real Flatpak in a system of its own: the example app, installed for all users on a runtime made here, run by
/// Anna.
public struct FlatpakHost: Sendable {
    /// The example, as its manifest has it.
    public static let app = "org.example.Postcard"
    /// The same programs, without any permission in the manifest.
    public static let stranger = "org.example.Stranger"
    /// `examples/grid.py` as an app.
    public static let grid = "org.example.Grid"

    /// Anna's home.
    public let home: String
    private let system: SystemWorld

    /// Why there can be none here; nil where there can.
    public static let hindrance: String? = {
        if let hindrance = SystemWorld.hindrance { return hindrance }
        for path in ["/usr/bin/flatpak", "/usr/bin/flatpak-builder", "/usr/bin/ostree", "/usr/bin/bwrap"]
        where access(path, X_OK) != 0 {
            return "\(path) is not installed"
        }
        let user = "\(SystemWorld.User.anna.id)"
        let probe = try? ChildProcess.run([
            "/usr/bin/setpriv", "--reuid", user, "--regid", user, "--clear-groups", "--", "/usr/bin/bwrap",
            "--unshare-user", "--ro-bind", "/", "/", "/bin/true",
        ])
        return probe?.code == 0 ? nil : "ordinary users cannot have sandboxes here"
    }()

    /// Builds the app and installs it for all users.
    ///
    /// - Parameter windows: whether the examples with windows are installed as well, and the runtime has GTK.
    /// - Throws: `ClientFailure` with what was printed, where that fails.
    public init(in system: SystemWorld, withWindows windows: Bool = false) async throws {
        self.system = system
        home = "\(system.folder)/flatpak/anna"
        let script = "\(Source.root)/Tests/TestKit/System/flatpak-world"
        let result = try await system.start(
            [script, system.folder, Source.root] + (windows ? ["windows"] : []), as: .root
        ).result()
        guard result.succeeded else { throw ClientFailure("no Flatpak: \(result)") }
    }

    /// Takes the app from the system and installs it for Anna alone.
    public func moveToAnna() async throws {
        for (user, command) in [
            (SystemWorld.User.root, ["--system", "uninstall", "-y", "--noninteractive", Self.app]),
            (.anna, ["--user", "remote-add", "--no-gpg-verify", "here", "\(system.folder)/flatpak/repository"]),
            (.anna, ["--user", "install", "-y", "--noninteractive", "here", Self.app]),
        ] {
            let result = try await system.start(environment + ["/usr/bin/flatpak"] + command, as: user).result()
            guard result.succeeded else { throw ClientFailure("\(command): \(result)") }
        }
    }

    /// Runs an app to its end, or with the option `--command` another program in its sandbox.
    ///
    /// - Parameters:
    ///   - scope: the unit of her manager's that systemd made for it; nil: none, as where systemd does not run.
    ///   - options: of `flatpak run`.
    public func run(
        _ arguments: [String] = [], app: String = app, scope: String? = nil, options: [String] = []
    ) async throws -> RunResult {
        let command = command(app, arguments, options)
        guard let scope else { return try await system.start(command, as: .anna).result() }
        let words = ["\(Source.root)/Tests/TestKit/System/in-scope", "\(SystemWorld.User.anna.id)", scope]
        return try await system.start(words + command, as: .root).result()
    }

    /// Python in the app's sandbox, to try what the app itself does not.
    public func client(app: String = app) async throws -> TestClient {
        let options = [
            "--command=python3", "--filesystem=\(Source.python):ro",
            "--env=DBUS_SESSION_BUS_ADDRESS=unix:path=/run/dbus/system_bus_socket", "--env=PYTHONDONTWRITEBYTECODE=1",
        ]
        return try await TestClient(
            Conversation { onLine in
                try system.start(command(app, ["\(Source.python)/client.py"], options), as: .anna, onLine: onLine)
            })
    }

    /// Runs the app in a session that has a bus and a broker of Anna's own, and lists what is in the library then.
    public func runWithOwnBroker() async throws -> RunResult {
        let programs = URL(filePath: BuiltProgram.path("filmgated")).deletingLastPathComponent().path
        let scripts = "\(Source.root)/Tests/TestKit/System"
        let command = ["\(scripts)/own-bus", "\(scripts)/own-broker", programs, Self.app]
        return try await system.start(environment + command, as: .anna).result()
    }

    /// Runs a script in a session of Anna's with a display that nobody sees and a bus, on which Flatpak's exported
    /// services are.
    public func inSession(_ script: String, _ arguments: String...) async throws -> RunResult {
        let programs = URL(filePath: BuiltProgram.path("filmgatectl")).deletingLastPathComponent().path
        let command = ["\(Source.root)/Tests/TestKit/System/desktop-session", programs, "\(Source.root)/\(script)"]
        return try await system.start(environment + command + arguments, as: .anna).result()
    }

    /// As after logging in, but for the session's bus: there is none.
    public var environment: [String] {
        [
            "/usr/bin/env", "-u", "DBUS_SESSION_BUS_ADDRESS", "-u", "TMPDIR", "HOME=\(home)",
            "XDG_RUNTIME_DIR=/run/user/61790",
        ]
    }

    private func command(_ app: String, _ arguments: [String], _ options: [String]) -> [String] {
        environment + ["/usr/bin/flatpak", "run", "--die-with-parent"] + options + [app] + arguments
    }
}
