import FilmgateTimeZones
import Testing

@Suite("The rules of time zones")
struct TimeZoneRulesTests {
    /// 1 July 2024, 12:05, as a clock shows it.
    private static let summer: Int64 = 1_719_835_500
    /// 15 January 2024, 12:00.
    private static let winter: Int64 = 1_705_320_000

    @Test(
        "are those of the day",
        arguments: [
            ("Europe/Budapest", summer, 7_200), ("Europe/Budapest", winter, 3_600), ("Asia/Tokyo", summer, 32_400),
            ("America/New_York", summer, -14_400), ("America/New_York", winter, -18_000),
            ("Asia/Kathmandu", winter, 20_700), ("UTC", summer, 0),
        ])
    func offsets(_ name: String, _ seconds: Int64, _ offset: Int32) throws {
        let rules = try #require(TimeZoneRules(named: name))
        #expect(rules.offset(ofClock: seconds) == offset)
        #expect(rules.offset(at: seconds - Int64(offset)) == offset)
    }

    @Test("go on after the end of the tables, and before their beginning")
    func farAway() throws {
        let rules = try #require(TimeZoneRules(named: "Europe/Budapest"))
        #expect(rules.offset(ofClock: 2_855_908_800) == 7_200, "July 2060")
        // The mean time of the place.
        #expect(rules.offset(ofClock: -3_786_782_400) == 4_580, "January 1850")
        #expect(rules.offset(at: -62_135_596_800) == 4_580, "the year 1")
        #expect([3_600, 7_200].contains(rules.offset(at: 253_402_300_799)), "the year 9999")
    }

    @Test("take the first of two equal times, and an old clock for a time that is left out")
    func changes() throws {
        let rules = try #require(TimeZoneRules(named: "Europe/Budapest"))
        #expect(rules.offset(ofClock: 1_729_996_200) == 7_200, "27 October 2024, 2:30")
        #expect(rules.offset(ofClock: 1_711_852_200) == 3_600, "31 March 2024, 2:30")
        #expect(rules.offset(ofClock: 1_711_854_000) == 7_200, "31 March 2024, 3:00")
    }

    @Test(
        "take the first of two equal times, also if it is no daylight saving time",
        arguments: [
            // 27 October 2024, 1:30. Ireland's winter time counts as daylight saving time.
            ("Europe/Dublin", 1_729_992_600, 3_600),
            // 9 December 2007, 2:45.
            ("America/Caracas", 1_197_168_300, -14_400),
        ])
    func repeated(_ name: String, _ seconds: Int64, _ offset: Int32) throws {
        let rules = try #require(TimeZoneRules(named: name))
        #expect(rules.offset(ofClock: seconds) == offset)
    }

    @Test("exist only for zones that the computer knows", arguments: ["", "Nowhere/None", "../../etc/passwd", "UTC\0"])
    func unknown(_ name: String) { #expect(TimeZoneRules(named: name) == nil) }
}
