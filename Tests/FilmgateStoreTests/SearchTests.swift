import FilmgateModel
import FilmgateTestKit
import Testing

@testable import FilmgatePolicy
@testable import FilmgateSQLite
@testable import FilmgateStore

@Suite("Searching words")
struct SearchTests {
    @Test(
        "finds beginnings of words, without case and accents, and all of them",
        arguments: [
            ("lake", true), ("LAK", true), ("lake buda", true), ("buda lake", true), ("pier lake", true), ("pie", true),
            ("LAKE lake", true),
            ("zur", true), ("zür", true), ("zu\u{308}r", true), ("café", true), ("cafe\u{301}", true),
            ("photo", true), ("photo.jpg", true), ("holid photo lake zurich budapest", true), ("dsc_12", true),
            ("ake", false), ("lake sea", false), ("lakes", false), ("dsc_2", false), ("jpg.photo", false),
            ("  lake \n\t buda ", true), ("!!!", true), ("lake !!!", true), ("", true),
        ])
    func words(_ text: String, _ isFound: Bool) async throws {
        let fixture = try await Fixture()
        let id = try await fixture.add()
        _ = try await fixture.add()
        try await fixture.set(id) { properties in
            (properties.title, properties.caption) = ("The Lake", "Zürich, Café; DSC_1234")
            properties.altText = "A boat at a pier"
            properties.keywords = ["holiday", "Budapest \"2024\""]
        }
        let found = try await fixture.search(text)
        #expect(found.contains(id) == isFound, "\(text)")
        if SearchWords(text) != nil, !text.hasPrefix("photo") { #expect(found.count == (isFound ? 1 : 0)) }
    }

    @Test("finds only what the client may know")
    func rights() async throws {
        let towns = try MadeTowns([("Budapest", 47.5, 19.05, 1_700_000), ("Eger", 47.9, 20.37, 50_000)])
        let fixture = try await Fixture(towns: towns.path)
        let id = try await fixture.add()
        try await fixture.set(id) { properties in
            (properties.title, properties.caption, properties.keywords) = ("Lake", "Sunset", ["holiday"])
            properties.location = Location(latitude: 47.51, longitude: 19.06)
            properties.altText = "Boats"
        }
        try await fixture.select([id], for: Fixture.app)
        let words: [(String, Rights?)] = [
            ("lake", .captions), ("sunset", .captions), ("boats", .captions), ("holiday", .captions),
            ("budapest", .location), ("photo", nil),
        ]
        for rights in [Rights.all, [.originals], [.captions], [.location], [.location, .metadata]] {
            let visibility = Visibility.limited(Fixture.app, rights: rights)
            for (word, right) in words {
                let found = try await fixture.list(visibility) { $0.search = SearchWords(word) }
                #expect(found == (right.map(rights.contains) ?? true ? [id] : []), "\(word) with \(rights)")
            }
        }
    }

    @Test("finds the town of the rounded location for those who learn no more")
    func town() async throws {
        // The location rounds to 47.9, 20.4.
        let towns = try MadeTowns([("Near", 47.86, 20.36, 1_000), ("Rounded", 47.9, 20.4, 1_000)])
        let fixture = try await Fixture(towns: towns.path)
        let id = try await fixture.add()
        try await fixture.set(id) { $0.location = Location(latitude: 47.861, longitude: 20.361) }
        let exact = Visibility(scope: .everything, rights: .all)
        let rough = Visibility(scope: .everything, rights: .all, limits: ContentLimits(locationPrecision: .town))
        for (visibility, name, other) in [(exact, "Near", "Rounded"), (rough, "Rounded", "Near")] {
            #expect(try await fixture.list(visibility) { $0.search = SearchWords(name) } == [id])
            #expect(try await fixture.list(visibility) { $0.search = SearchWords(other) } == [])
            let row = try await fixture.library.rows(
                try await fixture.library.fetch(AssetQuery(), visibleTo: visibility), properties: [.place],
                visibleTo: visibility)
            #expect(row?.first?.values[.place] == .text(name))
        }
        // Both are answered again from what was cached.
        #expect(try await fixture.list(exact) { $0.search = SearchWords("near") } == [id])
        #expect(try await fixture.list(rough) { $0.search = SearchWords("near") } == [])
    }

    @Test("takes every text as words, whatever it means to the index", arguments: 0..<8)
    func hostile(_ seed: UInt64) async throws {
        let fixture = try await Fixture()
        let id = try await fixture.add()
        try await fixture.set(id) { $0.title = "sea" }
        try await fixture.set(try await fixture.add()) { $0.title = "lake" }
        var chance = Chance(seed: seed)
        let parts = [
            "\"", "'", "*", "(", ")", "{", "}", ":", "^", "+", "-", "AND", "OR", "NOT", "NEAR", "NEAR(", "title:",
            "sea",
            "rowid", ";", "--", "\"\u{301}", "/*", "\\", "%", "\u{1}", "é", "日本", "🚢", "\u{301}", ",", "rank",
            "{title}",
        ]
        for _ in 0..<200 {
            let text = (0...chance.below(6)).map { _ in chance.one(of: parts) + (chance.below(2) == 0 ? " " : "") }
                .joined()
            let found = try await fixture.search("sea " + text)
            #expect(Set(found).isSubset(of: [id]), "\(text)")
        }
        for text in [
            "sea OR lake", "lake NOT lake", "title : lake OR sea", "NEAR(lake sea)", "lake\" OR \"sea",
            "lake\"\u{301} OR sea",
        ] {
            #expect(try await fixture.search(text) == [], "\(text)")
        }
        #expect(try await fixture.search("s*") == [id], "the sign means nothing")
    }

    @Test("combines with conditions, albums, identifiers, orders and limits")
    func combined() async throws {
        let fixture = try await Fixture()
        var ids: [AssetID] = []
        for number in 0..<6 {
            ids.append(try await fixture.add(seconds: Int64(number), hidden: number == 5))
            try await fixture.set(ids[number]) { properties in
                properties.title = number % 2 == 0 ? "even" : "odd"
                properties.rating = Int32(number % 3)
            }
        }
        func list(_ change: @Sendable (inout AssetQuery) -> Void) async throws -> [Int?] {
            try await fixture.list(.everything) { query in
                query.search = SearchWords("even")
                change(&query)
            }.map { ids.firstIndex(of: $0) }
        }
        #expect(try await list { _ in } == [4, 2, 0])
        #expect(try await list { $0.limit = 2 } == [4, 2])
        #expect(try await list { $0.sort = [.init(by: .creationDate, ascending: true)] } == [0, 2, 4])
        #expect(try await list { $0.sort = [.init(by: .rating, ascending: false)] } == [2, 4, 0])
        #expect(try await list { $0.predicate = .compares(.rating, .greater, .integer(0)) } == [4, 2])
        let named = [ids[2], ids[1], ids[0]]
        #expect(try await list { $0.identifiers = named } == [2, 0])
        #expect(try await list { $0.search = SearchWords("odd") } == [3, 1])
        #expect(try await list { ($0.search, $0.includesHidden) = (SearchWords("odd"), true) } == [5, 3, 1])
        let album = AlbumID.random()
        _ = try await fixture.apply([.createAlbum(album, title: "even"), .addAssets(Array(ids[0..<4]), to: album)])
        #expect(try await list { $0.album = album } == [0, 2])
    }

    @Test("follows each change of a text, and is part of what is verified", .long)
    func kept() async throws {
        let fixture = try await Fixture()
        let (id, other) = (try await fixture.add(), try await fixture.add())
        try await fixture.set(id) { $0.title = "first" }
        #expect(try await fixture.search("first") == [id])
        try await fixture.set(id) { ($0.title, $0.keywords) = ("second", ["third"]) }
        #expect(try await fixture.search("first") == [])
        #expect(try await fixture.search("second third") == [id])
        try await fixture.set(id) { ($0.title, $0.keywords) = ("", []) }
        #expect(try await fixture.search("second") == [])
        try await fixture.set(other) { $0.title = "gone" }
        _ = try await fixture.apply([.deleteAssets([other])])
        #expect(try await fixture.search("gone") == [])
        _ = try await fixture.apply([.purgeAssets([other])])
        #expect(try await fixture.problems().isEmpty)

        let database = try Database(
            path: fixture.path + "/library.sqlite3", access: .readWrite, named: "tampering", functions: [])
        try await database.write {
            try $0.script("DROP TRIGGER search_changed; UPDATE asset SET title = 'tampered'")
        }
        await database.close()
        #expect(try await fixture.problems().map(\.kind) == [.derived])
    }

    @Test("gives the same in both ways to find many matches", arguments: [0, 3, 40] as [UInt32])
    func plans(_ limit: UInt32) async throws {
        let fixture = try await Fixture(in: "/dev/shm")
        for number in 0..<60 {
            let id = try await fixture.add(seconds: Int64(number / 2), hidden: number % 7 == 0)
            if number % 3 > 0 { try await fixture.set(id) { $0.title = "many" } }
        }
        var query = AssetQuery()
        (query.search, query.limit) = (SearchWords("many"), limit)
        for ascending in [nil, true, false] {
            query.sort = ascending.map { [.init(by: .creationDate, ascending: $0)] } ?? []
            let asked = query
            let (first, second) = try await fixture.library.database.read { database in
                func rows(_ plan: SearchPlan) throws -> [Int64] {
                    try database.all(
                        asked.statement(in: .everything, visibleTo: .everything, searching: plan)
                    ) { $0.integer(0) }
                }
                return (try rows(.matches), try rows(.order))
            }
            #expect(first == second && first.count == (limit == 0 ? 34 : min(34, Int(limit))))
        }
    }

    @Test("finds the same in memory as in the database", .long)
    func listed() async throws {
        let fixture = try await Fixture(in: "/dev/shm")
        for number in 0..<400 {
            let id = try await fixture.add(seconds: Int64(number / 2), hidden: number % 7 == 0)
            let title = [number % 3 > 0 ? "many" : "", number % 50 == 1 ? "few" : "", number < 200 ? "old" : ""]
            try await fixture.set(id) { $0.title = title.joined(separator: " ") }
            if number % 11 == 0 { _ = try await fixture.apply([.deleteAssets([id])]) }
        }
        for (text, limit) in ["many", "man", "few", "fe", "old", "ma ol", "fe man", "none", "no"].flatMap({ text in
            [0, 1, 3, 1000].map { (text, $0) }
        }) {
            guard let words = SearchWords(text) else { continue }
            var query = AssetQuery()
            (query.search, query.limit) = (words, UInt32(limit))
            let asked = query
            try await fixture.library.database.read { database in
                let expected = try database.all(asked.statement(in: .everything, visibleTo: .everything)) {
                    $0.integer(0)
                }
                let listing = try DefaultAssetList(in: database)
                // With these numbers of matches, the newest are looked up first, or not.
                for many in [100, 300, 50_000] {
                    let keys = try listing.keys(
                        matching: words, limit: limit, visibleTo: .everything, many: many, in: database)
                    #expect(keys.map { Array($0).map(\.rawValue) } == expected, "\(text), \(limit), \(many)")
                }
            }
        }
    }
}

extension Fixture {
    func search(_ text: String) async throws -> [AssetID] {
        try await list(.everything) { $0.search = SearchWords(text) }
    }

    func set(_ id: AssetID, _ change: (inout AssetChanges) -> Void) async throws {
        var properties = AssetChanges()
        change(&properties)
        _ = try await apply([.setProperties(id, properties)])
    }
}
