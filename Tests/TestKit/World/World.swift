public import FilmgateDBus
import Foundation
import Synchronization
import Testing

/// All that a test of the whole broker needs: a bus, the broker on it, and programs that talk to it from where the test
/// says.
///
/// Made by `withWorld`, which stops everything afterwards. Bus, broker and clients are processes, or all in the test's
/// own: then who the clients are is made up, and there are no sandboxes around them.
public final class World: Sendable {
    /// Starts the brokers of worlds that are in the test's process; nil for worlds of processes.
    @TaskLocal public static var starter: (any BrokerStarter)?
    /// Runs the tool for worlds that are in the test's process.
    @TaskLocal public static var tool: (any ToolRunner)?

    private let processBus: PrivateBus?
    private let inProcess: InProcessSurroundings?
    /// Of this test alone, gone afterwards.
    public let folder: String
    /// Where the broker keeps the library.
    public let state: String
    let configuration: String
    private let current = Mutex<BrokerProcess?>(nil)
    private let programs = Mutex<[Program]>([])
    private let observers = Mutex<[String: TestClient]>([:])
    private let windows = Mutex<[TerminalWindow]>([])

    init(_ settings: WorldSettings) throws {
        inProcess = try Self.starter.map { try InProcessSurroundings($0, tool: Self.tool) }
        // Other users' programs may reach the socket; what they may do then is the broker's to say.
        processBus =
            inProcess == nil
            ? try PrivateBus(limits: "<policy context=\"default\"><allow user=\"*\"/></policy>\(settings.busPolicy)")
            : nil
        let memory = "/dev/shm"
        let isMemory = (settings.isInMemory || inProcess != nil) && FileManager.default.isWritableFile(atPath: memory)
        let root =
            settings.disk.map { URL(filePath: $0.path) }
            ?? (isMemory ? URL(filePath: memory) : FileManager.default.temporaryDirectory)
        folder = root.appending(path: "filmgate-world-\(UUID().uuidString)").path
        state = "\(folder)/state"
        configuration = "\(folder)/filmgated.conf"
        for name in ["tmp", "policy.d", "applications", "agent", "programs"] {
            try FileManager.default.createDirectory(atPath: "\(folder)/\(name)", withIntermediateDirectories: true)
        }
        for (name, text) in settings.policy {
            try text.write(toFile: "\(folder)/policy.d/\(name)", atomically: true, encoding: .utf8)
        }
        let text = """
            [policy]
            folders=\(folder)/policy.d
            [cache]
            ahead=no
            [delegates]
            executables=\(folder)/programs/delegate
            [agent]
            executables=\(folder)/agent/python3
            take-up-milliseconds=10000
            applications=\(folder)/applications
            \(settings.configuration)
            """
        try text.write(toFile: configuration, atomically: true, encoding: .utf8)
    }

    func stop() async {
        for window in windows.withLock({ $0 }) { await window.stop() }
        let programs = programs.withLock { $0 }
        for program in programs.reversed() { program.kill() }
        for program in programs { await program.ended() }
        await current.withLock { $0 }?.program.stop()
        await inProcess?.stop()
        processBus?.stop()
        if processBus != nil { await Leftovers.end(in: folder) }
        try? FileManager.default.removeItem(atPath: folder)
    }

    /// The bus of a world of processes.
    public var bus: PrivateBus {
        guard let processBus else { preconditionFailure("a world in process has no daemon") }
        return processBus
    }

    /// Whether bus, broker and clients are in the test's process.
    public var isInProcess: Bool { inProcess != nil }

    /// Connects, and the broker sees the test's own process; for worlds in it.
    public func connect(on loop: EventLoop) async throws -> Connection {
        guard let inProcess else { preconditionFailure("a world of processes is reached by its address") }
        return try await inProcess.connect(running: "/proc/self/exe", on: loop)
    }

    /// Where programs that the test starts look for the bus.
    private var address: String { processBus?.address ?? "unix:path=/nonexistent" }

    // MARK: The broker

    /// The broker as it runs, or ran.
    public var broker: BrokerProcess {
        get throws {
            guard let broker = current.withLock({ $0 }) else { throw ClientFailure("no broker was started") }
            return broker
        }
    }

    /// Whether a broker was started that has not ended by itself.
    public var isBrokerRunning: Bool {
        inProcess?.isBrokerRunning ?? current.withLock { $0?.program.hasEnded == false }
    }

    /// Starts the broker and waits until it has its name.
    ///
    /// - Parameter environment: what it finds beside the usual.
    public func startBroker(environment: [String: String] = [:]) async throws {
        if let inProcess {
            guard environment.isEmpty else { throw ClientFailure("a broker in process has the test's environment") }
            return try await inProcess.startBroker(state: state, configuration: configuration)
        }
        let broker = try BrokerProcess(
            bus: bus.address, state: state, configuration: configuration, environment: environment)
        current.withLock { $0 = broker }
        try await broker.serves(as: observer("broker"))
    }

