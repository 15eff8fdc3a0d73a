import FilmgateTestKit
import FilmgateTestWorlds
import Testing

@Suite("Hidden photos", .inBothWorlds)
struct HiddenPhotoTests {
    @Test("change no cover, count, date, title, suggestion or search")
    func unseen() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let shown = try await CollectionTests.add(0, by: owner, ["keywords": .texts(["sea"])])
            let hidden: [String: BusArgument] = [
                "favorite": true, "keywords": .texts(["secret"]), "title": "Needle",
                "rating": .variant("i", .integer(5)),
                "location": .place(38.7223, -9.1393),
            ]
            var ids: [String] = []
            for hours in [-9_000, 9_000] as [Int64] {
                ids.append(try await CollectionTests.add(hours, by: owner, hidden))
            }
            let album = try await owner.perform(
                ("create-folder", ["title": "Folder", "placeholder": "@f"]),
                ("create-album", ["title": "Album", "parent": "@f", "placeholder": "@a"]),
                ("add-assets", ["album": "@a", "ids": .texts([shown] + ids)]))[1]
            func summary() async throws -> String {
                var lines: [String] = []
                let names = ["title", "count", "estimated-count", "start-date", "end-date", "cover"]
                for kind in ["album", "folder"] {
                    for row in try await owner.collections(kind, reading: ["subtype"] + names) {
                        let subtype: String = row["subtype"]?.text ?? ""
                        if subtype == "hidden" || subtype == "last-import" { continue }
                        for name in names { lines.append(name + String(describing: row[name])) }
                    }
                }
                let all: [String: BusArgument] = [:]
                let scopes: [[String: BusArgument]] = [all, CollectionTests.album(album)]
                for property in ["year", "subtype", "media-type", "rating", "favorite", "keyword", "camera", "place"] {
                    for scope in scopes {
                        let counts = try await owner.call(
                            "Library1", "CountBy", "sa{sv}", .text(property), .table(scope))
                        lines.append(property + String(describing: counts[0]))
                    }
                }
                lines.append("\(try await owner.assets(["search": "needle"]))")
                lines.append("\(try await owner.assets(CollectionTests.album(album)))")
                return lines.joined(separator: "\n")
            }
            let whole = try await summary()
            for id in ids { try await owner.set(["hidden": true], of: id) }
            let after = try await summary()
            #expect(after != whole && !after.contains(ids[0]) && !after.contains(ids[1]) && !after.contains("secret"))
            for id in ids { try await owner.delete(id) }
            try await owner.perform(("purge-assets", ["ids": .texts(ids)]))
            let without = try await summary()
            #expect(after == without)
        }
    }
}
