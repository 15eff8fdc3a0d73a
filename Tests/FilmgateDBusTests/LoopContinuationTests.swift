import FilmgateDBus
import Synchronization
import Testing

@Suite("A continuation on the loop")
struct LoopContinuationTests {
    private let loop: EventLoop

    init() throws { loop = try EventLoop.onOwnThread(named: "test") }

    @Test("a task resumes on the loop itself, before work that is added later")
    func order() async {
        let place = LoopActor(loop)
        for _ in 0..<1_000 { await #expect(place.goesOnBeforeWhatComesLater()) }
        loop.stop()
    }

    @Test("all tasks resume with the first outcome, those that wait and those that come later")
    func several() async {
        let continuation = LoopContinuation<Int>(on: loop)
        let arrivals = Arrivals()
        await withTaskGroup(of: Int.self) { group in
            for _ in 0..<100 {
                group.addTask {
                    arrivals.count.add(1, ordering: .relaxed)
                    return await continuation.outcome()
                }
            }
            while arrivals.count.load(ordering: .relaxed) < 100 { try? await Task.sleep(for: .milliseconds(1)) }
            continuation.end(with: 1)
            continuation.end(with: 2)
            for await outcome in group { #expect(outcome == 1) }
        }
        #expect(await continuation.outcome() == 1)
        loop.stop()
    }

    /// An actor of the loop.
    private actor LoopActor {
        private let loop: EventLoop
        nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

        init(_ loop: EventLoop) { self.loop = loop }

        func goesOnBeforeWhatComesLater() async -> Bool {
            let (loop, continuation, later) = (loop, LoopContinuation<Void>(on: loop), Later())
            loop.perform {
                continuation.end(with: ())
                // After two turns of the loop the task is back; the runtime's threads would take far longer.
                loop.perform { loop.perform { loop.perform { later.hasCome.store(true, ordering: .relaxed) } } }
            }
            await continuation.outcome()
            return !later.hasCome.load(ordering: .relaxed)
        }
    }

    private final class Arrivals: Sendable {
        let count = Atomic(0)
    }

    private final class Later: Sendable {
        let hasCome = Atomic(false)
    }
}
