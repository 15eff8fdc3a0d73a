import FilmgateModel
import Testing

@Suite("Days of the calendar")
struct CivilDateTests {
    @Test(
        "are counted from 1970 in both directions",
        arguments: [
            (0, 1970, 1, 1), (-1, 1969, 12, 31), (11_016, 2000, 2, 29), (11_017, 2000, 3, 1), (19_844, 2024, 5, 1),
            (-25_509, 1900, 2, 28), (-25_508, 1900, 3, 1), (-719_162, 1, 1, 1), (2_932_896, 9999, 12, 31),
        ] as [(Int32, Int, Int, Int)])
    func days(_ days: Int32, _ year: Int, _ month: Int, _ day: Int) throws {
        let date = try #require(CivilDate(year: year, month: month, day: day))
        #expect(date.days == days)
        #expect(CivilDate(days: days) == date)
    }

    @Test(
        "must exist",
        arguments: [
            (2023, 2, 29), (1900, 2, 29), (2024, 4, 31), (2024, 13, 1), (2024, 0, 1), (0, 1, 1), (10_000, 1, 1),
        ])
    func none(_ year: Int, _ month: Int, _ day: Int) { #expect(CivilDate(year: year, month: month, day: day) == nil) }
}
