import FilmgateLibraryTools
import FilmgateModel
import Testing

@Suite("Adjusting dates")
struct DateAdjustmentTests {
    private static let hour: Int64 = 3_600_000_000

    private func photo(_ date: Int64, offset: Int32? = 7200, camera: String? = nil) -> DatedPhoto {
        DatedPhoto(id: .random(), date: Timestamp(rawValue: date), clockOffset: offset, camera: camera)
    }

    @Test(
        "differences are read as people write them",
        arguments: [
            ("+1:30", 5400), ("1:30", 5400), ("-1:00", -3600), ("−0:01", -60), ("-2d 03:00", -183_600), ("+1d", 86_400),
            ("0:00:30", 30), ("- 1:00", -3600), ("36:00", 129_600),
        ] as [(String, Int64)])
    func differences(_ text: String, _ seconds: Int64) { #expect(TimeDifference.seconds(text) == seconds) }

    @Test(
        "what is no difference is refused", arguments: ["", "1", "1:", ":30", "1:60", "x", "1:00:60", "1:2:3:4", "d"])
    func refused(_ text: String) { #expect(TimeDifference.seconds(text) == nil) }

    @Test("a difference moves the moment, and the right time of one photo is the difference for all")
    func difference() throws {
        let one = photo(0)
        #expect(DateAdjustment.difference(3600).adjusted(one)?.date.rawValue == Self.hour)
        #expect(DateAdjustment.right(Timestamp(rawValue: -Self.hour), of: one) == .difference(-3600))
        // Fractions of a second stay.
        #expect(DateAdjustment.right(Timestamp(rawValue: 0), of: photo(500_000)) == .difference(0))
        #expect(DateAdjustment.difference(.max).adjusted(one) == nil)
        let changes = try #require(DateAdjustment.difference(3600).changes(of: one))
        #expect(changes.creationDate?.rawValue == Self.hour && changes.timeZoneOffset == nil)
        #expect(DateAdjustment.difference(3600).clock(of: one) != nil)
    }

    @Test("a zone keeps what the clock showed, or the moment")
    func zones() throws {
        let one = photo(0)
        let kept = try #require(DateAdjustment.zone(32_400).changes(of: one))
        #expect(kept.creationDate?.rawValue == -7 * Self.hour && kept.timeZoneOffset == 32_400)
        let moved = try #require(DateAdjustment.zoneKeepingMoments(32_400).changes(of: one))
        #expect(moved.creationDate == nil && moved.timeZoneOffset == 32_400)
        #expect(DateAdjustment.zone(0).clock(of: one) == nil)
    }

    @Test("the first and the last are those by the clocks, and many photos are changed in batches")
    func ends() throws {
        let photos = [photo(Self.hour, offset: 0), photo(0, offset: 7200), photo(-Self.hour, offset: 0)]
        let adjusted = try #require(AdjustedDates(photos, by: .difference(60)))
        #expect(adjusted.ends.map(\.before) == [photos[2], photos[1]])
        #expect(adjusted.isChange)
        let same = try #require(AdjustedDates(photos, by: .difference(0)))
        #expect(!same.isChange)
        #expect(AdjustedDates([], by: .difference(1)) == nil)
        let many = try #require(AdjustedDates((0..<501).map { photo(Int64($0)) }, by: .difference(1)))
        #expect(many.batches.map(\.clocks.count) == [500, 1])
    }
}
