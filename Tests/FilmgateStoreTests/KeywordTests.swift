import FilmgateModel
@testable import FilmgatePolicy
import FilmgateStore
import FilmgateTestKit
import Testing

@Suite("Keywords")
struct KeywordTests {
    @Test(
        "come back as they were set, in their order", .long,
        arguments: [
            ["one"], ["b", "a", "b"], ["say \"x\"", "it's", "back\\slash", "a/b", "[]", ","],
            ["two\nlines", "tab\t", "\u{1}"],
            ["Überfahrt", "🚢", "\u{E9}", "e\u{301}"], (0..<256).map { "\($0)" + String(repeating: "ä", count: 126) },
        ])
    func roundTrip(_ keywords: [String]) async throws {
        let fixture = try await Fixture()
        let id = try await fixture.add()
        #expect(try await fixture.keywords(of: id) == nil)
        var properties = AssetChanges()
        properties.keywords = keywords
        _ = try await fixture.apply([.setProperties(id, properties)])
        #expect(try await fixture.keywords(of: id) == .texts(keywords))
        properties.keywords = []
        _ = try await fixture.apply([.setProperties(id, properties)])
        #expect(try await fixture.keywords(of: id) == nil)
    }
}

extension Fixture {
    fileprivate func keywords(of id: AssetID) async throws -> PropertyValue? {
        var query = AssetQuery()
        query.identifiers = [id]
        let keys = try await library.fetch(query, visibleTo: .everything)
        return try await library.rows(keys, properties: [.keywords], visibleTo: .everything)?.first?.values[.keywords]
    }
}
