import Testing

@testable import FilmgateGTK

@Suite("Dates by the clock where a photo was taken")
@MainActor struct DateTextTests {
    /// 31 December 2023, 22:30 UTC.
    private static let moment: Int64 = 1_704_061_800_000_000

    @Test(
        "are of the day there",
        arguments: [
            (0, "31 December 2023, 22:30", 19_722), (5400, "1 January 2024, 00:00", 19_723),
            (-34_200, "31 December 2023, 13:00", 19_722),
        ] as [(Int32, String, Int64)])
    func day(offset: Int32, text: String, number: Int64) {
        #expect(DateText.moment(Self.moment, at: offset) == text)
        #expect(DateText.dayNumber(Self.moment, at: offset) == number)
        #expect(DateText.year(Self.moment, at: offset) == String(text.split(separator: " ")[2].prefix(4)))
    }

    @Test("are read as they are written", arguments: [0, 7200, -34_200] as [Int32])
    func editing(offset: Int32) throws {
        let text = try #require(DateText.editable(Self.moment, at: offset))
        #expect(DateText.moment(from: text, at: offset) == Self.moment)
        #expect(DateText.dayNumber(-1, at: 0) == -1)
    }
}