    /// Kills the broker in the middle of whatever it does.
    public func killBroker() async throws {
        guard inProcess == nil else { throw ClientFailure("a broker in process cannot be killed") }
        let program = try broker.program
        program.kill()
        await program.ended()
    }

    /// Ends the broker in good order and starts it anew.
    public func restartBroker() async throws {
        if let inProcess { await inProcess.stopBroker() } else { await (try broker.program).stop() }
        try await startBroker()
    }

    // MARK: Policy

    /// Where the broker finds its policy files, and no others.
    public var policyFolder: String { "\(folder)/policy.d" }

    /// Writes a policy file; nil takes it away. It counts from the next start or `reload` on.
    public func writePolicy(_ text: String?, to name: String = "test.conf") throws {
        let path = "\(policyFolder)/\(name)"
        if let text {
            try text.write(toFile: path, atomically: true, encoding: .utf8)
        } else {
            try FileManager.default.removeItem(atPath: path)
        }
    }

    /// Has the broker read its policy files anew, and waits until it has.
    public func reloadPolicy() async throws {
        if let inProcess { return try await inProcess.reloadPolicy() }
        let broker = try broker
        func outcomes() -> Int {
            broker.log.split(separator: "\n").count {
                $0.contains("The policy was reloaded") || $0.contains("The policy has errors and is not used")
            }
        }
        let before = outcomes()
        broker.program.send(signal: SIGHUP)
        // An answer comes only from a loop that turns.
        while outcomes() == before { _ = try await owner.status() }
    }

    // MARK: Programs

    /// A client in a sandbox of its own, as the Flatpak of this name.
    public func client(flatpak app: String, _ options: SandboxOptions = SandboxOptions()) async throws -> TestClient {
        try await client(.flatpak(app, options))
    }

    /// A client in that place, connected.
    public func client(_ place: ProgramOrigin = .host) async throws -> TestClient {
        try await client(running: "/usr/bin/python3", in: place)
    }

    /// A program that is nobody's tool and may not be an agent.
    public func program(_ name: String = "program", _ place: ProgramOrigin = .host) async throws -> TestClient {
        try await client(running: interpreter("programs/\(name)"), in: place)
    }

    /// A script beside `client.py`, as a program of the host of its own.
    public func script(_ file: String, as name: String, _ arguments: String...) async throws -> Script {
        var variables = Program.plainEnvironment
        variables["DBUS_SESSION_BUS_ADDRESS"] = bus.address
        let script = try Script(
            [try await interpreter("programs/\(name)"), "\(Source.python)/\(file)"] + arguments, environment: variables)
        programs.withLock { $0.append(script.program) }
        return script
    }

    /// A script beside `client.py`, in a sandbox as the Flatpak of this name.
    public func script(
        _ file: String, flatpak app: String, _ options: SandboxOptions = SandboxOptions(), _ arguments: String...
    ) throws -> Script {
        var variables = Program.plainEnvironment
        variables["FILMGATE_BUS_ADDRESS"] = bus.address
        let words = try ProgramOrigin.flatpak(app, options).words(
            for: ["/usr/bin/python3", "\(Source.python)/\(file)"] + arguments, folder: "\(folder)/tmp",
            environment: [:])
        let script = try Script(words, environment: variables)
        programs.withLock { $0.append(script.program) }
        return script
    }

    /// A program that may be an agent, and is none yet.
    public func agentProgram(_ place: ProgramOrigin = .host) async throws -> TestClient {
        try await client(running: interpreter("agent/python3"), in: place)
    }

    /// An agent that is registered, and answers as the test says.
    public func agent() async throws -> ScriptedAgent {
        let agent = ScriptedAgent(try await agentProgram())
        try await agent.register()
        return agent
    }

    /// Waits until an agent that the test started can be asked.
    public func agentRegisters() async throws {
        try await eventually { try await !owner.audit(["operation": "register-agent", "outcome": "allowed"]).isEmpty }
    }

    /// A desktop file, as an application installs it.
    public func install(desktopFile keys: String, of app: String) throws {
        try "[Desktop Entry]\nType=Application\n\(keys)\n".write(
            toFile: "\(folder)/applications/\(app).desktop", atomically: true, encoding: .utf8)
    }

    private func client(running interpreter: String, in place: ProgramOrigin) async throws -> TestClient {
        if let inProcess { return try await inProcess.client(running: interpreter, in: place) }
        let conversation = try Conversation { onLine in
            try start([interpreter, "\(Source.python)/client.py"], in: place, onLine: onLine)
        }
        return try await TestClient(conversation)
    }

