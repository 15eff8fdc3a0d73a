import FilmgateTestKit
import FilmgateTestWorlds
import Foundation
import Testing

@Suite("Smart albums in the tool", .inProcess)
struct RuledAlbumCommandTests {
    @Test("are created with a rule, listed with it, get a new one, and are renamed and deleted")
    func life() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let photos = try await owner.add(TestPhoto.several(3))
            try await owner.set(["favorite": true], of: photos[0])
            let made = try await world.ctl("albums", "create", "Best", "--rule", "favorite")
            #expect(made.code == 0, "\(made.errors)")
            let album = made.output.trimmingCharacters(in: .newlines)
            let row = try await world.ctl("albums", "show", "Best", "--json").object()
            #expect(row["id"] as? String == album && row["subtype"] as? String == "custom")
            #expect(row["where"] as? String == "favorite" && row["count"] as? Int == 1)
            let table = try await world.ctl("albums", "list")
            #expect(table.lines[0].hasSuffix("RULE"))
            #expect(table.lines.contains { $0.hasPrefix(album) && $0.contains(" smart ") && $0.hasSuffix("favorite") })
            #expect(try await world.ctl("albums", "show", "Best").lines.contains("where    favorite"))

            let changed = try await world.ctl("albums", "rule", "Best", "not favorite")
            #expect(changed.code == 0, "\(changed.errors)")
            #expect(changed.output.contains("has 2 photos and videos now"), "\(changed)")
            let listed = try await world.ctl("assets", "list", "--album", "Best", "--ids")
            #expect(Set(listed.lines) == Set(photos[1...]))
            #expect(try await world.ctl("albums", "rename", "Best", "Rest").code == 0)
            #expect(try await world.ctl("albums", "delete", "Rest").code == 0)
            #expect(try await owner.assets().count == 3)
        }
    }

    @Test("refuse photos, and errors in a rule have their place")
    func errors() async throws {
        try await withWorld { world in
            let photo = try await world.owner.add(TestPhoto.small())
            #expect(try await world.ctl("albums", "create", "Best", "--rule", "favorite").code == 0)
            #expect(try await world.ctl("albums", "create", "Plain").code == 0)
            let filled = try await world.ctl("albums", "add", "Best", photo)
            #expect(filled.code != 0 && filled.errors.contains("its rule decides which photos are in it"), "\(filled)")
            let plain = try await world.ctl("albums", "rule", "Plain", "favorite")
            #expect(plain.code != 0 && plain.errors.contains("not a smart album"), "\(plain)")
            for arguments in [["rule", "Best", "rating > > 4"], ["create", "New", "--rule", "rating > > 4"]] {
                let wrong = try await world.ctl(["albums"] + arguments)
                #expect(wrong.code == 64 && wrong.errors.contains("column 10"), "\(wrong)")
            }
            let both = try await world.ctl("albums", "create", "New", photo, "--rule", "favorite")
            #expect(both.code == 64 && both.errors.contains("Name no photos"), "\(both)")
            #expect(try await world.ctl("albums", "create", "New", "--rule", " ").code == 64)
        }
    }

    @Test("the top level is put into an order")
    func top() async throws {
        try await withWorld { world in
            for title in ["a", "b", "c"] { #expect(try await world.ctl("albums", "create", title).code == 0) }
            #expect(try await world.ctl("folders", "create", "Travel").code == 0)
            #expect(try await world.ctl("albums", "create", "inner", "--folder", "Travel").code == 0)
            let moved = try await world.ctl("folders", "move", "", "c", "b")
            #expect(moved.code == 0, "\(moved)")
            let rows = try await world.owner.collections("album", ["folder": ""], reading: ["title"])
            #expect(rows.compactMap { $0["title"]?.text } == ["c", "b", "a"])
            let inner = try await world.ctl("folders", "move", "", "inner")
            #expect(inner.code != 0 && inner.errors.contains("is in a folder"), "\(inner)")
        }
    }
}
