import Testing

@testable import FilmgateGTK
@testable import filmgate_window

@Suite("The headings of a grid")
@MainActor struct SectionUnitTests {
    /// Noon of a day, in microseconds since 1970.
    private func noon(_ day: Int64) -> Int64 { (day * 86_400 + 43_200) * 1_000_000 }

    @Test("name the day, the month or the year, by the size of the photos")
    func sizes() {
        #expect(PhotoGrid.unit(ofSize: 320) == .day)
        #expect(PhotoGrid.unit(ofSize: 150) == .day, "the usual size")
        #expect(PhotoGrid.unit(ofSize: 120) == .month)
        #expect(PhotoGrid.unit(ofSize: 80) == .year)
    }

    @Test("begin with a new month or year exactly when the calendar does, also before 1970")
    func calendar() {
        for day in Int64(-40_000)...40_000 {
            let (before, now) = (noon(day - 1), noon(day))
            let isFirst = DateText.editable(now, at: 0)?.dropFirst(8).hasPrefix("01") == true
            let isNewYear = DateText.year(before, at: 0) != DateText.year(now, at: 0)
            let month = SectionUnit.month
            guard let earlier = month.number(of: before, at: 0), let later = month.number(of: now, at: 0) else {
                continue
            }
            #expect(later - earlier == (isFirst ? 1 : 0), "day \(day)")
            let years = [before, now].map { SectionUnit.year.number(of: $0, at: 0) }
            #expect((years[0] != years[1]) == isNewYear, "day \(day)")
            if day % 9973 == 0 { #expect(years[1].map(String.init) == DateText.year(now, at: 0)) }
        }
    }

    @Test("are of the clock where the photo was taken")
    func clock() {
        // 31 December 2023, 22:30 UTC.
        let moment: Int64 = 1_704_061_800_000_000
        #expect(SectionUnit.year.number(of: moment, at: 0) == 2023)
        #expect(SectionUnit.year.number(of: moment, at: 7200) == 2024)
        #expect(SectionUnit.month.text(of: moment, at: 7200) == "January 2024")
    }
}
