import Filmgate
import Testing

@testable import FilmgateTool

@Suite("Moments")
struct TimeTextTests {
    @Test(
        "programs get ISO 8601 in UTC with microseconds",
        arguments: [
            (0, "1970-01-01T00:00:00.000000Z"), (1_714_567_890_123_456, "2024-05-01T12:51:30.123456Z"),
            (-1, "1969-12-31T23:59:59.999999Z"), (-62_135_596_800_000_000, "0001-01-01T00:00:00.000000Z"),
        ])
    func iso(_ microseconds: Int64, _ text: String) {
        #expect(Timestamp(rawValue: microseconds).isoText == text)
    }

    @Test("a date that the tool writes can be read again")
    func roundTrip() {
        let moment = Timestamp(rawValue: 1_714_567_860_000_000)
        #expect(TimeText.parse(TimeText.local(moment)) == moment)
        #expect(TimeText.parse("2024-05-01T12:51:00Z") == moment)
        #expect(TimeText.parse("2024-05-01T14:51+02:00") == moment)
        #expect(TimeText.parse("2024-05-01 07:21-05:30") == moment)
    }

    @Test(
        "a text that is not a date is refused",
        arguments: [
            "", "2024", "2024-13-01", "2024-02-31", "2024-05-01T25:00", "2024-05-01T12:60", "2024-05-01 ", "2024-5-1",
            "2024-05-01T12:00:00+2", "0000-01-01", "٢٠٢٤-05-01", "2024-05-01Tnoon",
        ])
    func refusals(_ text: String) { #expect(TimeText.parse(text) == nil) }

    @Test("an expiry is a time from now or a date")
    func future() {
        let now = Timestamp(rawValue: 1_000_000)
        #expect(TimeText.future("90m", after: now) == now.advanced(bySeconds: 5400))
        #expect(TimeText.future("2h", after: now) == now.advanced(bySeconds: 7200))
        #expect(TimeText.future("7d", after: now) == now.advanced(bySeconds: 604_800))
        #expect(TimeText.future("2w", after: now) == now.advanced(bySeconds: 1_209_600))
        #expect(TimeText.future("2030-12-31T18:00Z", after: now) == TimeText.parse("2030-12-31T18:00Z"))
        for text in ["0h", "-1h", "h", "1.5h", "99999999999h"] { #expect(TimeText.future(text, after: now) == nil) }
    }
}
