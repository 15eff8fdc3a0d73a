import FilmgateLibraryTools
import FilmgateModel
import Testing

@Suite("What the words of a search mean")
struct SearchParserTests {
    private static let vocabulary = SearchVocabulary(
        months: ["Mai": 5, "März": 3, "févr.": 2, "5月": 5], kinds: ["Bildschirmfotos": .screenshots],
        cameras: ["Apple iPhone 12 Pro", "Canon EOS R5"],
        lenses: ["RF50mm F1.8 STM", "iPhone 12 Pro back dual wide camera"],
        years: [2018, 2019])

    private func readings(_ text: String) -> [SearchInterpretation] {
        PhotoSearchQuery(for: text, Self.vocabulary).readings
    }

    /// The reading in which as many words as possible have a meaning.
    private func meaning(_ text: String) throws -> SearchInterpretation { try #require(readings(text).last) }

    @Test("the first reading is always the text alone, so that a search never finds less")
    func text() throws {
        for text in [
            "2019 Paris", "may", "live photos", "Canon", "2019-05-03", "videos selfies Canon 2019 May hdr raw",
        ] {
            let first = try #require(readings(text).first)
            #expect(first.words == text.split(separator: " ").map(String.init))
            #expect(first.terms.isEmpty)
        }
    }

    @Test("words without a second meaning have one reading")
    func plain() {
        #expect(readings("budapest sunset").count == 1)
        #expect(readings("IMG_2019").count == 1)
        #expect(readings("20190503 12345 1").count == 1)
        #expect(readings("").count == 1)
    }

    @Test(
        "dates are read in the ways in which people write them",
        arguments: [
            ("2019", 2019, nil, nil), ("May", nil, 5, nil), ("may 2019", 2019, 5, nil), ("2019 May", 2019, 5, nil),
            ("2019-05", 2019, 5, nil), ("2019-05-03", 2019, 5, 3), ("3.5.2019", 2019, 5, 3), ("05/2019", 2019, 5, nil),
            ("3 May 2019", 2019, 5, 3), ("May 3, 2019", 2019, 5, 3), ("3. Mai 2019", 2019, 5, 3), ("märz", nil, 3, nil),
            ("marz", nil, 3, nil), ("févr", nil, 2, nil), ("3 de mai", nil, 5, 3), ("2019年5月3日", 2019, 5, 3),
            ("5月", nil, 5, nil), ("2019年", 2019, nil, nil), ("Sep", nil, 9, nil),
        ] as [(String, Int?, Int?, Int?)])
    func dates(_ text: String, _ year: Int?, _ month: Int?, _ day: Int?) throws {
        let reading = try meaning(text)
        #expect(reading.words.isEmpty)
        #expect(reading.years == (year.map { [$0] } ?? []))
        #expect(reading.months == (month.map { [$0] } ?? []))
        #expect(reading.days == (day.map { [$0] } ?? []))
    }

    @Test("kinds have the words of English and of the person's language, of one or more words")
    func kinds() throws {
        for (text, kind) in [
            ("videos", SearchKind.videos), ("Favourite", .favorites), ("live photos", .live), ("Live", .live),
            ("slow-motion", .slowMotion), ("slow motion", .slowMotion), ("bildschirmfotos", .screenshots),
            ("selfies", .selfies),
        ] {
            let reading = try meaning(text)
            #expect(reading.kinds == [kind])
            #expect(reading.words.isEmpty)
        }
    }

    @Test("the beginnings of cameras' and lenses' names find them, but not words that describe every lens")
    func devices() throws {
        #expect(
            try meaning("iphone").terms == [
                .device(cameras: ["Apple iPhone 12 Pro"], lenses: ["iPhone 12 Pro back dual wide camera"])
            ])
        #expect(try meaning("Canon R5").terms == [.device(cameras: ["Canon EOS R5"], lenses: [])])
        #expect(try meaning("rf50").terms == [.device(cameras: [], lenses: ["RF50mm F1.8 STM"])])
        #expect(readings("back camera").count == 1)
        #expect(readings("Nikon").count == 1)
    }

    @Test("each word is read both ways, beside each reading of the others")
    func union() {
        let found = readings("2019 paris videos")
        #expect(found.count == 4)
        #expect(found.allSatisfy { $0.words.contains("paris") })
        #expect(Set(found).count == 4)
        #expect(found.contains { $0.words == ["2019", "paris"] && $0.kinds == [.videos] })
        #expect(readings("2019 2018 may june live raw hdr edited").count <= 16)
    }

    @Test("a date is compared by the clock of the photo, across the ends of years and months")
    func clocks() throws {
        let newYear = try meaning("2019")
        // 2018-12-31 23:30 UTC
        let moment = Timestamp(rawValue: 1_546_299_000_000_000)
        #expect(newYear.contains(moment, clockOffset: 3600))
        #expect(!newYear.contains(moment, clockOffset: 0))
        #expect(!newYear.contains(nil, clockOffset: nil))
        #expect(try meaning("december 2018").contains(moment, clockOffset: 0))
        #expect(try meaning("31 december").contains(moment, clockOffset: 0))
        #expect(try meaning("2018 2019").contains(moment, clockOffset: 0))
    }

    @Test("lists of readings become one, each photo once, the newest first")
    func merged() {
        let ids = (0..<4).map { _ in AssetID.random() }
        typealias Photo = (id: AssetID, date: Timestamp?)
        func photo(_ index: Int, _ date: Int64?) -> Photo { (ids[index], date.map { Timestamp(rawValue: $0) }) }
        let merged = PhotoSearchQuery.newestFirst(
            [[photo(0, 30), photo(1, 10)], [], [photo(2, 20), photo(0, 30), photo(3, nil)]], id: \.id, date: \.date)
        #expect(merged.map(\.id) == [ids[0], ids[2], ids[1], ids[3]])
    }

    @Test("suggestions complete the last words, and replace them")
    func suggestions() {
        let all = [
            SearchSuggestion("Paris", .place, count: 3), SearchSuggestion("Parkour", .keyword, count: 9),
            SearchSuggestion("New York", .place, count: 1), SearchSuggestion("Apple iPhone 12", .camera, count: 4),
            SearchSuggestion("2019", .year, count: 7), SearchSuggestion("Zürich", .place, count: 2),
        ]
        func found(_ text: String) -> [String] {
            SearchSuggestion.suggestions(for: text, from: all, most: 6).map(\.text)
        }
        #expect(found("2019 par") == ["Parkour", "Paris"])
        #expect(found("new yo") == ["New York"])
        #expect(found("iph") == ["Apple iPhone 12"])
        #expect(found("zur") == ["Zürich"])
        #expect(found("paris").isEmpty, "it is complete")
        #expect(found("paris ").isEmpty)
        #expect(found("").isEmpty)
        #expect(all[0].replacing(in: "2019 par") == "2019 Paris")
        #expect(all[2].replacing(in: "may new yo") == "may New York")
        #expect(all[3].replacing(in: "iph") == "Apple iPhone 12")
    }
}
