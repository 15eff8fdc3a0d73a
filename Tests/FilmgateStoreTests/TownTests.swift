import FilmgateModel
import FilmgateSystem
import FilmgateTestKit
import Foundation
import Testing

@testable import FilmgatePolicy
@testable import FilmgateSQLite
@testable import FilmgateStore

@Suite("The nearest town")
struct TownTests {
    private static let budapest = Location(latitude: 47.51, longitude: 19.06).orTrap

    @Test("is near, counts its size, and is found across the meridian of 180 degrees")
    func nearest() throws {
        let towns = try MadeTowns([
            ("Small", 10.00, 10.05, 20_000), ("Other", 10.3, 10.05, 20_000), ("Large", 10.00, 10.12, 4_000_000),
            ("Far", 12, 10, 1_000),
            ("Date line", -18, 179.9, 30_000), ("North", 89.9, 0, 100),
        ])
        let index = try #require(try TownIndex(path: towns.path))
        func name(_ latitude: Double, _ longitude: Double) throws -> String? {
            try index.nearest(to: try #require(Location(latitude: latitude, longitude: longitude)))
        }
        #expect(try name(10, 10.05) == "Large", "it reaches so far")
        #expect(try name(10.4, 10.05) == "Other")
        #expect(try name(11, 8.5) == nil, "more than 100 km from all")
        #expect(try name(11.5, 10) == "Far")
        #expect(try name(-18, -179.9) == "Date line")
        #expect(try name(90, 77) == "North")
        #expect(try name(-90, 0) == nil)
    }

    @Test("tells the time zone, also where it is too far away to name the place")
    func zones() throws {
        let towns = try MadeTowns([
            (name: "East", latitude: 10, longitude: 10, inhabitants: 20_000, zone: "Africa/Lagos"),
            (name: "West", latitude: 10, longitude: 9.4, inhabitants: 900_000, zone: "Africa/Abidjan"),
        ])
        let index = try #require(try TownIndex(path: towns.path))
        func zone(_ latitude: Double, _ longitude: Double) throws -> String? {
            try index.timeZone(at: try #require(Location(latitude: latitude, longitude: longitude)))
        }
        #expect(try zone(10, 10.1) == "Africa/Lagos")
        #expect(try zone(10, 9.5) == "Africa/Abidjan")
        #expect(try zone(13, 11) == "Africa/Lagos")
        #expect(try zone(20, 10) == nil, "more than 500 km from all")
    }

    @Test("is not asked of a file that is none")
    func files() throws {
        let path = FileManager.default.temporaryDirectory.path + "/filmgate-no-towns-\(UUID())"
        defer { try? FileManager.default.removeItem(atPath: path) }
        try Data("something else, which is long enough".utf8).write(to: URL(filePath: path))
        #expect(try TownIndex(path: path) == nil)
        #expect(throws: (any Error).self) { try TownIndex(path: path + ".missing") }
    }

    @Test("has no name if the file is none, which the library says")
    func unusable() async throws {
        let towns = FileManager.default.temporaryDirectory.path + "/filmgate-no-towns-\(UUID())"
        defer { try? FileManager.default.removeItem(atPath: towns) }
        let missing = try await Fixture(towns: towns)
        #expect(missing.library.townsFailure == nil)
        try Data("something else, which is long enough".utf8).write(to: URL(filePath: towns))
        let malformed = try await Fixture(towns: towns)
        #expect(malformed.library.townsFailure == .badMessage)
    }

    @Test("is named for assets that were added before the data came, and again for different data")
    func completed() async throws {
        let folder = FileManager.default.temporaryDirectory.path + "/filmgate-store-\(UUID())"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        var ids: [AssetID] = []
        func opened<T>(_ towns: String?, _ body: (Library) async throws -> T) async throws -> T {
            let library = try await Library.open(in: Directory(path: folder), user: 1000, towns: towns)
            let result = try await body(library)
            await library.close()
            return result
        }
        try await opened(nil) { library in
            for number in 0..<5 {
                let id = AssetID.random()
                let file = try await library.stage(
                    try .sealedMemory(named: "photo", holding: "\(number)".utf8), for: Fixture.owner)
                var properties = AssetChanges()
                if number != 2 { properties.location = Self.budapest }
                _ = try await library.apply(
                    [.createAsset(id, AssetCreation(.photo(file), properties: properties))],
                    visibleTo: .everything, holder: .client(Fixture.owner), at: .seconds(1))
                ids.append(id)
            }
            #expect(try await library.completePlaces(atMost: 2, at: .seconds(2)) == false)
        }
        for name in ["First", "Second"] {
            let towns = try MadeTowns([(name, 47.5, 19.05, 1_000_000)])
            try await opened(towns.path) { library in
                while try await library.completePlaces(atMost: 2, at: .seconds(2)) {}
                var query = AssetQuery()
                query.search = SearchWords(name)
                #expect(try await library.fetch(query, visibleTo: .everything).count == 4)
                #expect(try await library.completePlaces(atMost: 2, at: .seconds(2)) == false, "it is done once")
                #expect(try await library.problems().isEmpty)
            }
        }
    }

    @Test("changes with the location")
    func changed() async throws {
        let towns = try MadeTowns([("Budapest", 47.5, 19.05, 1_000_000), ("Eger", 47.9, 20.37, 50_000)])
        let fixture = try await Fixture(towns: towns.path)
        let id = try await fixture.add()
        try await fixture.set(id) { $0.location = Self.budapest }
        #expect(try await fixture.search("budapest") == [id])
        try await fixture.set(id) { $0.location = Location(latitude: 47.9, longitude: 20.4) }
        #expect(try await fixture.search("budapest") == [])
        #expect(try await fixture.search("eger") == [id])
        try await fixture.set(id) { $0.removesLocation = true }
        #expect(try await fixture.search("eger") == [])
        let near = try await fixture.list(.everything) {
            $0.predicate = .near(.location, Self.budapest, kilometers: 10_000)
        }
        #expect(near == [], "an asset without a place is not near")
    }
}
