import FilmgateDBus
import Synchronization
import Testing

@testable import FilmgateBroker

@Suite("Rounds", .timeLimit(.minutes(30)))
struct RoundsTests {
    @Test("look at once, and again after each interval")
    func again() async throws {
        let loop = try EventLoop.onOwnThread(named: "rounds")
        defer { loop.stop() }
        let (looks, looked) = AsyncStream<Void>.makeStream()
        let rounds = PeriodicTask(every: .milliseconds(1), on: loop) { looked.yield() }
        await rounds.begin()
        var iterator = looks.makeAsyncIterator()
        for _ in 0..<5 { await iterator.next() }
        await rounds.end()
    }

    @Test("begin no look while one goes on, take that one with them when they end, and leave none behind")
    func one() async throws {
        let loop = try EventLoop.onOwnThread(named: "rounds")
        defer { loop.stop() }
        let begun = Mutex(0)
        let ended = Mutex(0)
        let (looks, looked) = AsyncStream<Void>.makeStream()
        let rounds = PeriodicTask(every: .milliseconds(1), on: loop) {
            begun.withLock { $0 += 1 }
            looked.yield()
            try? await Task.sleep(for: .seconds(3_600))
            ended.withLock { $0 += 1 }
        }
        await rounds.begin()
        for await _ in looks { break }
        // Its time comes round more than once meanwhile.
        for _ in 0..<3 { await rounds.begin() }
        try await Task.sleep(for: .milliseconds(20))
        #expect(begun.withLock { $0 } == 1 && ended.withLock { $0 } == 0)
        await rounds.end()
        // As its timer would, had its time come round just before.
        await rounds.begin()
        await rounds.end()
        #expect(begun.withLock { $0 } == 1 && ended.withLock { $0 } == 1)
    }
}