    /// A copy of what clients run on: another file, and so another program.
    ///
    /// Made by another process: a file that this one writes may still be open in a child of another test when it is to
    /// run.
    public func interpreter(_ name: String) async throws -> String {
        let path = "\(folder)/\(name)"
        if FileManager.default.fileExists(atPath: path) { return path }
        if inProcess != nil {
            // Nothing runs it: it only is another file.
            _ = FileManager.default.createFile(atPath: path, contents: nil)
        } else {
            let source = URL(filePath: "/usr/bin/python3").resolvingSymlinksInPath().path
            _ = try await run("/bin/cp", source, path)
        }
        return path
    }

    /// The library's owner at work, outside of sandboxes: sees and changes all, and administers.
    public var owner: TestClient { get async throws { try await observer("owner") } }

    /// Runs a program there to its end.
    public func run(
        _ path: String, _ arguments: String..., in place: ProgramOrigin = .host, environment: [String: String] = [:]
    ) async throws -> RunResult {
        try await start([path] + arguments, in: place, environment: environment).result()
    }

    /// Runs `filmgatectl` to its end.
    public func ctl(_ arguments: String...) async throws -> RunResult { try await ctl(arguments) }

    public func ctl(_ arguments: [String]) async throws -> RunResult {
        if let inProcess { return try await inProcess.runTool(arguments) }
        return try await start([BuiltProgram.path("filmgatectl")] + arguments).result()
    }

    /// Runs `filmgatectl` to its end on a terminal, for worlds in the test's process.
    public func ctl(_ arguments: String..., on terminal: ToolTerminal) async throws -> RunResult {
        guard let inProcess else { throw ClientFailure("a process has its terminal in a window") }
        return try await inProcess.runTool(arguments, on: terminal)
    }

    /// Starts a program there, to be talked with.
    public func start(
        _ command: [String], in place: ProgramOrigin = .host, environment: [String: String] = [:],
        onLine: (@Sendable (String?) -> Void)? = nil
    ) throws -> Program {
        let program = try place.start(
            command, bus: address, folder: "\(folder)/tmp", environment: environment, onLine: onLine)
        programs.withLock { $0.append(program) }
        return program
    }

    /// Starts a program in a terminal of that size, as a person has it.
    public func window(
        _ command: [String], rows: Int = 24, columns: Int = 80, type: String = "tmux-256color"
    ) async throws -> TerminalWindow {
        let window = try await TerminalWindow(
            command, environment: ["FILMGATE_BUS_ADDRESS": bus.address], rows: rows, columns: columns, type: type,
            folder: "\(folder)/tmp")
        windows.withLock { $0.append(window) }
        return window
    }

    private func observer(_ role: String) async throws -> TestClient {
        if let client = observers.withLock({ $0[role] }) { return client }
        let client = try await client(.host)
        observers.withLock { $0[role] = client }
        return client
    }
}

/// What a world is made with.
public struct WorldSettings: Sendable {
    /// The broker's configuration file.
    public var configuration: String
    /// Policy files and their texts.
    public var policy: [String: String]
    /// Elements for the bus' own.
    public var busPolicy: String
    /// Whether its files may lie in memory, where there is some for files: for tests that wait for many writes.
    public var isInMemory = false
    /// The disk that holds its files; nil for any.
    public var disk: TemporaryDisk?
    /// Without: the test starts it, or needs none.
    public var startsBroker: Bool

    /// - Parameters:
    ///   - configuration: further sections; `[owner]`, `[policy]` and `[agent]` are written already, but may go on.
    ///   - policy: the text of one policy file.
    public init(
        configuration: String = "", policy: String? = nil, busPolicy: String = "", startsBroker: Bool = true
    ) {
        self.policy = policy.map { ["test.conf": $0] } ?? [:]
        self.configuration = WorldSettings.owner + configuration
        self.busPolicy = busPolicy
        self.startsBroker = startsBroker
    }

    /// The owner's tools are `filmgatectl` and what `client.py` runs on.
    private static let owner = """
        [owner]
        tools=\(BuiltProgram.path("filmgatectl"));\(BuiltProgram.path("filmgate-window"));\(URL(filePath: "/usr/bin/python3").resolvingSymlinksInPath().path)

        """
}

/// Runs a test in a world of its own, whose broker serves; whatever becomes of the test, nothing of it stays.
public func withWorld<Result>(
    _ settings: WorldSettings = WorldSettings(), _ body: (World) async throws -> Result
) async throws -> Result {
    await Turns.worlds.take()
    defer { Turns.worlds.release() }
    let world = try World(settings)
    do {
        if settings.startsBroker { try await world.startBroker() }
        let result = try await ExpectedPrompts.checked { try await body(world) }
        await world.stop()
        return result
    } catch {
        await world.stop()
        throw error
    }
}
