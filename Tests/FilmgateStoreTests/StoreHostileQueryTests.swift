import FilmgateModel
import FilmgatePredicates
import FilmgateStore
import FilmgateSystem
import FilmgateTestKit
import Testing

@testable import FilmgatePolicy

@Suite("Hostile queries", .timeLimit(.minutes(30)))
struct StoreHostileQueryTests {
    private static let limit = ContractLimits.predicateBytes

    /// Slow queries that the language allows.
    static let predicates: [(String, [PredicateArgument])] = [
        many("caption like ?", "%" + String(repeating: "a%", count: 2_000) + "b"),
        many("caption like ?", "%" + String(repeating: "a", count: 4_000) + "b"),
        many("caption like ?", "%" + String(repeating: "_", count: 4_000) + "b"),
        many("caption contains ?", String(repeating: "a", count: 4_095) + "b"),
        many("keywords contains ?", String(repeating: "k", count: 256)),
        many("caption > ?", String(repeating: "a", count: 4_096)),
        (String(repeating: "(", count: 32) + "caption like '%a%a%a%b'" + String(repeating: ")", count: 32), []),
        (String(repeating: "not ", count: 32) + "caption like '%a%a%a%b'", []),
        ("rating in (" + Array(repeating: "9", count: 2_000).joined(separator: ",") + ")", []),
        (
            "title in (" + Array(repeating: "?", count: 256).joined(separator: ",") + ")",
            Array(repeating: .text("x"), count: 256)
        ),
        ("rating = 9" + String(repeating: " or rating = 9", count: 280), []),
        ("caption < title or title < caption or caption = filename", []),
        ("original-asset is not null and location.latitude > location.longitude", []),
    ]

    private static func many(_ condition: String, _ argument: String) -> (String, [PredicateArgument]) {
        let count = min(256, limit / (condition.utf8.count + 4))
        return (
            Array(repeating: condition, count: count).joined(separator: " or "),
            Array(repeating: .text(argument), count: count)
        )
    }

    @Test("are answered, or ended at their time limit, and the next query works as usual", .long)
    func bounded() async throws {
        let fixture = try await Fixture(fetchTime: .milliseconds(200))
        try await fixture.fillWithLongTexts(40)
        var givenUp = 0
        for (text, arguments) in Self.predicates {
            var query = AssetQuery()
            query.predicate = try Predicate(parsing: text, arguments: arguments)
            do {
                _ = try await fixture.library.fetch(query, visibleTo: .everything, inTurnOf: Fixture.app)
            } catch let error as FetchTookTooLong {
                #expect(error.limit == .milliseconds(200))
                givenUp += 1
            }
            query.predicate = .compares(.rating, .equal, .integer(0))
            let found = try await fixture.library.fetch(query, visibleTo: .everything, inTurnOf: Fixture.app)
            #expect(found.count == 40)
        }
        // Or they were not hostile.
        #expect(givenUp > 0)
        for property in AssetProperty.allCases where property.type != .unasked {
            var query = AssetQuery()
            query.sort = [.init(by: property, ascending: false)]
            #expect(try await fixture.library.fetch(query, visibleTo: .everything).count == 40)
        }
    }

    @Test("over albums are given up too when their time is over, and the next is served", .long)
    func albums() async throws {
        let fixture = try await Fixture(fetchTime: .seconds(3))
        let title = String(repeating: "a", count: ContractLimits.titleBytes)
        _ = try await fixture.apply((0..<100).map { _ in .createAlbum(.random(), title: title) })
        func find(_ text: String, _ arguments: [PredicateArgument] = []) async throws -> Int {
            var query = CollectionQuery(.album)
            query.type = .album
            query.predicate = try Predicate(parsing: text, arguments: arguments)
            return try await fixture.library.collections(
                query, visibleTo: .everything, for: Fixture.app, at: .seconds(1)
            ).ids.count
        }
        // Each place in each title is the beginning of a long look for the end.
        let (hostile, arguments) = Self.many("title like ?", "%" + String(repeating: "a", count: 500) + "b%")
        let error = await #expect(throws: FetchTookTooLong.self) { try await find(hostile, arguments) }
        #expect(error?.limit == .seconds(3))
        #expect(try await find("title contains 'a' and count = 0") == 100)
    }

    @Test("hold up no other client, end with whoever asked, and let the same client wait alone", .long)
    func fair() async throws {
        let fixture = try await Fixture(fetchTime: .seconds(250))
        try await fixture.fillWithLongTexts(40)
        let library = fixture.library
        let (text, arguments) = Self.predicates[0]
        var hostile = AssetQuery()
        hostile.predicate = try Predicate(parsing: text, arguments: arguments)
        var harmless = AssetQuery()
        harmless.predicate = try Predicate(parsing: "title contains 'nothing' or rating = 0")
        let hogs = [Fixture.app, Fixture.app, Fixture.owner].map { [hostile] client in
            Task { try await library.fetch(hostile, visibleTo: .everything, inTurnOf: client) }
        }
        // What is short never waits, even for the hogs themselves.
        for client in [Fixture.app, Fixture.other, Fixture.owner] {
            let listed = try await library.fetch(AssetQuery(), visibleTo: .everything, inTurnOf: client)
            #expect(listed.count == 40)
        }
        // The hogs have both places until one of them goes.
        hogs[2].cancel()
        await #expect(throws: CancellationError.self) { try await hogs[2].value }
        for _ in 0..<3 {
            let found = try await library.fetch(harmless, visibleTo: .everything, inTurnOf: Fixture.other)
            #expect(found.count == 40)
        }
        for hog in hogs { hog.cancel() }
        for hog in hogs { await #expect(throws: CancellationError.self) { try await hog.value } }
        let found = try await library.fetch(harmless, visibleTo: .everything, inTurnOf: Fixture.app)
        #expect(found.count == 40)
    }
}

extension Fixture {
    /// Assets with the longest captions and as many of the longest keywords as there may be.
    fileprivate func fillWithLongTexts(_ count: Int) async throws {
        var properties = AssetChanges()
        properties.title = String(repeating: "t", count: ContractLimits.titleBytes)
        properties.caption = String(repeating: "a", count: ContractLimits.captionBytes)
        properties.keywords = (0..<ContractLimits.keywords).map {
            String(repeating: "k", count: ContractLimits.keywordBytes - 3) + String($0 % 1000)
        }
        for _ in 0..<count {
            let id = try await add()
            _ = try await apply([.setProperties(id, properties)])
        }
    }
}
