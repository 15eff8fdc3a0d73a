import FilmgateDBus
import Foundation
import Synchronization

/// Starts brokers within the test's process.
public protocol BrokerStarter: Sendable {
    /// Returns when the broker has its name.
    ///
    /// - Parameters:
    ///   - state: the folder that holds the library.
    ///   - configuration: path of the configuration file.
    func start(on bus: InMemoryBus, state: String, configuration: String) async throws -> any RunningBroker
}

/// A broker within the test's process.
public protocol RunningBroker: Sendable {
    func stop() async
    /// Returns when the policy files were read.
    func reloadPolicy() async
}

/// What surrounds a broker within the test's process: a bus in memory, and who says who its clients are.
final class InProcessSurroundings: Sendable {
    let bus = InMemoryBus()
    private let starter: any BrokerStarter
    /// Nil if the test runs no commands.
    private let tool: (any ToolRunner)?
    private let identities: IdentityService
    private let broker = Mutex<(any RunningBroker)?>(nil)
    /// Kept, for they stay on the bus until the world ends.
    private let programs = Mutex<[InProcessProgram]>([])
    /// Beyond those of real processes.
    private let lastProcess = Mutex<UInt32>(1 << 24)

    init(_ starter: any BrokerStarter, tool: (any ToolRunner)?) throws {
        (self.starter, self.tool) = (starter, tool)
        identities = try IdentityService(on: bus)
    }

    func startBroker(state: String, configuration: String) async throws {
        let started = try await starter.start(on: bus, state: state, configuration: configuration)
        broker.withLock { $0 = started }
    }

    func stopBroker() async {
        let running = broker.withLock { broker in
            defer { broker = nil }
            return broker
        }
        await running?.stop()
    }

    func reloadPolicy() async throws {
        guard let broker = broker.withLock({ $0 }) else { throw ClientFailure("no broker was started") }
        await broker.reloadPolicy()
    }

    var isBrokerRunning: Bool { broker.withLock { $0 != nil } }

    func stop() async {
        for program in programs.withLock({ $0 }) { await program.end() }
        programs.withLock { $0 = [] }
        await stopBroker()
        bus.stop()
    }

    /// A client in process that the broker sees as one in that place, running that program.
    func client(running program: String, in place: ProgramOrigin) async throws -> TestClient {
        let process = nextProcess()
        let identity: ScriptedIdentity
        switch place {
        case .flatpak(let app, let options):
            guard options.info?.isEmpty != false, options.claim == nil else {
                throw ClientFailure("what a sandbox shows of itself takes a sandbox")
            }
            // Without content, the mark identifies nobody.
            identity = ScriptedIdentity(
                client: options.info == nil ? "flatpak:\(app)" : nil, user: getuid(), process: process, program: nil)
        case .host: identity = .program(program, user: getuid(), process)
        case .user(let user): identity = .program(program, user: user, process)
        }
        let client = InProcessProgram(on: bus, as: identity, identities)
        programs.withLock { $0.append(client) }
        return try await TestClient(client)
    }

    private func nextProcess() -> UInt32 {
        lastProcess.withLock { last in
            last += 1
            return last
        }
    }

    /// Connects, and the broker sees a program of the tests' user outside of sandboxes.
    func connect(running program: String, on loop: EventLoop) async throws -> Connection {
        try await connect(as: .program(program, user: getuid(), nextProcess()), on: loop)
    }

    private func connect(as identity: ScriptedIdentity, on loop: EventLoop) async throws -> Connection {
        let credentials = InMemoryBus.Credentials(user: identity.user, process: identity.process)
        let connection = try await bus.connect(as: credentials, on: loop)
        await identities.register(connection.uniqueName.rawValue, identity)
        return connection
    }

    /// Runs a command of the tool, which the broker sees as one process.
    func runTool(_ arguments: [String], on terminal: ToolTerminal? = nil) async throws -> RunResult {
        guard let tool else { throw ClientFailure("nothing runs the tool in process") }
        let identity = ScriptedIdentity.program(BuiltProgram.path("filmgatectl"), user: getuid(), nextProcess())
        let connections = Mutex<[Connection]>([])
        let result = await tool.run(arguments, on: terminal) { [self] loop in
            let connection = try await connect(as: identity, on: loop)
            connections.withLock { $0.append(connection) }
            return connection
        }
        // A process that ends leaves the bus.
        for connection in connections.withLock({ $0 }) { await connection.close() }
        return result
    }
}

extension ScriptedIdentity {
    fileprivate static func program(_ path: String, user: UInt32, _ process: UInt32) -> ScriptedIdentity {
        let path = URL(filePath: path).resolvingSymlinksInPath().path
        return ScriptedIdentity(client: "exe:\(path)", user: user, process: process, program: path)
    }
}
