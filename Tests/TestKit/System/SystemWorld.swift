internal import Foundation
internal import Synchronization

/// A system of its own: a system bus with the shipped policy, polkitd with the shipped actions, several users, and the broker as the
/// user `filmgate`. Root alone can make one; nothing outside of it changes.
///
/// Made by `withSystem`, which stops everything afterwards.
public final class SystemWorld: Sendable {
    /// A person, or root.
    public struct User: Hashable, Sendable {
        public let id: UInt32
        public let name: String

        public static let anna = User(id: 61790, name: "anna")
        public static let ben = User(id: 61791, name: "ben")
        public static let carla = User(id: 61792, name: "carla")
        public static let root = User(id: 0, name: "root")
        /// Twenty more.
        public static let guests = (0..<20).map { User(id: 61800 + $0, name: "guest\($0)") }
    }

    /// Of this test alone, gone afterwards.
    public let folder: String
    private let session: String
    private let stage: Program
    private let replies: AsyncStream<String>
    private let programs = Mutex<[Program]>([])
    private let current = Mutex<Program?>(nil)
    private let windows = Mutex<[TerminalWindow]>([])
    private let identifier = Mutex<Program?>(nil)
    private static let broker: UInt32 = 61781
    private static let identify: UInt32 = 61782
    /// A group that a program runs with beside its user's own.
    public enum Group: Sendable {
        /// The effective one alone, as a set-group-ID file gives it.
        case effective(UInt32)
        /// The real one as well, as for a program that somebody lent the group.
        case real(UInt32)

        /// The group of agents, as their program's file gives it.
        public static let agents = effective(61783)
        /// The group of agents, lent by somebody who got hold of it.
        public static let lentAgents = real(61783)

        var words: String {
            switch self {
            case .effective(let number): "\(number)"
            case .real(let number): "real:\(number)"
            }
        }
    }

    /// Why there can be none here; nil where there can.
    public static let hindrance: String? = {
        if geteuid() != 0 { return "only root can make a system bus with several users" }
        for path in ["/usr/lib/polkit-1/polkitd", "/usr/bin/dbus-daemon", "/usr/bin/setpriv", "/usr/bin/nsenter"]
        where access(path, X_OK) != 0 {
            return "\(path) is not installed"
        }
        let probe = try? ChildProcess.run(["/usr/bin/unshare", "--mount", "/bin/true"])
        return probe?.code == 0 ? nil : "mount namespaces cannot be had here"
    }()

