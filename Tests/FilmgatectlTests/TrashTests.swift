import FilmgateTestKit
import Foundation
import Testing

@Suite("The trash in the tool")
struct TrashTests {
    @Test("what was deleted is listed, comes back, and goes for good when that is said")
    func trash() async throws {
        try await withWorld { world in
            let photos = try await world.owner.add(Photo.several(4))
            #expect(try await world.ctl("albums", "create", "Summer", photos[0]).code == 0)
            #expect(try await world.ctl("assets", "delete", photos[0], photos[1], photos[2]).code == 0)
            #expect(try await Set(ids(world)) == Set(photos[..<3]))
            let table = try await world.ctl("trash", "list", "-n", "2")
            #expect(table.lines.count == 3 && table.lines[0].split(separator: " ").prefix(2) == ["ID", "TRASHED-DATE"])

            let restored = try await world.ctl("trash", "restore", photos[0])
            #expect(restored.code == 0 && restored.output == "Restored 1 asset.\n", "\(restored.errors)")
            #expect(try await world.ctl("assets", "list", "--album", "Summer", "--count").output == "1\n")

            let asked = try await world.ctl("trash", "purge", photos[1])
            #expect(asked.code == 64 && asked.errors.contains("--yes"), "nobody sits there to be asked")
            #expect(try await world.ctl("trash", "purge", photos[1], "--yes").output == "Purged 1 asset.\n")
            let wrong = try await world.ctl("trash", "purge", photos[3], "--yes")
            #expect(wrong.code != 0, "it is not in the trash")
            #expect(try await world.ctl("trash", "empty", "--yes", "--json").object()["purged"] as? Int == 1)
            #expect(try await ids(world).isEmpty)
            #expect(try await world.ctl("trash", "empty").output == "Purged 0 assets.\n", "nothing to ask about")
            #expect(try await Set(world.owner.assets()) == [photos[0], photos[3]])
            #expect(try await world.owner.verify().findings == [])
        }
    }

    @Test("a person at a terminal is asked, and anything but yes leaves it")
    func consent() async throws {
        try await withWorld { world in
            let id = try await world.owner.add(Photo.small())
            #expect(try await world.ctl("assets", "delete", id).code == 0)
            let tool = BuiltProgram.path("filmgatectl")
            for (answer, left) in [("n", 1), ("", 1), ("y", 0)] {
                let window = try await world.window(["sh", "-c", "\(tool) trash empty; echo ended with $?; read _"])
                try await window.shows("Take 1 photo or video away for good? [y/N]")
                if !answer.isEmpty { try await window.type(answer) }
                try await window.press("Enter")
                try await window.shows(left == 0 ? "ended with 0" : "ended with 130")
                #expect(try await ids(world).count == left)
            }
        }
    }

    private func ids(_ world: World) async throws -> [String] {
        try await world.ctl("trash", "list", "--json").objects().compactMap { $0["id"] as? String }
    }
}
