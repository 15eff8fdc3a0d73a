import Testing

@testable import FilmgateBroker

@Suite("Idle libraries")
struct OccupancyTests {
    private static let second: Int64 = 1_000_000

    @Test("a library is idle when it was unused for the idle time and nothing runs in it")
    func patience() {
        var occupancy = IdleTracker(patience: .seconds(10))
        #expect(!occupancy.isDeserted(1, at: 0), "of which nothing is known")
        occupancy.used(1, at: 5 * Self.second)
        #expect(!occupancy.isDeserted(1, at: 15 * Self.second - 1))
        #expect(occupancy.isDeserted(1, at: 15 * Self.second))
        #expect(!occupancy.isDeserted(2, at: 15 * Self.second))
        occupancy.used(1, at: 15 * Self.second)
        #expect(!occupancy.isDeserted(1, at: 24 * Self.second))
    }

    @Test("work in a library keeps it open until the last of it has ended")
    func guests() {
        var occupancy = IdleTracker(patience: .seconds(10))
        occupancy.used(1, at: 0)
        occupancy.entered(1)
        occupancy.entered(1)
        #expect(!occupancy.isDeserted(1, at: 60 * Self.second))
        occupancy.left(1)
        #expect(!occupancy.isDeserted(1, at: 60 * Self.second))
        occupancy.left(1)
        #expect(occupancy.isDeserted(1, at: 60 * Self.second))
        occupancy.left(1)
        #expect(occupancy.isDeserted(1, at: 60 * Self.second))
    }

    @Test(
        "the library to close for a different one is the one unused for longest without work, and never one used just now"
    )
    func longestUnused() {
        var occupancy = IdleTracker(patience: .seconds(10))
        for (user, second) in [(1, 3), (2, 1), (3, 2)] as [(UInt32, Int64)] {
            occupancy.used(user, at: second * Self.second)
        }
        let pause = 2 * Self.second
        #expect(occupancy.longestUnused(of: [1, 2, 3], at: 2 * Self.second, resting: pause) == nil)
        #expect(occupancy.longestUnused(of: [1, 2, 3], at: 9 * Self.second, resting: pause) == 2)
        occupancy.entered(2)
        #expect(occupancy.longestUnused(of: [1, 2, 3], at: 9 * Self.second, resting: pause) == 3)
        #expect(occupancy.longestUnused(of: [1], at: 9 * Self.second, resting: pause) == 1)
    }
}
