import FilmgateModel
import FilmgateTestKit
import FilmgateTimeZones
import Testing

@testable import FilmgatePolicy
@testable import FilmgateStore

@Suite("A clock without a time zone")
struct StoreTimeZoneTests {
    private static let tokyo = Location(latitude: 35.6895, longitude: 139.6917).orTrap
    private static let newYork = Location(latitude: 40.7128, longitude: -74.006).orTrap
    /// 1 July 2024, 12:05.
    private static let summer: Int64 = 1_719_835_500
    /// 15 January 2024, 12:00.
    private static let winter: Int64 = 1_705_320_000

    /// A library in Budapest, on a computer that knows two towns.
    private static func fixture() async throws -> (Fixture, MadeTowns) {
        let towns = try MadeTowns([
            (name: "Tokyo", latitude: 35.69, longitude: 139.69, inhabitants: 8_000_000, zone: "Asia/Tokyo"),
            (name: "New York", latitude: 40.71, longitude: -74, inhabitants: 8_000_000, zone: "America/New_York"),
        ])
        let zone = try #require(TimeZoneRules(named: "Europe/Budapest"))
        return (try await Fixture(towns: towns.path, timeZone: zone), towns)
    }

    @Test("shows the time of the photo's place, or else of the library, by the rules of that day")
    func moments() async throws {
        let (fixture, towns) = try await Self.fixture()
        defer { withExtendedLifetime(towns) {} }
        let cases: [(clock: Int64, place: Location?, offset: Int64, zone: Int32?)] = [
            (Self.summer, nil, 7_200, nil), (Self.winter, nil, 3_600, nil), (Self.summer, Self.tokyo, 32_400, 32_400),
            (Self.summer, Self.newYork, -14_400, -14_400), (Self.winter, Self.newYork, -18_000, -18_000),
            // Too far from every town.
            (Self.summer, Location(latitude: 0, longitude: 0.5), 7_200, nil),
        ]
        for (clock, place, offset, zone) in cases {
            let values = try await fixture.row(try await fixture.add(clock: clock, at: place), .everything).values
            #expect(values[.creationDate] == .date(.seconds(clock - offset)))
            #expect(values[.timeZone] == zone.map { PropertyValue.signed($0) })
            #expect(values[.clockOffset] == .signed(Int32(offset)))
        }
        #expect(try await fixture.problems().isEmpty)
    }

    @Test("does not change what a file or a client states")
    func stated() async throws {
        let (fixture, towns) = try await Self.fixture()
        defer { withExtendedLifetime(towns) {} }
        let phone = try await fixture.row(try await fixture.add(clock: Self.summer, zone: 10_800), .everything).values
        #expect(phone[.creationDate] == .date(.seconds(Self.summer)) && phone[.timeZone] == .signed(10_800))
        let film = try await fixture.row(try await fixture.add(moment: Self.summer, at: Self.tokyo), .everything).values
        #expect(film[.creationDate] == .date(.seconds(Self.summer)) && film[.timeZone] == .signed(32_400))
        var properties = AssetChanges()
        properties.creationDate = .seconds(Self.winter)
        let dated = try await fixture.row(
            try await fixture.add(clock: Self.summer, properties: properties), .everything
        ).values
        #expect(dated[.creationDate] == .date(.seconds(Self.winter)) && dated[.timeZone] == nil)
        #expect(dated[.clockOffset] == .signed(3_600))
        properties = AssetChanges()
        properties.timeZoneOffset = -36_000
        let zoned = try await fixture.row(
            try await fixture.add(clock: Self.summer, properties: properties), .everything
        ).values
        #expect(zoned[.creationDate] == .date(.seconds(Self.summer + 36_000)) && zoned[.timeZone] == .signed(-36_000))
    }

    @Test("shows the same time at all places of a town, wherever a border is between them")
    func border() async throws {
        let towns = try MadeTowns([
            (name: "West", latitude: 0, longitude: 10.06, inhabitants: 1_000, zone: "America/New_York"),
            (name: "East", latitude: 0, longitude: 10.12, inhabitants: 1_000, zone: "Asia/Tokyo"),
        ])
        defer { withExtendedLifetime(towns) {} }
        let fixture = try await Fixture(towns: towns.path)
        var zones: Set<PropertyValue?> = []
        for longitude in [10.07, 10.11] {
            let id = try await fixture.add(clock: Self.summer, at: Location(latitude: 0, longitude: longitude))
            zones.insert(try await fixture.row(id, .everything).values[.timeZone])
        }
        #expect(zones.count == 1 && !zones.contains(nil), "\(zones)")
    }

