import FilmgateModel
import FilmgateSystem
import FilmgateTestKit
import FilmgateWorkers
import Foundation
import Testing

@Suite("The check of a redacted file")
struct StandbyWorkerTests {
    @Test("is the only job of a worker that was started before it; another stands by for the next check")
    func check() async throws {
        let program = try RenamedProgram("misbehaving-worker")
        let pool = Self.patientPool(of: program)
        var used: Set<Int> = []
        for _ in 0..<3 {
            let first = try await Self.worker(of: pool, isCheck: false)
            try await eventually { Self.processes(of: program).count == 2 }
            let present = Self.processes(of: program)
            #expect(present.contains(first), "\(present)")
            let second = try await Self.worker(of: pool, isCheck: true)
            #expect(present.contains(second) && second != first, "\(present), \(second)")
            #expect(used.insert(second).inserted, "it had read another file")
            try await eventually { !Self.processes(of: program).contains(second) }
        }
        pool.close()
        try await eventually { Self.processes(of: program).isEmpty }
    }

    @Test("leaves no worker behind once there are no more redactions, nor one that others' jobs keep")
    func idle() async throws {
        let program = try RenamedProgram("misbehaving-worker")
        var limits = WorkerLimits()
        limits.idleTime = .milliseconds(200)
        let idle = WorkerPool(worker: program.path, count: 1, limits: limits)
        _ = try await Self.worker(of: idle, isCheck: false)
        _ = try await Self.worker(of: idle, isCheck: true)
        try await eventually { Self.processes(of: program).isEmpty }
        limits = WorkerLimits()
        limits.spareTime = .zero
        let busy = WorkerPool(worker: program.path, count: 1, limits: limits)
        let first = try await Self.worker(of: busy, isCheck: false)
        _ = try await busy.inspect(try Self.file("behave"))
        #expect(Self.processes(of: program) == [first])
    }

    @Test("is made by a new worker if the one that stands by has died")
    func died() async throws {
        let program = try RenamedProgram("misbehaving-worker")
        let pool = Self.patientPool(of: program)
        let first = try await Self.worker(of: pool, isCheck: false)
        let spare = try #require(Self.processes(of: program).subtracting([first]).first)
        #expect(kill(Int32(spare), SIGKILL) == 0)
        try await eventually { !Self.processes(of: program).contains(spare) }
        let second = try await Self.worker(of: pool, isCheck: true)
        #expect(![first, spare, 0].contains(second))
    }

    @Test("is made by a new worker if the one that stood by dies after it has taken the check")
    func diedLate() async throws {
        let program = try RenamedProgram("misbehaving-worker")
        let pool = Self.patientPool(of: program)
        let first = try await Self.worker(of: pool, isCheck: false)
        try await eventually { Self.processes(of: program).count == 2 }
        let spare = try #require(Self.processes(of: program).subtracting([first]).first)
        #expect(kill(Int32(spare), SIGSTOP) == 0)
        let limits = try Self.limits(spare)
        async let second = Self.worker(of: pool, isCheck: true)
        // The job sets a limit of processor time.
        try await eventually { try Self.limits(spare) != limits }
        #expect(kill(Int32(spare), SIGKILL) == 0)
        #expect(try await ![first, spare, 0].contains(second))
    }

    @Test("is made in the cage: the worker that stands by has entered it, and has nothing open but its socket")
    func caged() async throws {
        let program = try RenamedProgram("filmgate-render")
        let pool = WorkerPool(worker: program.path, count: 1)
        let photo = try OwnedDescriptor.memory(named: "test")
        try photo.write(try TestPhoto.small().bytes)
        _ = try await pool.redaction(RedactionJob(photo, MetadataRemoval([.location]), for: .somebody))
        // The worker that has answered may not have closed the photo yet.
        try await eventually {
            let workers = Self.processes(of: program)
            return try workers.count == 2
                && workers.allSatisfy {
                    let open = try Self.open(in: $0)
                    return try Self.status($0).contains("Seccomp:\t2\n") && open.count == 4
                        && open.allSatisfy { $0 == "/dev/null" || $0.hasPrefix("socket:") }
                }
        }
    }

    /// Makes a pool in which no worker becomes too old, however slow the machine is.
    private static func patientPool(of program: RenamedProgram) -> WorkerPool {
        var limits = WorkerLimits()
        (limits.idleTime, limits.spareTime) = (.seconds(600), .seconds(600))
        return WorkerPool(worker: program.path, count: 1, limits: limits)
    }

    private static func file(_ order: String) throws -> OwnedDescriptor {
        let file = try OwnedDescriptor.memory(named: "test")
        try file.write(Array(order.utf8))
        return file
    }

    /// Returns the process that did the job.
    private static func worker(of pool: WorkerPool, isCheck: Bool) async throws -> Int {
        let job = RedactionJob(
            try file("redact who you are"), MetadataRemoval([.location]), for: .somebody, isCheck: isCheck)
        guard case .bytes(let bytes)? = try await pool.redaction(job).changes.first?.content else { return 0 }
        return bytes.reversed().reduce(0) { $0 << 8 | Int($1) }
    }

    private static func processes(of program: RenamedProgram) -> Set<Int> { Set(program.processes().map { Int($0) }) }

    /// Returns the files of its open descriptors.
    private static func open(in process: Int) throws -> [String] {
        let folder = "/proc/\(process)/fd"
        return try FileManager.default.contentsOfDirectory(atPath: folder).compactMap {
            try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\($0)")
        }
    }

    private static func limits(_ process: Int) throws -> String {
        String(decoding: try Data(contentsOf: URL(filePath: "/proc/\(process)/limits")), as: UTF8.self)
    }

    private static func status(_ process: Int) throws -> String {
        String(decoding: try Data(contentsOf: URL(filePath: "/proc/\(process)/status")), as: UTF8.self)
    }
}
