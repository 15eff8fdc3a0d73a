import FilmgateModel
import FilmgateProcess
import FilmgateSystem
import FilmgateTestKit
import FilmgateWorkers
import Foundation
import Glibc
import Synchronization
import Testing

@Suite("A pool of workers")
struct WorkerTests {
    @Test(
        "loses one job to a worker that fails, and goes on with a new one", .long,
        arguments: [
            "leave", "be killed", "crash", "hang up", "say nothing", "say too much", "say less", "say it in one",
            "break off", "babble", "nest", "exaggerate", "invent a type", "hide a zero", "paint the terminal",
            "give no reason", "falter",
        ])
    func failure(_ order: String) async throws {
        var limits = WorkerLimits()
        limits.deadline = .seconds(order == "falter" ? 3 : 60)
        let pool = misbehaving(limits: limits)
        let refusal = await pool.refusal(of: order.utf8)
        guard case .invalidContent = refusal else {
            Issue.record("\(order): \(String(describing: refusal))")
            return
        }
        #expect(try await pool.inspect("behave".utf8).pixelWidth == 1)
    }

    @Test("takes no answer that was given before it asked")
    func forwardness() async throws {
        let pool = misbehaving()
        let path = "/tmp/\(UUID().uuidString)"
        defer { unlink(path) }
        #expect(try await pool.inspect("answer twice for \(path)".utf8).pixelWidth == 1)
        // The second one is ready before the next job.
        try await eventually { access(path, F_OK) == 0 }
        #expect(try await pool.inspect("behave".utf8).pixelWidth == 1)
    }

    @Test("does not blame a file for damage that an earlier one did to the worker")
    func innocence() async throws {
        let pool = misbehaving()
        #expect(try await pool.inspect("die at the next".utf8).pixelWidth == 1)
        #expect(try await pool.inspect("behave".utf8).pixelWidth == 1)
    }

    @Test(
        "ends a job that takes too long by the clock, or too much processor time", .long, arguments: ["hang", "spin"])
    func tooLong(_ order: String) async throws {
        var limits = WorkerLimits()
        if order == "hang" { limits.deadline = .seconds(3) }
        limits.processorTime = 1
        let pool = misbehaving(limits: limits)
        #expect(await pool.refusal(of: order.utf8) == .invalidContent("It takes too long to read."))
        #expect(try await pool.inspect("behave".utf8).pixelWidth == 1)
    }

