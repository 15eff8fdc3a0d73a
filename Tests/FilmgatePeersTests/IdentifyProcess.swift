import FilmgateDBus
import FilmgateTestKit
import Foundation
import Testing

@testable import FilmgatePeers

/// A running `filmgate-identify`, as a user of its own with two capabilities where root runs the tests.
struct IdentifyProcess {
    let program: Program

    /// Who runs it where that can be chosen: one of those whom every Debian has, for a bus turns away whom the system
    /// does not know.
    static let user: UInt32 = 34
    static let isPossible = geteuid() == 0
    static let both = "-all,+sys_ptrace,+dac_read_search"

    /// Starts it, and waits until it has its name.
    ///
    /// - Parameter isAlone: in a namespace with one user, who runs it then.
    static func start(
        on bus: PrivateBus, _ temporaryFolder: TemporaryFolder, isAlone: Bool = false
    ) async throws -> IdentifyProcess {
        let process = IdentifyProcess(
            program: isAlone
                ? try Program(BuiltProgram.path("filmgate-identify"), ["--bus", bus.address])
                : try program(on: bus, temporaryFolder, capabilities: both))
        let observer = try await bus.connect()
        while try await observer.owner(of: .identify) == nil {
            guard !process.program.hasEnded else {
                throw DidNotServe(log: await process.program.log.all())
            }
        }
        await observer.close()
        return process
    }

    static func program(on bus: PrivateBus, _ temporaryFolder: TemporaryFolder, capabilities: String) throws -> Program
    {
        // The folder of what was built may be closed to others.
        let path = "\(temporaryFolder.path)/filmgate-identify"
        if !FileManager.default.fileExists(atPath: path) {
            try #require(try ChildProcess.run(["/bin/cp", BuiltProgram.path("filmgate-identify"), path]).code == 0)
            try #require(chmod(temporaryFolder.path, 0o755) == 0)
        }
        return try Program(
            "/usr/bin/setpriv",
            [
                "--reuid", "\(user)", "--regid", "\(user)", "--clear-groups", "--inh-caps", capabilities,
                "--ambient-caps", capabilities, "--", path, "--bus", bus.address,
            ])
    }

    /// What the kernel says of its main thread and of all others.
    func status(_ key: String) throws -> Set<String> {
        let tasks = "/proc/\(program.pid)/task"
        return Set(
            try FileManager.default.contentsOfDirectory(atPath: tasks).map { task in
                let text = try String(contentsOfFile: "\(tasks)/\(task)/status", encoding: .utf8)
                let line = text.split(separator: "\n").first { $0.hasPrefix("\(key):") }
                return line.map { $0.dropFirst(key.count + 1).trimmingCharacters(in: .whitespaces) } ?? ""
            })
    }

    struct DidNotServe: Error { let log: String }
}

extension PrivateBus {
    /// One that other users' programs may reach.
    static func forEverybody() throws -> PrivateBus {
        let bus = try PrivateBus(limits: "<policy context=\"default\"><allow user=\"*\"/></policy>")
        try #require(chmod(bus.folder.path, 0o755) == 0)
        return bus
    }
}

extension RegistryFixture {
    /// A registry that has `filmgate-identify` asked, on the connection that is the broker's.
    static func delegated(
        on bus: PrivateBus, _ temporaryFolder: TemporaryFolder, programs: TrustedPrograms = .own(),
        deadline: Duration = .seconds(30)
    ) async throws -> RegistryFixture {
        let connection = try await bus.connect()
        try await connection.requestName("org.filmgate.Library1")
        return try await RegistryFixture(
            connection, temporaryFolder, programs, deadline: deadline, DelegatedSearch(connection))
    }
}
