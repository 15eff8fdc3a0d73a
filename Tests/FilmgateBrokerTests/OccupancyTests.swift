import Testing

@testable import FilmgateBroker

@Suite("Which houses are deserted")
struct OccupancyTests {
    private static let second: Int64 = 1_000_000

    @Test("one that was not used for as long as the patience lasts, and in which nothing goes on")
    func patience() {
        var occupancy = Occupancy(patience: .seconds(10))
        #expect(!occupancy.isDeserted(1, at: 0), "of which nothing is known")
        occupancy.used(1, at: 5 * Self.second)
        #expect(!occupancy.isDeserted(1, at: 15 * Self.second - 1))
        #expect(occupancy.isDeserted(1, at: 15 * Self.second))
        #expect(!occupancy.isDeserted(2, at: 15 * Self.second))
        occupancy.used(1, at: 15 * Self.second)
        #expect(!occupancy.isDeserted(1, at: 24 * Self.second))
    }

    @Test("whatever goes on there keeps it open until the last of it has ended")
    func guests() {
        var occupancy = Occupancy(patience: .seconds(10))
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
}
