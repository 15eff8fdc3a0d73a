import FilmgateDBus
import FilmgateModel
import FilmgateSystem
import FilmgateTestKit
import Foundation
import Synchronization
import Testing

@testable import FilmgatePeers
@testable import FilmgateProcess

/// A temporary folder that goes with its last reference.
final class TemporaryFolder {
    let url: URL
    var path: String { url.path }

    init() throws {
        url = FileManager.default.temporaryDirectory.appending(path: "filmgate-peers-\(UUID().uuidString)")
        try FileManager.default.createDirectory(
            at: url, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    func folder() throws -> Directory { try Directory(path: path) }

    func write(_ bytes: some Sequence<UInt8>, to name: String) throws {
        try Data(bytes).write(to: url.appending(path: name))
    }

    func write(_ text: String, to name: String) throws { try write(text.utf8, to: name) }

    /// Other contents for a file that is there, and keeps its permissions.
    func rewrite(_ name: String, as text: String) throws {
        let file = try FileHandle(forWritingTo: url.appending(path: name))
        try file.truncate(atOffset: 0)
        try file.write(contentsOf: Data(text.utf8))
        try file.close()
    }

    func text(of name: String) throws -> String { try String(contentsOf: url.appending(path: name), encoding: .utf8) }
}

/// A process that says what a test wants, or fails as it wants.
struct FakeProcess: ObservableProcess {
    var pid: Int32 = 4242
    var start = BootTicks(rawValue: 1000)
    var hasEnded = false
    var userResult: Result<UInt32, Errno> = .success(geteuid())
    /// The path of the folder to be its root.
    var rootResult: Result<String, Errno> = .success("/")
    var executableResult: Result<ProcessExecutable, Errno> = .success(.fake("/usr/bin/staged"))
    var labelResult: Result<String?, Errno> = .success(nil)
    var controlGroupResult: Result<String?, Errno> = .success("/")

    func user() throws(Errno) -> UInt32 { try userResult.get() }
    func realGroup() throws(Errno) -> UInt32 { getegid() }
    func root() throws(Errno) -> Directory { try Directory(path: rootResult.get()) }
    func executable() throws(Errno) -> ProcessExecutable { try executableResult.get() }
    func label() throws(Errno) -> String? { try labelResult.get() }
    func controlGroup() throws(Errno) -> String? { try controlGroupResult.get() }
}

extension ProcessExecutable {
    static func fake(_ path: String) -> ProcessExecutable {
        ProcessExecutable(path: path, file: try! OwnedDescriptor.facts(ofFileAt: "/bin/sh"))
    }
}

extension Lookup {
    /// The look-up of processes that a test makes up.
    static func fake(_ pin: @escaping @Sendable (Int32) throws(Errno) -> FakeProcess) -> Lookup {
        var lookup = Lookup()
        lookup.pin = { (pid, _) throws(Errno) in try pin(pid) }
        return lookup
    }
}

extension TrustedPrograms {
    /// The tools of the tests' own user.
    static func own(_ tools: Set<String> = []) -> TrustedPrograms {
        TrustedPrograms(owners: .only(geteuid()), tools: tools)
    }
}

/// Up once and for all.
final class Flag: Sendable {
    private let isUp = Mutex(false)

    /// - Returns: whether this was the first time.
    func raise() -> Bool {
        isUp.withLock { isUp in
            defer { isUp = true }
            return !isUp
        }
    }
}

extension Identification {
    var known: FilmgateModel.Client? { if case .client(let client) = self { client } else { nil } }
    var error: IdentificationError? { if case .unidentified(let error) = self { error } else { nil } }
}

/// The executable of the tests' own process.
let ownExecutable = try! FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")

/// A registry on a connection that others can reach, so that they can be met.
struct RegistryFixture {
    let registry: PeerRegistry
    let connection: Connection

    init(
        on bus: PrivateBus, _ temporaryFolder: TemporaryFolder, lookup: Lookup = Lookup(),
        programs: TrustedPrograms = .own(),
        deadline: Duration = .seconds(30), ask: (@Sendable (BusName) async throws -> ConnectionCredentials)? = nil
    ) async throws {
        let connection = try await bus.connect()
        let search = InProcessSearch(
            ask: ask ?? { name in try await connection.credentials(of: name) },
            pool: LookupPool(lookup, timeLimit: deadline, on: connection.loop))
        try await self.init(connection, temporaryFolder, programs, deadline: deadline, search)
    }

    init(
        _ connection: Connection, _ temporaryFolder: TemporaryFolder, _ programs: TrustedPrograms = .own(),
        deadline: Duration = .seconds(30), _ search: any PeerSearch
    ) async throws {
        self.connection = connection
        registry = try await PeerRegistry(
            connection, loop: connection.loop, runtime: temporaryFolder.folder(), programs: programs,
            deadline: deadline,
            search: search)
    }

    /// Who the caller is, asked when a call of its has come: the bus tells of names before it passes on their calls.
    func identification(of app: Connection) async throws -> Identification {
        do {
            _ = try await app.call(
                Self.ping, of: "org.freedesktop.DBus.Peer", at: "/", on: connection.uniqueName, MessageArguments())
        } catch is ErrorReply {
            // An answer all the same.
        }
        return await registry.identify(app.uniqueName)
    }

    private static let ping = Method<NoArguments, NoArguments>("Ping")
}
