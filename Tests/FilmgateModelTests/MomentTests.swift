import FilmgateModel
import Testing

@Suite("Moments")
struct MomentTests {
    static let budapest = Location(latitude: 47.4979, longitude: 19.0402)
    static let airport = Location(latitude: 47.4369, longitude: 19.2556)
    static let lisbon = Location(latitude: 38.7223, longitude: -9.1393)

    /// Noon of the first of May 2024.
    static let noon: Int64 = 1_714_564_800

    static func photo(_ hours: Double, at place: Location? = nil, zone: Int32? = nil) -> MomentPhoto {
        MomentPhoto(
            id: .random(), date: Timestamp(rawValue: noon * 1_000_000 + Int64(hours * 3_600_000_000)), location: place,
            timeZoneOffset: zone)
    }

    static func counts(_ photos: [MomentPhoto]) -> [UInt32] { moments(of: photos).map(\.count) }

    @Test("are empty without photos, and one for one photo")
    func few() {
        #expect(moments(of: []).isEmpty)
        let photo = Self.photo(0)
        let moment = moments(of: [photo])
        #expect(moment.map(\.first) == [photo.id])
        #expect(moment.map(\.start) == [photo.date] && moment.map(\.end) == [photo.date])
    }

    @Test("end at a gap of six hours")
    func pauses() {
        #expect(Self.counts([Self.photo(-11), Self.photo(-6), Self.photo(0), Self.photo(5.99)]) == [2, 2])
        #expect(Self.counts([Self.photo(0), Self.photo(5.99), Self.photo(11.98)]) == [3])
    }

    @Test("continue past midnight without a longer gap")
    func midnight() {
        #expect(Self.counts([Self.photo(11), Self.photo(12.5), Self.photo(13)]) == [3])
        #expect(Self.counts([Self.photo(10.9), Self.photo(13)]) == [1, 1])
        // The same times in a time zone in which it is afternoon.
        #expect(Self.counts([Self.photo(10.9, zone: -18_000), Self.photo(13, zone: -18_000)]) == [2])
        let party = moments(of: [Self.photo(11), Self.photo(12.5)])
        #expect(party.map(\.title) == ["1–2 May 2024"])
    }

    @Test(
        "use the last known time zone for a day, and then the camera's date as it is"
    )
    func clocks() {
        // 23:30 and 5:30; in a different time zone both would be on one day.
        let (late, early) = (Self.photo(11.5), Self.photo(17.4))
        #expect(moments(of: [late, early]).map(\.title) == ["1 May 2024", "2 May 2024"])
        let yearsBefore = Self.photo(-50_000, zone: 7200)
        #expect(moments(of: [yearsBefore, late, early]).dropFirst().map(\.title) == ["1 May 2024", "2 May 2024"])
        let sameDay = Self.photo(-7, zone: 7200)
        #expect(moments(of: [sameDay, late, early]).dropFirst().map(\.title) == ["2 May 2024"])
        #expect(moments(of: [Self.photo(-12.6, zone: 7200), late, early]).count == 3, "a day is over")
    }

    @Test("use the library's clock without a known time zone, and have days in their order")
    func order() {
        var photo = Self.photo(11.5)
        photo.usualOffset = 7200
        #expect(moments(of: [photo]).map(\.title) == ["2 May 2024"])
        // East of the date line it is the day before.
        let flight = [Self.photo(0, zone: 43_200), Self.photo(10, zone: -36_000), Self.photo(30, zone: -36_000)]
        #expect(moments(of: flight).map(\.title) == ["2 May 2024", "2 May 2024", "2 May 2024"])
        #expect(moments(of: flight + [Self.photo(50, zone: -36_000)]).last?.title == "3 May 2024")
    }

