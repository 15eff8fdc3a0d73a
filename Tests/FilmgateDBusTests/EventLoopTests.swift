import FilmgateDBus
import FilmgateSystem
import Glibc
import Synchronization
import Testing

@Suite("The event loop")
struct EventLoopTests {
    /// An actor on a loop.
    private actor Counter {
        private let loop: EventLoop
        private(set) var count = 0
        nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

        init(_ loop: EventLoop) { self.loop = loop }

        func add() { count += 1 }

        /// Called synchronously, it proves that both run on one thread.
        func addHere(_ other: Counter) { other.assumeIsolated { $0.add() } }
    }

    private func withLoop<Result>(_ body: (EventLoop) async throws -> Result) async throws -> Result {
        let loop = try EventLoop.onOwnThread(named: "loop test")
        defer { loop.stop() }
        return try await body(loop)
    }

    @Test("work is done in the order in which it was added")
    func order() async throws {
        let seen = try await withLoop { loop in
            let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
            for number in 0..<1000 { loop.perform { continuation.yield(number) } }
            loop.perform { continuation.finish() }
            return await stream.reduce(into: []) { $0.append($1) }
        }
        #expect(seen == Array(0..<1000))
    }

    @Test("actors that share a loop run on its thread, and no call is lost")
    func actors() async throws {
        try await withLoop { loop in
            let (one, other) = (Counter(loop), Counter(loop))
            await withTaskGroup { group in
                for _ in 1...500 { group.addTask { await one.addHere(other) } }
            }
            #expect(await other.count == 500)
        }
    }

    @Test("timers run in the order of their moments, not before them, and not when cancelled")
    func timers() async throws {
        let (seen, elapsed) = try await withLoop { loop in
            let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
            let begin = ContinuousClock.now
            loop.after(.milliseconds(30)) { continuation.yield(3) }
            let cancelled = loop.after(.milliseconds(15)) { continuation.yield(0) }
            loop.after(.milliseconds(20)) { continuation.yield(2) }
            loop.after(.zero) { continuation.yield(1) }
            loop.after(.milliseconds(30)) { continuation.finish() }
            cancelled.cancel()
            cancelled.cancel()
            return (await stream.reduce(into: []) { $0.append($1) }, begin.duration(to: .now))
        }
        #expect(seen == [1, 2, 3])
        #expect(elapsed >= .milliseconds(30))
    }

    @Test("cancelled timers take no room for long")
    func manyTimers() async throws {
        try await withLoop { loop in
            for _ in 1...10_000 { loop.after(.seconds(3600)) {}.cancel() }
            await withCheckedContinuation { continuation in loop.after(.zero) { continuation.resume() } }
        }
    }

    @Test("a watched descriptor calls until the watch is cancelled")
    func watching() async throws {
        try await withLoop { loop in
            let (input, output) = try pipe()
            let (stream, continuation) = AsyncStream.makeStream(of: [UInt8].self)
            let watch = try loop.watch(input) {
                var bytes = [UInt8](repeating: 0, count: 10)
                let count = read(input.rawValue, &bytes, bytes.count)
                continuation.yield(Array(bytes.prefix(max(count, 0))))
            }
            var seen = stream.makeAsyncIterator()
            try output.write([1, 2])
            #expect(await seen.next() == [1, 2])
            try output.write([3])
            #expect(await seen.next() == [3])
            // On the loop, so that no run is under way.
            await withCheckedContinuation { done in
                loop.perform {
                    watch.cancel()
                    done.resume()
                }
            }
            try output.write([4])
            await withCheckedContinuation { done in loop.after(.milliseconds(1)) { done.resume() } }
            continuation.finish()
            #expect(await seen.next() == nil)
        }
    }

    @Test("a watch that nobody holds is cancelled, and the same descriptor can be watched again")
    func droppedWatch() async throws {
        try await withLoop { loop in
            let (input, output) = try pipe()
            func watchAndDrop() throws { _ = try loop.watch(input) { Issue.record("the watch was dropped") } }
            try watchAndDrop()
            let rung = OneTimeEvent()
            let watch = try loop.watch(input) {
                var byte: UInt8 = 0
                read(input.rawValue, &byte, 1)
                rung.happen()
            }
            try output.write([1])
            await rung.wait()
            watch.cancel()
        }
    }

    @Test("work that was added before the loop stops is done")
    func stopping() async throws {
        let loop = try EventLoop()
        let count = Mutex(0)
        for _ in 1...10 { loop.perform { count.withLock { $0 += 1 } } }
        loop.stop()
        // Returns because it was stopped already.
        await Task.detached { loop.run() }.value
        #expect(count.withLock { $0 } == 10)
    }

    private func pipe() throws -> (OwnedDescriptor, OwnedDescriptor) {
        var ends: [Int32] = [-1, -1]
        try calling { Glibc.pipe(&ends) }
        return (OwnedDescriptor(owning: ends[0]), OwnedDescriptor(owning: ends[1]))
    }
}