    @Test("stays within the years that have dates, whatever zone it is read in")
    func bounds() async throws {
        let (fixture, towns) = try await Self.fixture()
        defer { withExtendedLifetime(towns) {} }
        let ends: [(date: Timestamp, place: Location)] = [
            (ContractLimits.dates.lowerBound, Self.tokyo), (ContractLimits.dates.upperBound, Self.newYork),
        ]
        for (end, place) in ends {
            let id = try await fixture.add(clock: end.rawValue.floorDivided(by: 1_000_000), at: place)
            let values = try await fixture.row(id, .everything).values
            #expect(values[.creationDate] == .date(end))
            var facts = MediaFacts.jpeg
            facts.timeZoneOffset = place == Self.tokyo ? 32_400 : -18_000
            var sidecar = SidecarFacts()
            (sidecar.creationDate, sidecar.dateLacksZone) = (end, true)
            facts.apply(sidecar)
            #expect(facts.creationDate == end)
        }
        #expect(try await fixture.problems().isEmpty)
    }

    @Test("has the day that it showed, also after the date or the zone is set")
    func days() async throws {
        let (fixture, towns) = try await Self.fixture()
        defer { withExtendedLifetime(towns) {} }
        // Half an hour after midnight in Budapest, before it in UTC.
        let midnight = try await fixture.add(clock: 1_719_793_800)
        func days() async throws -> [String] {
            try await fixture.library.count(by: .day, of: AssetQuery(), visibleTo: .everything).map(\.value)
        }
        #expect(try await days() == ["2024-07-01"])
        try await fixture.set(midnight) { $0.timeZoneOffset = 0 }
        #expect(try await days() == ["2024-06-30"])
        var values = try await fixture.row(midnight, .everything).values
        #expect(values[.timeZone] == .signed(0) && values[.clockOffset] == .signed(0))
        #expect(values[.creationDate] == .date(.seconds(1_719_786_600)), "it is the same moment")
        try await fixture.set(midnight) { $0.creationDate = .seconds(1_719_793_800) }
        #expect(try await days() == ["2024-07-01"])
        try await fixture.set(midnight) { ($0.creationDate, $0.timeZoneOffset) = (.seconds(1_719_793_800), -3_600) }
        values = try await fixture.row(midnight, .everything).values
        #expect(try await days() == ["2024-06-30"] && values[.clockOffset] == .signed(-3_600))
        #expect(try await fixture.problems().isEmpty)
    }

    @Test("is found by what it shows, also after the zone is set")
    func found() async throws {
        let (fixture, towns) = try await Self.fixture()
        defer { withExtendedLifetime(towns) {} }
        let photo = try await fixture.add(clock: Self.summer)
        func found(_ offset: Int64) async throws -> [AssetID] {
            try await fixture.list(.everything) {
                $0.predicate = .comparison(.property(.clockOffset), .equal, .literal(.integer(offset)))
            }
        }
        #expect(try await found(7_200) == [photo])
        #expect(try await found(0) == [])
        try await fixture.set(photo) { $0.timeZoneOffset = 0 }
        #expect(try await found(7_200) == [])
        #expect(try await found(0) == [photo])
    }

    @Test("gets back its date and its zone by an undo")
    func undone() async throws {
        let fixture = try await UndoFixture()
        let id = try await fixture.add(by: .owner)
        let before = try await fixture.state()
        try await fixture.set(id, by: .app) { ($0.creationDate, $0.timeZoneOffset) = (.seconds(Self.summer), 32_400) }
        let report = try await fixture.undo(.init(.app))
        #expect(report.undone == [id].objects && report.skipped == [])
        #expect(try await fixture.state() == before)
        let values = try await fixture.store.row(id, .everything).values
        #expect(values[.timeZone] == nil && values[.clockOffset] == .signed(0))
        #expect(try await fixture.store.problems() == [])
    }
}

extension Fixture {
    /// Adds a photo whose file tells what a clock showed.
    fileprivate func add(
        clock: Int64, at place: Location? = nil, zone: Int32? = nil, properties: AssetChanges = AssetChanges()
    ) async throws -> AssetID {
        var asset = StagedAsset.photo(try await stage(for: Fixture.owner))
        (asset.facts!.creationDate, asset.facts!.location) = (.seconds(clock), place)
        (asset.facts!.timeZoneOffset, asset.facts!.dateLacksZone) = (zone, zone == nil)
        return try await add(asset, properties)
    }

    /// Adds a photo whose file tells a moment.
    fileprivate func add(moment: Int64, at place: Location) async throws -> AssetID {
        var asset = StagedAsset.photo(try await stage(for: Fixture.owner))
        (asset.facts!.creationDate, asset.facts!.location) = (.seconds(moment), place)
        return try await add(asset, AssetChanges())
    }

    private func add(_ asset: StagedAsset, _ properties: AssetChanges) async throws -> AssetID {
        let id = AssetID.random()
        _ = try await apply([.createAsset(id, AssetCreation(asset, properties: properties))])
        return id
    }
}
