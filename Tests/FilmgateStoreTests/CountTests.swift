import FilmgateModel
import FilmgateTestKit
import Testing

@testable import FilmgatePolicy
@testable import FilmgateStore

@Suite("Counting by a property")
struct CountTests {
    @Test("counts years, months and days by the clock where an asset was made, the newest first")
    func dates() async throws {
        let fixture = try await Fixture()
        // Shortly before 2024 in UTC, and already in it two hours farther east.
        let newYear: Int64 = 1_704_067_200
        try await fixture.add(zone: nil, seconds: newYear - 1)
        try await fixture.add(zone: 7200, seconds: newYear - 1)
        try await fixture.add(zone: -3600, seconds: newYear + 3600 * 24 * 40)
        try await fixture.add(zone: nil, seconds: -1)
        let hidden = try await fixture.add(seconds: newYear, hidden: true)
        let trashed = try await fixture.add(seconds: newYear)
        _ = try await fixture.apply([.deleteAssets([trashed])])
        for query in [AssetQuery(), .counted { $0.predicate = .constant(true) }] {
            #expect(try await fixture.count(.year, query) == ["2024 2", "2023 1", "1969 1"])
            #expect(try await fixture.count(.month, query) == ["2024-02 1", "2024-01 1", "2023-12 1", "1969-12 1"])
            #expect(
                try await fixture.count(.day, query)
                    == ["2024-02-09 1", "2024-01-01 1", "2023-12-31 1", "1969-12-31 1"])
        }
        #expect(try await fixture.count(.year, .counted { $0.includesHidden = true }).first == "2024 3")
        #expect(try await fixture.count(.year, .counted { $0.limit = 1 }) == ["2024 1"])
        try await fixture.set(hidden) { $0.isHidden = false }
        _ = try await fixture.apply([.restoreAssets([trashed])])
        #expect(try await fixture.count(.year, AssetQuery()).first == "2024 4")
        #expect(try await fixture.problems().isEmpty)
    }

    @Test("counts other values, the most frequent first, and each keyword of an asset once")
    func values() async throws {
        let towns = try MadeTowns([("Eger", 47.9, 20.37, 50_000)])
        let fixture = try await Fixture(towns: towns.path)
        for number in 0..<5 {
            let id = try await fixture.add()
            try await fixture.set(id) { properties in
                properties.isFavorite = number == 0
                properties.rating = number < 2 ? 5 : 0
                properties.keywords = number < 3 ? ["sea", "lake", "sea"] : number == 3 ? ["sea"] : []
                if number > 3 { properties.location = Location(latitude: 47.9, longitude: 20.37) }
            }
        }
        let expected: [(CountedProperty, [String])] = [
            (.mediaType, ["image 5"]), (.subtype, []), (.rating, ["0 3", "5 2"]), (.favorite, ["false 4", "true 1"]),
            (.keyword, ["sea 4", "lake 3"]), (.camera, []), (.place, ["Eger 1"]),
        ]
        for (property, counts) in expected {
            #expect(try await fixture.count(property, AssetQuery()) == counts, "\(property)")
        }
        #expect(try await fixture.count(.rating, .counted { $0.search = SearchWords("lake") }) == ["5 2", "0 1"])
    }

    @Test("counts what the client sees, and refuses what it may not know")
    func rights() async throws {
        let fixture = try await Fixture()
        let seen = try await fixture.add(seconds: 0)
        try await fixture.add(seconds: 86_400)
        try await fixture.select([seen], for: Fixture.app)
        let all: [Rights] = [.location, .captions, .metadata]
        for property in CountedProperty.allCases {
            for rights in all.map({ Rights.all.subtracting($0) }) + [.all] {
                let visibility = Visibility.limited(Fixture.app, rights: rights)
                if property.property.right.map(rights.contains) ?? true {
                    let counts = try await fixture.count(property, AssetQuery(), visibility)
                    if property == .day { #expect(counts == ["1970-01-01 1"]) }
                } else {
                    await #expect(throws: WithheldPropertyError(property: property.property)) {
                        try await fixture.count(property, AssetQuery(), visibility)
                    }
                }
            }
        }
        let images = Visibility(scope: .assets(of: .video), rights: .all)
        #expect(try await fixture.count(.day, AssetQuery(), images) == [])
    }

    @Test("keeps the numbers of days through random changes", .long, arguments: 1...3 as ClosedRange<UInt64>)
    func random(_ seed: UInt64) async throws {
        var chance = Chance(seed: seed)
        let fixture = try await Fixture(in: "/dev/shm")
        var ids: [AssetID] = []
        for number in 0..<30 { ids.append(try await fixture.add(seconds: Int64(number) * 40_000 - 200_000)) }
        for _ in 0..<200 {
            let id = chance.one(of: ids)
            switch chance.below(4) {
            case 0: try await fixture.set(id) { $0.isHidden = chance.below(2) == 0 }
            case 1: try await fixture.set(id) { $0.creationDate = .seconds(Int64(chance.below(900_000)) - 400_000) }
            case 2: _ = try await fixture.apply([.deleteAssets([id])])
            default: _ = try await fixture.apply([.restoreAssets([id])])
            }
        }
        let kept = try await fixture.count(.day, AssetQuery())
        #expect(kept == (try await fixture.count(.day, .counted { $0.predicate = .constant(true) })))
        #expect(try await fixture.problems().isEmpty)
    }
}

extension AssetQuery {
    fileprivate static func counted(_ change: (inout AssetQuery) -> Void) -> AssetQuery {
        var query = AssetQuery()
        change(&query)
        return query
    }
}

extension Fixture {
    /// Returns `VALUE COUNT` for each value.
    fileprivate func count(
        _ property: CountedProperty, _ query: AssetQuery, _ visibility: Visibility = .everything
    ) async throws -> [String] {
        try await library.count(by: property, of: query, visibleTo: visibility).map { "\($0.value) \($0.count)" }
    }

    fileprivate func add(zone: Int32?, seconds: Int64) async throws {
        var asset = StagedAsset.photo(try await stage())
        asset.facts!.timeZoneOffset = zone
        var properties = AssetChanges()
        properties.creationDate = .seconds(seconds)
        _ = try await apply([.createAsset(.random(), AssetCreation(asset, properties: properties))])
    }
}
