import FilmgateTestKit
import FilmgateTestWorlds
import Foundation
import Testing

@Suite("The trash in the tool", .inProcess)
struct TrashCommandTests {
    @Test("what was deleted is listed, comes back, and goes for good when that is said")
    func trash() async throws {
        try await withWorld { world in
            let photos = try await world.owner.add(TestPhoto.several(4))
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

    @Test(
        "if an asset is not in the trash, none is restored; identifiers, --all and --where cannot be combined")
    func notInTheTrash() async throws {
        try await withWorld { world in
            let photos = try await world.owner.add(TestPhoto.several(3))
            #expect(try await world.ctl("assets", "delete", photos[0]).code == 0)
            let wrong = try await world.ctl("trash", "restore", photos[0], photos[1])
            #expect(wrong.code == 66 && wrong.errors.contains("\(photos[1]) is not in the trash."), "\(wrong)")
            let unknown = try await world.ctl("trash", "restore", "00000000-0000-4000-8000-000000000000")
            #expect(unknown.code == 66 && unknown.output.isEmpty, "\(unknown)")
            let many = (0..<15).map { _ in
                (0..<3000).map { _ in UUID().uuidString.lowercased() }.joined(separator: ",")
            }
            let unknownMany = try await world.ctl(["trash", "restore"] + many)
            #expect(unknownMany.code == 66, "more than one call has room for: \(unknownMany.errors)")
            for words in [
                [photos[0], "--all"], [photos[0], "--where", "rating = 0"], ["--all", "--where", "favorite"],
            ] {
                let both = try await world.ctl(["trash", "restore"] + words)
                #expect(both.code == 64 && both.errors.contains(" cannot be combined."), "\(both)")
            }
            let none = try await world.ctl("trash", "restore", "--where", "rating = 5")
            #expect(
                none.code == 66 && none.errors.contains("Nothing in the trash matches the condition."))
            #expect(try await ids(world) == [photos[0]])
            #expect(try await world.ctl("trash", "restore", photos[0], photos[0]).output == "Restored 1 asset.\n")
            let empty = try await world.ctl("trash", "list")
            #expect(empty.code == 0 && empty.errors == "The trash is empty.\n", "\(empty)")
            #expect(try await !world.ctl("trash", "purge", "--help").output.contains("--all"))
        }
    }

    @Test("what goes to the trash is counted, and by a condition a person at a terminal is asked first", .asProcesses)
    func deleting() async throws {
        try await withWorld { world in
            let photos = try await world.owner.add(TestPhoto.several(4))
            #expect(try await world.ctl("assets", "delete", photos[0]).output == "Moved 1 asset to the trash.\n")
            let again = try await world.ctl("assets", "delete", photos[0], photos[1])
            #expect(again.output == "Moved 1 asset to the trash; 1 was already there.\n")
            let tool = BuiltProgram.path("filmgatectl")
            for (answer, left) in [("n", 2), ("y", 0)] {
                let command = "\(tool) assets delete --where 'rating = 0'; echo ended with $?; read _"
                let window = try await world.window(["sh", "-c", command])
                try await window.shows("Move 2 assets to the trash? [y/N]")
                try await window.type(answer)
                try await window.press("Enter")
                try await window.shows(left == 0 ? "ended with 0" : "ended with 130")
                #expect(try await world.owner.assets().count == left)
            }
            #expect(try await world.ctl("trash", "restore", "--all", "--json").object()["restored"] as? Int == 4)
            let unasked = try await world.ctl("assets", "delete", "--where", "rating = 0", "--json", "--yes")
            #expect(try unasked.object()["deleted"] as? Int == 4, "nobody sits there: \(unasked)")
        }
    }

    @Test("a person at a terminal is asked, and anything but yes leaves it", .asProcesses)
    func consent() async throws {
        try await withWorld { world in
            let id = try await world.owner.add(TestPhoto.small())
            #expect(try await world.ctl("assets", "delete", id).code == 0)
            let tool = BuiltProgram.path("filmgatectl")
            for (answer, left) in [("n", 1), ("", 1), ("y", 0)] {
                let window = try await world.window(["sh", "-c", "\(tool) trash empty; echo ended with $?; read _"])
                try await window.shows("Delete 1 photo or video permanently? [y/N]")
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
