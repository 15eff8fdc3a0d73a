import FilmgateTestWorlds
import Synchronization
import Testing

@testable import FilmgateBroker

@Suite("Periodic tasks", .runningLoop, .timeLimit(.minutes(30)))
struct PeriodicTaskTests {
    @Test("run at once, and again after each interval")
    func again() async throws {
        let (looks, looked) = AsyncStream<Void>.makeStream()
        let task = await PeriodicTask(every: .milliseconds(1)) { looked.yield() }
        await task.begin()
        var iterator = looks.makeAsyncIterator()
        for _ in 0..<5 { await iterator.next() }
        await task.end()
    }

    @Test("start no run during a run, cancel it when they end, and start none afterwards")
    func one() async throws {
        let begun = Mutex(0)
        let ended = Mutex(0)
        let (looks, looked) = AsyncStream<Void>.makeStream()
        let task = await PeriodicTask(every: .milliseconds(1)) {
            begun.withLock { $0 += 1 }
            looked.yield()
            try? await Task.sleep(for: .seconds(3_600))
            ended.withLock { $0 += 1 }
        }
        await task.begin()
        for await _ in looks { break }
        // The timer fires more than once meanwhile. That no run begins takes a while.
        for _ in 0..<3 { await task.begin() }
        try await Task.sleep(for: .milliseconds(20))
        #expect(begun.withLock { $0 } == 1 && ended.withLock { $0 } == 0)
        await task.end()
        // The timer does this if it fired just before.
        await task.begin()
        await task.end()
        #expect(begun.withLock { $0 } == 1 && ended.withLock { $0 } == 1)
    }
}
