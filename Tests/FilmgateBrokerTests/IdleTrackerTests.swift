import Testing

@testable import FilmgateBroker

@Suite("Idle libraries")
struct IdleTrackerTests {
    private static let second: Int64 = 1_000_000

    @Test("a library is idle when it was unused for the idle time and nothing runs in it")
    func idleTime() {
        var tracker = IdleTracker(idleTime: .seconds(10))
        #expect(!tracker.isIdle(1, at: 0), "an unknown library is not idle")
        tracker.noteUse(of: 1, at: 5 * Self.second)
        #expect(!tracker.isIdle(1, at: 15 * Self.second - 1))
        #expect(tracker.isIdle(1, at: 15 * Self.second))
        #expect(!tracker.isIdle(2, at: 15 * Self.second))
        tracker.noteUse(of: 1, at: 15 * Self.second)
        #expect(!tracker.isIdle(1, at: 24 * Self.second))
    }

    @Test("work in a library keeps it open until the last of it has ended")
    func operations() {
        var tracker = IdleTracker(idleTime: .seconds(10))
        tracker.noteUse(of: 1, at: 0)
        tracker.beginOperation(on: 1)
        tracker.beginOperation(on: 1)
        #expect(!tracker.isIdle(1, at: 60 * Self.second))
        tracker.endOperation(on: 1)
        #expect(!tracker.isIdle(1, at: 60 * Self.second))
        tracker.endOperation(on: 1)
        #expect(tracker.isIdle(1, at: 60 * Self.second))
        tracker.endOperation(on: 1)
        #expect(tracker.isIdle(1, at: 60 * Self.second))
    }

    @Test(
        "the library to close for a different one is the one unused for longest without work, and never one used just now"
    )
    func longestUnused() {
        var tracker = IdleTracker(idleTime: .seconds(10))
        for (user, second) in [(1, 3), (2, 1), (3, 2)] as [(UInt32, Int64)] {
            tracker.noteUse(of: user, at: second * Self.second)
        }
        let pause = 2 * Self.second
        #expect(tracker.longestUnused(of: [1, 2, 3], at: 2 * Self.second, unusedFor: pause) == nil)
        #expect(tracker.longestUnused(of: [1, 2, 3], at: 9 * Self.second, unusedFor: pause) == 2)
        tracker.beginOperation(on: 2)
        #expect(tracker.longestUnused(of: [1, 2, 3], at: 9 * Self.second, unusedFor: pause) == 3)
        #expect(tracker.longestUnused(of: [1], at: 9 * Self.second, unusedFor: pause) == 1)
    }
}
