import FilmgateTestKit
import Testing

@testable import FilmgateProcess

@Suite("The boot clock in ticks")
struct BootTicksTests {
    @Test("a process that starts before a moment has no later tick, and one that starts a tick later has")
    func rounding() {
        var random = SeededRandom(seed: 20_261_121)
        let tick = 1_000_000_000 / BootTicks.perSecond
        for _ in 0..<20_000 {
            let seen = UInt64.random(in: tick...(1 << 60), using: &random)
            let earlier = seen - UInt64.random(in: 0...tick, using: &random)
            let later = seen + tick + UInt64.random(in: 0...tick, using: &random)
            #expect(ticks(earlier) <= ticks(seen))
            #expect(ticks(later) > ticks(seen))
        }
    }

    @Test("the kernel cuts start times down as the clock is cut down")
    func kernel() throws {
        for _ in 0..<100 {
            let before = BootTicks.now
            let child = try SpawnedProcess.idle()
            let after = BootTicks.now
            let start = try PinnedProcess(pid: child.pid).start
            #expect(start >= before)
            #expect(start <= after)
        }
    }

    private func ticks(_ nanoseconds: UInt64) -> BootTicks {
        BootTicks(seconds: nanoseconds / 1_000_000_000, nanoseconds: nanoseconds % 1_000_000_000)
    }
}
