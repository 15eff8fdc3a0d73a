import FilmgateModel
import Testing

@testable import FilmgateBroker

@Suite("A time in a sentence")
struct CoordinatedTimeTests {
    @Test(
        "is the date and time in UTC",
        arguments: [
            (0, "1970-01-01 00:00:00 UTC"), (951_782_399, "2000-02-28 23:59:59 UTC"),
            (951_782_400, "2000-02-29 00:00:00 UTC"), (951_868_800, "2000-03-01 00:00:00 UTC"),
            (1_714_583_560, "2024-05-01 17:12:40 UTC"), (1_735_689_599, "2024-12-31 23:59:59 UTC"),
            (4_107_542_400, "2100-03-01 00:00:00 UTC"), (-1, "1969-12-31 23:59:59 UTC"),
        ])
    func civil(_ seconds: Int64, _ text: String) {
        #expect(Timestamp(rawValue: seconds * 1_000_000).coordinatedTime == text)
    }

    @Test("is never rounded down")
    func rounding() {
        #expect(Timestamp(rawValue: 1_000_001).coordinatedTime == "1970-01-01 00:00:02 UTC")
    }
}