    @Test("end at a distant location, but not at a photo that was taken far away at the same time")
    func places() {
        let travel = [
            Self.photo(0, at: Self.budapest), Self.photo(1, at: Self.airport), Self.photo(1.2),
            Self.photo(5, at: Self.lisbon), Self.photo(5.5, at: Self.lisbon),
        ]
        #expect(Self.counts(travel) == [3, 2])
        let shared = [
            Self.photo(0, at: Self.budapest), Self.photo(0.1, at: Self.lisbon), Self.photo(0.2, at: Self.budapest),
        ]
        #expect(Self.counts(shared) == [3])
        // The earlier location belongs to the earlier moment.
        #expect(
            Self.counts([Self.photo(0, at: Self.lisbon), Self.photo(7), Self.photo(8, at: Self.budapest)]) == [1, 2])
    }

    @Test(
        "never separate photos with equal dates, and have the lowest identifier of the first ones")
    func equalDates() {
        let same = (0..<20).map { Self.photo(0, at: $0.isMultiple(of: 2) ? Self.budapest : Self.lisbon) }
        let found = moments(of: same)
        #expect(found.map(\.count) == [20])
        let lowest = same.map(\.id).min { $0.bytes.lexicographicallyPrecedes($1.bytes) }
        #expect(found.first?.first == lowest)
        #expect(moments(of: same.reversed()) == found)
    }

    @Test("hold every photo, do not overlap and are ordered, for random photos")
    func random() {
        var generator = SeededGenerator(seed: 20_240_501)
        for _ in 0..<300 {
            let places = [nil, Self.budapest, Self.airport, Self.lisbon]
            let photos = (0..<Int.random(in: 1...80, using: &generator)).map { _ in
                Self.photo(
                    Double(Int.random(in: -200...200, using: &generator)) / 4,
                    at: places.randomElement(using: &generator) ?? nil,
                    zone: Bool.random(using: &generator) ? nil : .random(in: -50_400...50_400, using: &generator))
            }.sorted { $0.date < $1.date }
            let found = moments(of: photos)
            #expect(found.reduce(0) { $0 + Int($1.count) } == photos.count)
            #expect(zip(found, found.dropFirst()).allSatisfy { $0.end < $1.start })
            for moment in found {
                let within = photos.filter { (moment.start...moment.end).contains($0.date) }
                #expect(within.count == Int(moment.count))
                #expect(within.contains { $0.id == moment.first && $0.date == moment.start })
            }
        }
    }

    @Test(
        "have titles with readable dates",
        arguments: [
            (19_844, 19_844, "1 May 2024"), (19_844, 19_846, "1–3 May 2024"), (19_843, 19_845, "30 April – 2 May 2024"),
            (19_722, 19_723, "31 December 2023 – 1 January 2024"), (0, 0, "1 January 1970"),
            (-1, -1, "31 December 1969"), (19_782, 19_782, "29 February 2024"), (-719_162, -719_162, "1 January 1"),
            (2_932_896, 2_932_896, "31 December 9999"),
        ] as [(Int32, Int32, String)])
    func titles(_ first: Int32, _ last: Int32, _ expected: String) {
        #expect(title(from: LocalDay(number: first), to: LocalDay(number: last)) == expected)
    }

    @Test("have days in local time, even before 1970")
    func days() {
        func day(_ seconds: Int64, _ offset: Int32 = 0) -> Int32 {
            LocalDay(of: Timestamp(rawValue: seconds * 1_000_000), offset: offset).number
        }
        #expect(day(0) == 0 && day(-1) == -1 && day(86_399) == 0 && day(86_400) == 1)
        #expect(day(0, -1) == -1 && day(86_399, 1) == 1)
        #expect(LocalDay(of: Timestamp(rawValue: -1), offset: 0).number == -1)
    }

    @Test("measure the distance between locations")
    func distances() throws {
        let (from, to) = (try #require(Self.budapest), try #require(Self.lisbon))
        #expect(abs(from.distance(to: to) - 2_473_000) < 15_000)
        #expect(from.distance(to: from) == 0)
        let (east, west) = (Location(latitude: 0, longitude: 179.9), Location(latitude: 0, longitude: -179.9))
        #expect(abs(try #require(east).distance(to: #require(west)) - 22_240) < 200)
    }
}

/// Random numbers that are the same in every run.
private struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return state ^ state >> 29
    }
}
