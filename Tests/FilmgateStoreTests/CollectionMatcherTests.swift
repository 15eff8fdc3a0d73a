import FilmgateModel
import Testing

@testable import FilmgateStore

@Suite("A condition about albums and folders")
struct CollectionMatcherTests {
    typealias Condition = Predicate<CollectionProperty>

    static let album = PhotoCollection(
        id: .random(), title: "Sommer in Åland 100%", type: .album, startDate: .seconds(10), endDate: .seconds(20),
        estimatedCount: 3, count: 3)
    static let smart = PhotoCollection(
        id: .random(), title: "Favorites", type: .smart, subtype: "favorites", parent: SmartAlbum.folder.id)

    @Test(
        "is true, false or unknown, as in SQL",
        arguments: [
            (.constant(true), true), (.and([]), true), (.or([]), false),
            (.compares(.title, .equal, .text("Sommer in Åland 100%")), true),
            (.compares(.title, .equal, .text("sommer in Åland 100%")), false),
            (.contains(.title, "åLAND"), true), (.contains(.title, "100%"), true), (.contains(.title, "1000%"), false),
            (.like(.title, Pattern("sommer%")), true), (.like(.title, Pattern("sommer")), false),
            (.compares(.type, .notEqual, .text("smart")), true),
            (.compares(.count, .greater, .integer(2)), true), (.compares(.count, .less, .real(2.5)), false),
            (.compares(.startDate, .lessOrEqual, .date(.seconds(10))), true),
            (.between(.property(.endDate), .literal(.date(.seconds(20))), .literal(.date(.seconds(21)))), true),
            (.comparison(.property(.startDate), .less, .property(.endDate)), true),
            (.isIn(.property(.type), [.text("smart"), .text("album")]), true), (.isIn(.property(.type), []), false),
            (.isNull(.parent), true), (.not(.isNull(.title)), true),
            (.compares(.subtype, .equal, .text("raw")), nil), (.not(.compares(.subtype, .equal, .text("raw"))), nil),
            (.or([.compares(.subtype, .equal, .text("raw")), .constant(true)]), true),
            (.or([.compares(.subtype, .equal, .text("raw")), .constant(false)]), nil),
            (.and([.compares(.subtype, .equal, .text("raw")), .constant(false)]), false),
            (.contains(.subtype, "a"), nil), (.isIn(.property(.subtype), [.text("raw")]), nil),
            (.isIn(.property(.subtype), []), false),
        ] as [(Condition, Bool?)])
    func values(_ condition: Condition, _ expected: Bool?) {
        #expect(CollectionMatcher(condition)(Self.album) == expected)
    }

    @Test("compares identifiers by their bytes")
    func identifiers() {
        #expect(CollectionMatcher(.compares(.parent, .equal, .identifier(SmartAlbum.folder.id)))(Self.smart) == true)
        #expect(CollectionMatcher(.compares(.id, .equal, .identifier(Self.album.id)))(Self.smart) == false)
    }

    @Test("can be sorted stably, with absent values first and without case")
    func orders() {
        func made(_ title: String, _ count: UInt32, _ start: Int64? = nil) -> PhotoCollection {
            PhotoCollection(
                id: .random(), title: title, type: .album, startDate: start.map { .seconds($0) }, count: count)
        }
        let albums = [made("b", 1, 5), made("B", 2), made("a", 2, 3), made("É", 2, 4)]
        func titles(_ orders: [CollectionQuery.Order]) -> [String] { albums.sorted(by: orders).map(\.title) }
        #expect(titles([]) == ["b", "B", "a", "É"])
        #expect(titles([.init(by: .title, ascending: true)]) == ["a", "b", "B", "É"])
        #expect(titles([.init(by: .title, ascending: false)]) == ["É", "b", "B", "a"])
        #expect(titles([.init(by: .startDate, ascending: true)]) == ["B", "a", "É", "b"])
        #expect(titles([.init(by: .startDate, ascending: false)]) == ["b", "É", "a", "B"])
        #expect(
            titles([.init(by: .count, ascending: false), .init(by: .title, ascending: true)]) == ["a", "B", "É", "b"])
    }
}
