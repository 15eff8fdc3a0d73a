import FilmgateTestKit
import FilmgateTestWorlds
import Testing

/// The orders that PhotoKit documents for its change requests of collections.
@Suite("The order of an album on the bus", .inProcess)
struct AlbumPositionEditorTests {
    @Test("follows each change of a batch in turn, with each index counted after the changes before it")
    func orders() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let photos = try await owner.add(TestPhoto.several(8))
            let names = Dictionary(uniqueKeysWithValues: zip(photos, "abcdefgh".map(String.init)))
            func ids(_ letters: String) -> BusArgument {
                .texts(letters.map { photos[Int($0.asciiValue! - Character("a").asciiValue!)] })
            }
            let album = try await owner.perform([
                ("create-album", ["title": "Order", "placeholder": "@a"]),
                ("add-assets", ["album": "@a", "ids": ids("abcd")]),
            ])[0]
            func change(_ kind: String, _ letters: String, _ index: UInt32? = nil) -> (String, [String: BusArgument]) {
                var keys: [String: BusArgument] = ["album": .text(album), "ids": ids(letters)]
                if let index { keys["index"] = .uint32(index) }
                return (kind, keys)
            }
            func order() async throws -> String {
                try await owner.assets([
                    "album": .variant("s", .text(album)), "include-hidden": true,
                ]).compactMap { names[$0] }.joined()
            }
            for (changes, expected) in [
                // What is inserted gets the index, and what was there comes after it.
                ([change("insert-assets", "ef", 1)], "aefbcd"),
                ([change("insert-assets", "gh", 6)], "aefbcdgh"),
                // Assets that are already there keep their place; the rest is inserted.
                ([change("remove-assets", "gh"), change("insert-assets", "agdgh", 0)], "ghaefbcd"),
                // Moving takes out first: the index counts the remaining assets.
                ([change("move-assets", "gh", 6)], "aefbcdgh"),
                ([change("move-assets", "ab", 2)], "efabcdgh"),
                ([change("move-assets", "hgf", 0)], "hgfeabcd"),
                ([change("move-assets", "h", 7)], "gfeabcdh"),
                // In the order in which they are named, not in their earlier order.
                ([change("move-assets", "dcba", 3)], "gfedcbah"),
                // One after the other: removed, then inserted, then moved, in the order of change details.
                (
                    [
                        change("remove-assets", "gh"), change("insert-assets", "g", 0), change("move-assets", "a", 0),
                        change("add-assets", "h"),
                    ], "agfedcbh"
                ),
                ([change("remove-assets", "abcdefgh"), change("insert-assets", "cab", 0)], "cab"),
                ([change("move-assets", "h", 3), change("remove-assets", "h")], "cab"),
            ] {
                try await owner.perform(changes)
                #expect(try await order() == expected, "\(changes.map(\.0))")
            }
            // Hidden assets have an index. Trashed ones have none, and return to their place.
            try await owner.perform([
                change("add-assets", "defgh"),
                ("set-properties", ["id": .text(photos[0]), "properties": .options(["hidden": true])]),
                ("delete-assets", ["ids": ids("b")]), change("insert-assets", "b", 0), change("move-assets", "h", 2),
            ])
            #expect(try await order() == "cahdefg")
            try await owner.perform([("restore-assets", ["ids": ids("b")])])
            #expect(try await order() == "cabhdefg")
            for (kind, letters, index) in [("insert-assets", "a", 9), ("move-assets", "a", 8)]
                as [(String, String, UInt32)]
            {
                let error = try await refusal { try await owner.perform([change(kind, letters, index)]) }
                #expect(error.kind == "InvalidArgument", "\(error)")
            }
            #expect(try await order() == "cabhdefg")
            #expect(try await owner.verify().findings == [])
        }
    }
}
