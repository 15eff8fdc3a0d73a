import FilmgateModel
import FilmgateSQLite
import FilmgateTestKit
import FilmgateTimeZones
import Testing

@testable import FilmgatePolicy
@testable import FilmgateStore

@Suite("A date that an earlier version read as UTC")
struct EarlierDateTests {
    /// 1 July 2024, 12:05.
    private static let summer: Int64 = 1_719_835_500
    /// 15 January 2024, 12:00.
    private static let winter: Int64 = 1_705_320_000

    private static func fixture() async throws -> Fixture {
        try await Fixture(timeZone: try #require(TimeZoneRules(named: "Europe/Budapest")))
    }

    private static var clock: MediaFacts {
        var facts = MediaFacts.jpeg
        (facts.creationDate, facts.dateLacksZone) = (.seconds(summer), true)
        return facts
    }

    @Test("and the owner corrected means what the clock showed, and one that was set since stays")
    func corrected() async throws {
        let fixture = try await Self.fixture()
        let (early, late) = (try await fixture.addMoment(Self.summer), try await fixture.addMoment(Self.summer))
        try await fixture.makeEarly()
        try await fixture.library.database.write { database in
            try database.execute(
                "UPDATE asset SET creation_date = \(Self.winter * 1_000_000) WHERE id = \(early.bytes)")
        }
        try await fixture.set(late) { $0.creationDate = .seconds(Self.winter) }
        try await fixture.examine(Self.clock)
        var values = try await fixture.row(early, .everything).values
        #expect(values[.creationDate] == .date(.seconds(Self.winter - 3_600)))
        #expect(values[.clockOffset] == .signed(3_600) && values[.timeZone] == nil)
        values = try await fixture.row(late, .everything).values
        #expect(values[.creationDate] == .date(.seconds(Self.winter)))
        for id in [early, late] {
            let imported = try await fixture.library.database.read { database in
                try database.first("SELECT import_date FROM asset WHERE id = \(id.bytes)") { $0.integer(0) }
            }
            #expect(imported == (Self.summer - 7_200) * 1_000_000, "related files are found by it")
        }
        #expect(try await fixture.problems().isEmpty)
    }

    @Test(
        "and that its sidecar states is what a clock showed, also if the file tells the zone",
        arguments: [nil, 32_400] as [Int32?])
    func sidecar(_ zone: Int32?) async throws {
        let fixture = try await Self.fixture()
        let photo = try await fixture.addMoment(Self.winter, zone: zone, sidecar: true)
        try await fixture.makeEarly()
        var (facts, sidecar) = (Self.clock, SidecarFacts())
        (facts.timeZoneOffset, facts.dateLacksZone) = (zone, zone == nil)
        (sidecar.creationDate, sidecar.dateLacksZone) = (.seconds(Self.winter), true)
        try await fixture.examine(facts, sidecar)
        let values = try await fixture.row(photo, .everything).values
        #expect(values[.creationDate] == .date(.seconds(Self.winter - Int64(zone ?? 3_600))))
        #expect(values[.timeZone] == zone.map { PropertyValue.signed($0) })
        #expect(values[.clockOffset] == .signed(zone ?? 3_600))
    }

    @Test("and that waits in the inbox is found out there, or once it is kept", arguments: [false, true])
    func inbox(_ isKeptBefore: Bool) async throws {
        let fixture = try await Self.fixture()
        let id = AssetID.random()
        var photo = StagedAsset.photo(try await fixture.stage())
        photo.facts.creationDate = .seconds(Self.summer)
        try await fixture.library.apply(
            [.quarantine(id, photo, properties: AssetChanges(), unlessPresent: false)],
            visibleTo: Visibility(scope: .nothing, rights: []), holder: .client(Fixture.app), at: .seconds(1_000))
        try await fixture.makeEarly()
        if !isKeptBefore { try await fixture.examine(Self.clock) }
        try await fixture.library.decide(
            InboxRequest(
                .keep, about: [id], visibleTo: .everything, by: .client(Fixture.owner), at: .seconds(3_000)))
        if isKeptBefore { try await fixture.examine(Self.clock) }
        let values = try await fixture.row(id, .everything).values
        #expect(values[.creationDate] == .date(.seconds(Self.summer - 7_200)))
        #expect(values[.clockOffset] == .signed(7_200))
        #expect(try await fixture.problems().isEmpty)
    }

    @Test("is logged if only its clock changes")
    func logged() async throws {
        let fixture = try await Self.fixture()
        _ = try await fixture.addMoment(Self.winter)
        try await fixture.makeEarly()
        try await fixture.examine(Self.clock)
        let bits = try await fixture.library.database.read { database in
            try database.first("SELECT properties FROM change WHERE kind = 'updated' ORDER BY number DESC LIMIT 1") {
                $0.integer(0)
            }
        }
        #expect(bits == ChangeLog.bits([.timeZone, .clockOffset]))
    }
}

extension Fixture {
    /// Adds a photo whose file tells a moment.
    fileprivate func addMoment(_ seconds: Int64, zone: Int32? = nil, sidecar: Bool = false) async throws -> AssetID {
        let id = AssetID.random()
        let photo = StagedAsset.photo(try await stage(for: Fixture.owner))
        var files = photo.files
        if sidecar {
            files.append(
                StagedResource(
                    .sidecar, try await stage(for: Fixture.owner), filename: "a.xmp", mimeType: "application/rdf+xml"))
        }
        var facts = photo.facts
        (facts.creationDate, facts.timeZoneOffset) = (.seconds(seconds), zone)
        let asset = StagedAsset(files: files, facts: facts)
        _ = try await apply([.create(id, asset, properties: AssetChanges(), unlessPresent: false)])
        return id
    }

    /// Leaves the library as the migration does.
    fileprivate func makeEarly() async throws {
        try await library.database.write { database in
            for table: SQL in ["asset", "quarantined"] {
                try database.execute("UPDATE \(table) SET clock_offset = ifnull(time_zone_offset, 0)")
            }
            try database.execute(
                """
                UPDATE library SET zones_missing = (SELECT ifnull(max(row), 0) FROM asset),
                    inbox_zones_missing = (SELECT ifnull(max(number), 0) FROM quarantined)
                """)
        }
    }

    /// Examines all that is due.
    fileprivate func examine(_ facts: MediaFacts, _ sidecar: SidecarFacts? = nil) async throws {
        while true {
            let due = try await library.assetsWithoutZone(atMost: 1)
            try await library.store(
                due.map { (asset: $0, facts: facts, sidecar: $0.hasSidecar ? sidecar : nil) }, at: .seconds(3_000))
            if due.isEmpty { break }
        }
    }
}
