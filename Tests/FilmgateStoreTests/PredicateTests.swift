import FilmgateModel
import FilmgateSQLite
import Testing

@testable import FilmgatePolicy
@testable import FilmgateStore

@Suite("Predicates in the store")
struct PredicateTests {
    @Test("find assets for which they are true, and not those for which they are unknown")
    func found() async throws {
        let fixture = try await Fixture()
        let plain = try await fixture.add(seconds: 1)
        let named = try await fixture.add(seconds: 2)
        var changes = AssetChanges()
        (changes.title, changes.rating, changes.isFavorite) = ("Straße am Æolsharfenweg 100%", 4, true)
        changes.keywords = ["Sommer", "ÉTÉ"]
        changes.location = Location(latitude: 47.4, longitude: 8.5)
        _ = try await fixture.apply([.setProperties(named, changes)])

        func list(_ predicate: Predicate<AssetProperty>) async throws -> [AssetID] {
            try await fixture.list(.everything) { $0.predicate = predicate }
        }
        #expect(try await list(.isTrue(.favorite)) == [named])
        #expect(try await list(.not(.isTrue(.favorite))) == [plain])
        #expect(try await list(.contains(.title, "STRASSE")) == [])
        #expect(try await list(.contains(.title, "STRAẞE AM æ")) == [named])
        #expect(try await list(.like(.title, Pattern("straße%100\\%"))) == [named])
        #expect(try await list(.like(.title, Pattern("straße%100\\_"))) == [])
        // For an absent title, neither a comparison nor its negation is true.
        #expect(try await list(.not(.contains(.title, "x"))) == [named])
        #expect(try await list(.isNull(.title)) == [plain])
        // An absent list is empty.
        #expect(try await list(.contains(.keywords, "été")) == [named])
        #expect(try await list(.not(.contains(.keywords, "été"))) == [plain])
        #expect(try await list(.contains(.keywords, "Somm")) == [])
        #expect(try await list(.not(.isNull(.location))) == [named])
        #expect(
            try await list(
                .between(.latitude(of: .location), .literal(.integer(47)), .literal(.real(47.5)))) == [named])
        #expect(try await list(.isIn(.property(.rating), [.integer(4), .integer(5)])) == [named])
        #expect(try await list(.isIn(.property(.rating), [])) == [])
        #expect(try await list(.or([])) == [])
        #expect(try await list(.and([])) == [named, plain])
        #expect(try await list(.compares(.id, .equal, .identifier(ObjectID(plain)))) == [plain])
        #expect(try await list(.compares(.filename, .equal, .text("photo.jpg"))) == [named, plain])
        #expect(try await list(.compares(.playbackStyle, .notEqual, .text("video"))) == [named, plain])
    }

    @Test("work at the deepest nesting, on either side and in every scope")
    func deep() async throws {
        let fixture = try await Fixture()
        let id = try await fixture.add(by: .client(Fixture.app))
        let leaf: Predicate<AssetProperty> = .not(.contains(.keywords, "x"))
        // With the number of levels that each adds.
        let shapes: [(Int, (Predicate<AssetProperty>, Int) -> Predicate<AssetProperty>)] = [
            (2, { inner, level in .or([.isTrue(.hidden), .and([.isNull(.title), inner])]) }),
            (1, { inner, level in level % 2 == 0 ? .or([.isTrue(.hidden), inner]) : .and([.isNull(.title), inner]) }),
            (1, { inner, level in level % 2 == 0 ? .or([inner, .isTrue(.hidden)]) : .and([inner, .isNull(.title)]) }),
            (3, { inner, level in .not(.or([.isTrue(.hidden), .not(inner)])) }),
            (2, { inner, level in .not(.not(inner)) }),
            (4, { inner, level in .not(.and([.not(.and([.isNull(.caption), inner])), .isNull(.title)])) }),
        ]
        for (number, (levels, shape)) in shapes.enumerated() {
            let deep = (0..<ContractLimits.predicateLevels / levels).reduce(leaf) { inner, level in shape(inner, level)
            }
            for visibility in [Visibility.everything, .limited(Fixture.app)] {
                let found = try await fixture.list(visibility) { query in
                    query.predicate = deep
                    query.sort = [.init(by: .originalAsset, ascending: true)]
                }
                #expect(found == [id], "shape \(number)")
            }
        }
    }
}
