import FilmgateModel
import FilmgatePrompts
import FilmgateTestKit
import Testing

@Suite("The headings of days")
struct DayHeadingTests {
    /// Noon of the first of May 2024, in hours.
    private static let noon: Int64 = 1_714_564_800

    private static func asset(_ hours: Double, at offset: Int32) -> ListedAsset {
        ListedAsset(
            id: .random(), creationDate: Timestamp(rawValue: (noon + Int64(hours * 3_600)) * 1_000_000),
            clockOffset: offset)
    }

    /// The numbers of the days above the assets, counted from the first of May.
    private static func headings(_ assets: [ListedAsset]) -> [Int64?] {
        func day(_ index: Int) -> Int64? {
            guard let date = assets[index].creationDate, let offset = assets[index].clockOffset else { return nil }
            return (date.rawValue / 1_000_000 + Int64(offset)) / 86_400 - 19_844
        }
        return assets.indices.map { DayHeadings.startsDay($0, in: assets, day: day) ? day($0) : nil }
    }

    @Test("stand above the first asset of each day, newest first")
    func days() {
        let assets = [
            Self.asset(54, at: 0), Self.asset(13, at: 0), Self.asset(1, at: 0), Self.asset(0, at: 0),
            Self.asset(-40, at: 0),
        ]
        #expect(Self.headings(assets) == [2, 1, 0, nil, -2])
        #expect(Self.headings([]) == [])
    }

    @Test("come once, and in their order, where clocks of different zones are mixed")
    func zones() {
        // The phone's clock is in Tokyo, the camera's at home.
        let mixed = [
            Self.asset(10, at: 32_400), Self.asset(9, at: 7_200), Self.asset(8, at: 32_400), Self.asset(7, at: 7_200),
        ]
        #expect(Self.headings(mixed) == [1, 0, nil, nil])
        let flight = [Self.asset(10, at: -36_000), Self.asset(0, at: 43_200), Self.asset(-60, at: 43_200)]
        #expect(Self.headings(flight) == [0, nil, -2])
    }

    @Test("are in order and without repetition for random clocks", .seeded)
    func random() {
        var random = SeededRandom()
        for _ in 0..<200 {
            let assets = (0..<60).map { _ in
                Self.asset(.random(in: -100...100, using: &random), at: .random(in: -43_200...50_400, using: &random))
            }
            .sorted { ($0.creationDate?.rawValue ?? 0) > ($1.creationDate?.rawValue ?? 0) }
            let days = Self.headings(assets).compactMap(\.self)
            #expect(zip(days, days.dropFirst()).allSatisfy { $0 > $1 })
            #expect(Self.headings(assets).first.map { $0 != nil } == true)
        }
    }
}