    init(configuration: String, onInstalledMachine: Bool) async throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "filmgate-system-\(UUID().uuidString)").path
        session = "t\(UInt32.random(in: 0 ... .max))"
        for name in ["state", "tmp", "policy.d", "programs"] {
            try FileManager.default.createDirectory(atPath: "\(folder)/\(name)", withIntermediateDirectories: true)
        }
        try FileManager.default.setAttributes([.posixPermissions: 0o1777], ofItemAtPath: "\(folder)/tmp")
        let (stream, continuation) = AsyncStream.makeStream(of: String.self)
        replies = stream
        let scripts = "\(Source.root)/Tests/TestKit/System"
        let machine = onInstalledMachine ? ["\(scripts)/installed-machine", folder, Source.root] : []
        stage = try Program(
            "/usr/bin/unshare",
            ["--mount", "--propagation", "private", "--"] + machine + [
                "\(scripts)/system-world", folder, Source.root, session,
            ]
        ) { line in
            if let line { continuation.yield(line) } else { continuation.finish() }
        }
        guard try await reply() == "ready" else { throw ClientFailure("no system: \(await stage.log.all())") }
        try Self.rule(in: folder).write(toFile: "\(folder)/rules/test.rules", atomically: true, encoding: .utf8)
        let text = """
            [owner]
            tools=\(BuiltProgram.path("filmgatectl"));\(folder)/programs/tool
            [agent]
            executables=\(folder)/programs/agent
            [policy]
            folders=\(folder)/policy.d
            \(configuration)
            """
        try text.write(toFile: "\(folder)/filmgated.conf", atomically: true, encoding: .utf8)
        try FileManager.default.setAttributes(
            [.ownerAccountID: Int(Self.broker), .groupOwnerAccountID: Int(Self.broker), .posixPermissions: 0o700],
            ofItemAtPath: "\(folder)/state")
        try answer([:])
    }

    private func reply() async throws -> String {
        var lines = replies.makeAsyncIterator()
        guard let line = await lines.next() else { throw ClientFailure("the system ended: \(await stage.log.all())") }
        return line
    }

    func stop() async {
        for window in windows.withLock({ $0 }) { await window.stop() }
        for program in programs.withLock({ $0 }).reversed() {
            program.kill()
            await program.ended()
        }
        await current.withLock { $0 }?.stop()
        await identifier.withLock { $0 }?.stop()
        _ = await stage.result()
        try? FileManager.default.removeItem(atPath: folder)
    }

    /// What happens to the system: `log-in UID NAME [LABEL [STATE [SEAT [CLASS]]]]`, `log-out UID`, `stop-polkit`, `go-on-polkit`,
    /// `end-polkit`, `start-polkit`.
    public func tell(_ command: String) async throws {
        stage.write(command + "\n")
        let answer = try await reply()
        guard answer == "ok" else { throw ClientFailure("\(command): \(answer) \(await stage.log.all())") }
    }

    /// Has a user's programs run in an active session of theirs from now on.
    public func logIn(_ user: User) async throws { try await tell("log-in \(user.id) \(user.name)") }

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
        try await tell("log-in \(user.id) \(user.name) \(label) \(state) \(seat) \(kind)")
    }

    /// Makes it known that a user's own service manager runs, as systemd does by a link that nothing needs to follow.
    public func startServiceManager(of user: User) throws {
        let units = "\(folder)/systemd/units"
        try FileManager.default.createDirectory(atPath: units, withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(
            atPath: "\(units)/invocation:user@\(user.id).service",
            withDestinationPath: "0123456789abcdef0123456789abcdef")
    }

    // MARK: polkit

    /// Has polkit answer so from now on: by action, `*` for all; what is left out has its default.
    ///
    /// - Parameter answers: `yes`, `no`, `auth_self`, `auth_admin`.
    public func answer(_ answers: [String: String]) throws {
        let text = answers.map { "\($0.key) \($0.value)\n" }.joined()
        try text.write(toFile: "\(folder)/answers", atomically: true, encoding: .utf8)
        if !FileManager.default.fileExists(atPath: "\(folder)/asked") {
            try "".write(toFile: "\(folder)/asked", atomically: false, encoding: .utf8)
            try FileManager.default.setAttributes([.posixPermissions: 0o666], ofItemAtPath: "\(folder)/asked")
        }
    }

    /// What polkit was asked so far, a line each: action, user, `active` or `inactive`, client, level, change; parted by `|`.
    public var asked: [[String]] {
        get throws {
            try String(contentsOfFile: "\(folder)/asked", encoding: .utf8).split(separator: "\n").map {
                $0.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
            }
        }
    }

    public func forgetAsked() throws {
        try "".write(toFile: "\(folder)/asked", atomically: false, encoding: .utf8)
    }

    /// It reads its answers each time, for polkitd takes its own while to notice that rules have changed.
    private static func rule(in folder: String) -> String {
        """
        polkit.addRule(function (action, subject) {
            if (action.id.indexOf("org.filmgate.") != 0) { return polkit.Result.NOT_HANDLED; }
            polkit.spawn(["/bin/sh", "-c", "echo \\"$1\\" >>\(folder)/asked", "sh",
                [action.id, subject.user, subject.active ? "active" : "inactive", action.lookup("client"), action.lookup("level"),
                    action.lookup("change")].join("|")]);
            var lines = polkit.spawn(["/bin/cat", "\(folder)/answers"]).split("\\n");
            var answer = polkit.Result.NOT_HANDLED;
            for (var i = 0; i < lines.length; i++) {
                var words = lines[i].split(" ");
                if (words[0] == action.id) { return words[1]; }
                if (words[0] == "*") { answer = words[1]; }
            }
            return answer;
        });
        """
    }

    // MARK: Programs

    /// Starts the program that tells who is behind a connection, with its two capabilities and no others, and waits until it has
    /// its name.
    public func startIdentify() async throws {
        let capabilities = "-all,+sys_ptrace,+dac_read_search"
        let identify = try service(
            "filmgate-identify", as: Self.identify,
            privileges: ["--inh-caps", capabilities, "--ambient-caps", capabilities])
        identifier.withLock { $0 = identify }
        try await appears("org.filmgate.Identify1", of: identify)
    }

    /// Kills it.
    public func endIdentify() async {
        let program = identifier.withLock { $0 }
        program?.kill()
        await program?.ended()
    }

    /// Starts the broker, without any capability, and waits until it has its name.
    public func startBroker() async throws {
        let broker = try service(
            "filmgated", as: Self.broker,
            ["--bus", "system", "--state", "\(folder)/state", "--config", "\(folder)/filmgated.conf"])
        current.withLock { $0 = broker }
        try await appears(Client.service, of: broker)
    }

    private func service(
        _ program: String, as user: UInt32, privileges: [String] = [], _ arguments: [String] = []
    ) throws -> Program {
        try Program(
            "/usr/bin/nsenter",
            [
                "--mount=/proc/\(stage.pid)/ns/mnt", "--", "/usr/bin/setpriv", "--reuid", "\(user)", "--regid",
                "\(user)", "--clear-groups",
            ] + privileges + ["--", BuiltProgram.path(program)] + arguments)
    }

    private func appears(_ name: String, of program: Program) async throws {
        let observer = try await client(.root)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await observer.ownerAppears(of: name) }
            group.addTask {
                guard let code = await program.endedUnlessCancelled() else { return }
                throw ClientFailure("\(name) ended with \(code): \(await program.log.all())")
            }
            try await group.next()
            group.cancelAll()
        }
        await observer.end()
    }

    /// Of the broker that was started last.
    public var broker: Int32? { current.withLock { $0 }?.pid }

    /// What the broker has open, as far as it has a path.
    public var openFiles: [String] {
        guard let broker else { return [] }
        let folder = "/proc/\(broker)/fd"
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.compactMap { try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\($0)") }
    }

    /// What the broker has in memory of its own, in KiB.
    public var memory: Int {
        guard let broker, let text = try? String(contentsOfFile: "/proc/\(broker)/status", encoding: .utf8),
            let line = text.split(separator: "\n").first(where: { $0.hasPrefix("RssAnon:") })
        else { return 0 }
        return line.split(separator: " ").compactMap { Int($0) }.first ?? 0
    }

    /// All rows of a user's library but those of the audit log and what is kept of its ends, as text.
    public func rows(of user: User) throws -> [Substring] {
        let path = "\(folder)/state/\(user.id)/library.sqlite3"
        let result = try ChildProcess.run(["/usr/bin/sqlite3", "-readonly", path, ".dump"])
        guard result.code == 0 else { throw ClientFailure("\(path) cannot be read: \(result.code)") }
        return result.output.split(separator: "\n").filter {
            !$0.hasPrefix("INSERT INTO audit ") && !$0.hasPrefix("INSERT INTO library ")
        }
    }

    /// Whether the broker has a user's library open.
    public func isOpen(_ user: User) -> Bool { openFiles.contains("\(folder)/state/\(user.id)/library.sqlite3") }

    /// Has a user have a library, as their first call does.
    public func found(_ user: User) async throws {
        let client = try await client(user)
        _ = try await client.status()
        await client.end()
    }

    /// What the broker wrote so far.
    public var log: String { current.withLock { $0 }?.log.soFar ?? "" }

    /// A client of a user's, connected.
    ///
    /// - Parameters:
    ///   - program: `tool` is one of the owner's, `agent` may be an agent, any other name is a program of its own; nil for one that all share.
    ///   - group: nil for the user's own alone.
    ///   - isInSession: whether it runs in the session that the user is logged in to.
    ///   - session: the label of one of several sessions that it runs in; `@` as a service of the user's own service manager's;
    ///     `NAME.service` as that unit of the system's.
    ///   - owner: whose session that is; nil for the user's own.
    public func client(
        _ user: User, _ program: String? = nil, group: Group? = nil, isInSession: Bool = false,
        session label: String? = nil, of owner: User? = nil
    ) async throws -> Client {
        var interpreter = "/usr/bin/python3"
        if let program { interpreter = try copy(of: interpreter, as: program) }
        let path = interpreter
        return try await Client(
            Conversation { onLine in
                try start(
                    [path, "\(Source.python)/client.py"], as: user, group: group,
                    isInSession: isInSession || label != nil, session: label, of: owner, onLine: onLine)
            })
    }

    /// A client in a sandbox, as the Flatpak of this name.
    public func client(_ user: User, flatpak app: String) async throws -> Client {
        try await Client(
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
            "--mount=/proc/\(stage.pid)/ns/mnt", "--", "\(Source.root)/Tests/TestKit/System/system-enter",
            "\(user.id)", group?.words ?? "\(user.id)", isInSession ? place : "-",
        ] + command
    }
}

/// Runs a test in a system of its own, whose broker serves; whatever becomes of the test, nothing of it stays.
///
/// - Parameters:
///   - configuration: further sections of the broker's configuration.
///   - onInstalledMachine: whether the machine has a Filmgate installed, with everything that could get in the test's way.
public func withSystem<Result>(
    configuration: String = "", onInstalledMachine: Bool = false, _ body: (SystemWorld) async throws -> Result
) async throws -> Result {
    await Turns.worlds.take()
    defer { Turns.worlds.giveBack() }
    let world = try await SystemWorld(configuration: configuration, onInstalledMachine: onInstalledMachine)
    do {
        try await world.startIdentify()
        try await world.startBroker()
        let result = try await body(world)
        await world.stop()
        return result
    } catch {
        await world.stop()
        throw error
    }
}