    @Test("ends a worker that does not read what belongs to its job", .long)
    func unread() async throws {
        var limits = WorkerLimits()
        limits.deadline = .seconds(3)
        let pool = misbehaving(limits: limits)
        let file = try OwnedDescriptor.sealedMemory(named: "file", holding: Array("hang".utf8))
        let packet = [UInt8](repeating: 0x20, count: EmbeddingPlan.mostPacket)
        await #expect(throws: JobRefusal.unavailable("embedding XMP: tookTooLong")) {
            try await pool.embedding(EmbeddingJob(packet, in: file, for: JobOwner("viewer", of: 1000)))
        }
        #expect(try await pool.inspect("behave".utf8).pixelWidth == 1)
    }

    @Test("does not say that a file cannot have XMP if its worker was lost", arguments: ["crash", "leave", "babble"])
    func lostEmbedding(_ order: String) async throws {
        let pool = misbehaving()
        let file = try OwnedDescriptor.sealedMemory(named: "file", holding: Array(order.utf8))
        let refusal = await #expect(throws: JobRefusal.self) {
            try await pool.embedding(EmbeddingJob([0x20], in: file, for: JobOwner("viewer", of: 1000)))
        }
        guard case .unavailable = refusal else {
            Issue.record("\(order): \(String(describing: refusal))")
            return
        }
    }

    @Test("answers every one of many jobs, and only faulty ones fail")
    func crowd() async throws {
        let pool = misbehaving(count: 2)
        let answered = await withTaskGroup(of: (Int, Bool).self) { group in
            for number in 0..<200 {
                group.addTask {
                    (number, await pool.refusal(of: (number % 10 == 3 ? "be killed" : "behave").utf8) == nil)
                }
            }
            return await group.reduce(into: [Int: Bool]()) { $0[$1.0] = $1.1 }
        }
        #expect(answered.count == 200)
        for (number, isRead) in answered { #expect(isRead == (number % 10 != 3), "\(number)") }
    }

    @Test("gives no worker that has read a user's file another user's, and keeps one for each")
    func users() async throws {
        var limits = patient
        limits.clientsAtThread = 2
        let pool = misbehaving(limits: limits)
        func worker(_ user: UInt32) async throws -> UInt32 {
            try await pool.inspect("tell who you are".utf8, for: JobOwner("viewer", of: user)).pixelWidth
        }
        let (anna, ben) = (try await worker(1000), try await worker(1001))
        #expect(anna != ben)
        #expect(try await worker(1000) == anna)
        #expect(try await worker(1001) == ben)
        // It has room for two, and ends the least recently used one.
        #expect(![anna, ben].contains(try await worker(1002)))
        #expect(try await worker(1001) == ben)
        #expect(try await worker(1000) != anna)
    }

    @Test("gives no worker that has read a file for a client another client's, and keeps one for each")
    func clients() async throws {
        let pool = misbehaving(limits: patient)
        func worker(_ name: String, keepsPlaceFree: Bool = false) async throws -> UInt32 {
            let client = try #require(ClientID(.exe, "/usr/bin/" + name))
            let owner = JobOwner(user: 1000, client: client, keepsPlaceFree: keepsPlaceFree)
            return try await pool.inspect("tell who you are".utf8, for: owner).pixelWidth
        }
        let (viewer, frame) = (try await worker("viewer"), try await worker("frame"))
        #expect(viewer != frame)
        #expect(try await worker("viewer") == viewer)
        // The client's requests do not matter.
        #expect(try await worker("frame", keepsPlaceFree: true) == frame)
        #expect(try await worker("viewer") == viewer)
    }

    @Test("lets a client's slow jobs wait for each other alone, and ends their worker")
    func slowness() async throws {
        var limits = patient
        limits.slowTime = .milliseconds(20)
        // The slow jobs end when the test says so, however long the others take.
        (limits.processorTime, limits.deadline) = (3600, .seconds(3600))
        let pool = misbehaving(limits: limits)
        let first = try await pool.inspect("tell who you are".utf8, for: JobOwner("slow", of: 1000)).pixelWidth
        let slow = (0..<3).map { _ in Task { await pool.refusal(of: "spin".utf8, for: JobOwner("slow", of: 1000)) } }
        for _ in 0..<20 { _ = try await pool.inspect("behave".utf8, for: JobOwner("quick", of: 1000)) }
        #expect(try await pool.inspect("tell who you are".utf8, for: JobOwner("quick", of: 1000)).pixelWidth != first)
        for task in slow { task.cancel() }
        for task in slow { #expect(await task.value == .cancelled) }
        #expect(try await pool.inspect("tell who you are".utf8, for: JobOwner("slow", of: 1000)).pixelWidth != first)
    }

    @Test("ends the worker of a job that was slow, whose low priority cannot be raised again")
    func slowWorker() async throws {
        var limits = patient
        limits.slowTime = .milliseconds(20)
        let pool = misbehaving(limits: limits)
        let owner = JobOwner("slow", of: 1000)
        let worker = try await pool.inspect("tell who you are".utf8, for: owner).pixelWidth
        let path = "/tmp/\(UUID().uuidString)"
        defer { for name in [path, "\(path)-begun"] { unlink(name) } }
        let order = try OwnedDescriptor.sealedMemory(named: "order", holding: Array("tell after \(path)".utf8))
        let slow = Task { try await pool.metadata(of: order, for: owner) }
        try await eventually { access("\(path)-begun", F_OK) == 0 }
        // There is one place, which a slow job leaves.
        _ = try await pool.inspect("behave".utf8, for: JobOwner("quick", of: 1000))
        close(open(path, O_WRONLY | O_CREAT, 0o600))
        _ = try await slow.value
        try await eventually { kill(pid_t(worker), 0) != 0 }
    }

    @Test("tells the processor time that each job took, where its worker was lost, too", .long)
    func charging() async throws {
        var limits = patient
        limits.processorTime = 1
        let pool = misbehaving(limits: limits)
        let spent = Spent()
        _ = try await pool.inspect("behave".utf8) { spent.add($0) }
        #expect(spent.total < .milliseconds(900))
        _ = await pool.refusal(of: "spin".utf8) { spent.add($0) }
        #expect(spent.total >= .seconds(1) && spent.total < .seconds(5), "\(spent.total)")
    }

    /// However long the machine takes between two jobs.
    private var patient: WorkerLimits {
        var limits = WorkerLimits()
        limits.idleTime = .seconds(3600)
        return limits
    }

    @Test("replaces a worker that has done its number of jobs")
    func retirement() async throws {
        var limits = WorkerLimits()
        limits.jobs = 2
        // However long the machine takes between two jobs.
        limits.idleTime = .seconds(3600)
        let pool = misbehaving(limits: limits)
        var workers: [UInt32] = []
        for _ in 1...4 { workers.append(try await pool.inspect("tell who you are".utf8).pixelWidth) }
        #expect(workers[0] == workers[1] && workers[2] == workers[3] && workers[1] != workers[2])
    }

    @Test("ends a worker that has had nothing to do, and starts another when there is")
    func idleness() async throws {
        var limits = WorkerLimits()
        limits.idleTime = .milliseconds(50)
        let pool = misbehaving(limits: limits)
        let first = try await pool.inspect("tell who you are".utf8).pixelWidth
        await isGone(first)
        #expect(try await pool.inspect("behave".utf8).pixelWidth == 1)
    }

    @Test("starts a new worker if one died without a job")
    func deathInIdleness() async throws {
        let pool = misbehaving()
        let first = try await pool.inspect("tell who you are".utf8).pixelWidth
        kill(pid_t(first), SIGKILL)
        #expect(try await pool.inspect("behave".utf8).pixelWidth == 1)
    }

    @Test("ends a job whose task is cancelled, and then serves the one behind it")
    func cancellation() async throws {
        let pool = misbehaving()
        let hanging = Task { await pool.refusal(of: "hang".utf8) }
        let behind = Task { try await pool.inspect("behave".utf8) }
        hanging.cancel()
        #expect(await hanging.value == .cancelled)
        #expect(try await behind.value.pixelWidth == 1)
    }

    @Test("refuses waiting and new jobs when it is closed")
    func closing() async throws {
        let pool = misbehaving()
        async let hanging = pool.refusal(of: "hang".utf8)
        async let waiting = pool.refusal(of: "hang".utf8)
        pool.close()
        #expect(await hanging == .cancelled)
        #expect(await waiting == .cancelled)
        #expect(await pool.refusal(of: "behave".utf8) == .cancelled)
    }

    @Test("ends its workers when it is dropped")
    func departure() async throws {
        let worker = try await misbehaving().inspect("tell who you are".utf8).pixelWidth
        await isGone(worker)
    }

    @Test("lends files for reading alone, though they come open for writing")
    func readOnly() async throws {
        #expect(try await misbehaving().inspect("write into the file".utf8).pixelWidth == 1)
    }

    @Test("a worker program that does not exist is no fault of the file")
    func missing() async throws {
        let pool = WorkerPool(worker: "/nonexistent/filmgate-render", count: 1)
        let expected = JobRefusal.unavailable("starting /nonexistent/filmgate-render: No such file or directory")
        #expect(await pool.refusal(of: [1]) == expected)
        #expect(await pool.refusal(of: [1]) == expected)
    }

    @Test("reads neither pipes nor folders nor devices")
    func noFiles() async throws {
        let pool = misbehaving()
        let expected = JobRefusal.invalidContent("It is not a regular file.")
        for path in ["/", "/dev/zero", "/dev/null"] {
            let file = OwnedDescriptor(owning: open(path, O_RDONLY))
            await #expect(throws: expected) { try await pool.inspect(file) }
        }
        let pipe = try OwnedDescriptor.packetPair()
        await #expect(throws: expected) { try await pool.inspect(pipe.0) }
    }

    private func misbehaving(count: Int = 1, limits: WorkerLimits = WorkerLimits()) -> WorkerPool {
        WorkerPool(worker: BuiltProgram.path("misbehaving-worker"), count: count, limits: limits)
    }

    /// Waits until a process has ended and been reaped.
    private func isGone(_ worker: UInt32) async {
        while kill(pid_t(worker), 0) == 0 { await Task.yield() }
    }
}

private final class Spent: Sendable {
    private let time = Mutex(Duration.zero)

    var total: Duration { time.withLock { $0 } }

    func add(_ more: Duration) { time.withLock { $0 += more } }
}
