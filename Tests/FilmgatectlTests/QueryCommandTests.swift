import FilmgateTestKit
import FilmgateTestWorlds
import Foundation
import Testing

@Suite("Conditions in the tool", .inProcess)
struct QueryCommandTests {
    @Test("assets are listed, edited and deleted by a condition, and sorted by any property")
    func conditions() async throws {
        try await withWorld { world in
            let photos = try await world.owner.add(TestPhoto.several(5))
            for (index, id) in photos.enumerated() {
                let edit = try await world.ctl(
                    "assets", "edit", id, "--rating", "\(index)", "--title", "Photo \(index)")
                #expect(edit.code == 0, "\(edit.errors)")
            }
            func listed(_ condition: String, _ more: String...) async throws -> [String] {
                let run = try await world.ctl(
                    ["assets", "list", "--json", "--columns", "id", "--where", condition] + more)
                #expect(run.code == 0, "\(condition): \(run.errors)")
                return try run.objects().compactMap { $0["id"] as? String }
            }
            #expect(try await Set(listed("rating >= 3")) == Set(photos[3...]))
            #expect(
                try await listed("rating between 1 and 3", "--sort", "-rating") == [photos[3], photos[2], photos[1]])
            #expect(
                try await listed("title like 'photo _' and rating in (0, 4)", "--sort", "title") == [
                    photos[0], photos[4],
                ])
            #expect(try await listed("rating = 9").isEmpty)
            #expect(try await listed("rating > 0", "--sort", "rating", "-n", "1") == [photos[1]])

            let edited = try await world.ctl(
                "assets", "edit", "--where", "rating >= 3", "--keywords", "best,sea", "--favorite", "yes", "--hidden",
                "no")
            #expect(edited.code == 0, "\(edited.errors)")
            #expect(try await Set(listed("keywords contains 'sea' and favorite = true")) == Set(photos[3...]))
            #expect(try await world.ctl("albums", "create", "Best", "--where", "favorite = true").code == 0)
            #expect(try await world.ctl("assets", "list", "--album", "Best", "--count").output == "2\n")
            #expect(
                try await world.ctl("assets", "list", "--album", "Best", "--where", "rating = 4", "--count").output
                    == "1\n")
            let count = try await world.ctl("assets", "list", "--no-album", "--count")
            #expect(count.output == "\(photos.count - 2)\n", "\(count)")
            #expect(try await world.ctl("assets", "list", "--no-album", "--album", "Best").code == 64)
            let wrong = try await world.ctl("assets", "list", "--no-album", "--where", "title = 3")
            #expect(wrong.errors.contains("column 9:"), "\(wrong.errors)")
            #expect(try await world.ctl("search", "no", "album", "--json").objects().count == photos.count - 2)
            #expect(try await world.ctl("assets", "delete", "--yes", "--where", "rating < 2").code == 0)
            #expect(try await world.ctl("assets", "list", "--count").output == "3\n")
            #expect(try await world.ctl("assets", "list", "--album", "all", "--count").output == "3\n")
        }
    }

    @Test("a search shows the columns that are named, and all photos of a burst if it is told to")
    func search() async throws {
        try await withWorld { world in
            let folder = try PhotoFolder("card", in: world)
            for number in 0..<3 {
                let photo = try TestPhoto.ofBurst("0123456789ab", isPicked: number == 1, "\(number)")
                try folder.write(photo.bytes, to: "sea_\(number).jpg")
            }
            #expect(try await world.ctl("import", "-q", folder.path).code == 0)
            let one = try await world.ctl("search", "sea", "--columns", "filename,rating", "--no-header")
            #expect(one.code == 0 && one.lines.count == 1 && one.output.contains("sea_1.jpg"), "\(one)")
            let all = try await world.ctl(
                "search", "sea", "--columns", "filename", "--include-burst-members", "--json")
            let rows = try all.objects()
            #expect(Set(rows.compactMap { $0["filename"] as? String }) == ["sea_0.jpg", "sea_1.jpg", "sea_2.jpg"])
            #expect(rows.allSatisfy { $0["media-type"] == nil }, "\(rows)")
            let pick = try await world.ctl("assets", "burst-pick", "sea_2.jpg")
            #expect(pick.code == 0 && pick.output == "The photo stands for its burst now.\n", "\(pick)")
            let picked = try await world.ctl("search", "sea", "--columns", "filename", "--no-header")
            #expect(picked.output == "sea_2.jpg\n", "\(picked)")
            #expect(try await world.ctl("undo").code == 0)
            let before = try await world.ctl("search", "sea", "--columns", "filename", "--no-header")
            #expect(before.output == "sea_1.jpg\n", "\(before)")
            #expect(try await world.ctl("search", "sea", "--columns", "filenam").errors.contains("'filename'"))
        }
    }

    @Test("every command marks a mistake in a condition")
    func mistakes() async throws {
        try await withWorld { world in
            try await world.owner.add(TestPhoto.small())
            let condition = "rating > 3 and favorit = true"
            for words in [
                ["assets", "list"], ["assets", "edit", "--rating", "1"], ["assets", "delete"],
                ["albums", "create", "A"],
                ["export", "\(world.folder)/out"],
            ] {
                let run = try await world.ctl(words + ["--where", condition])
                #expect(run.code == 64, "\(words): \(run.errors)")
                let lines = run.errors.split(separator: "\n").map(String.init)
                #expect(lines.first?.contains("column 16") == true && lines.first?.contains("favorite") == true)
                #expect(lines.dropFirst().prefix(2) == ["  \(condition)", "                 ^"], "\(run.errors)")
            }
            #expect(try await world.ctl("albums", "list", "--type", "album", "--json").objects().isEmpty)
            #expect(!FileManager.default.fileExists(atPath: "\(world.folder)/out"))
        }
    }

    @Test("common mistakes are understood, or the error says what to write")
    func atTheTerminal() async throws {
        try await withWorld { world in
            let photos = try await world.owner.add(TestPhoto.several(3))
            let edit = try await world.ctl("assets", "edit", photos[0], "--rating", "2", "--keywords", "sea, sun,sea,")
            #expect(edit.code == 0, "\(edit)")
            #expect(try await world.owner.properties(of: photos[0], "keywords")["keywords"]?.texts == ["sea", "sun"])
            let sorted = try await world.ctl(
                "assets", "list", "--json", "--sort", "-rating, filename", "--columns", "id, rating", "-n", "0")
            #expect(sorted.code == 0, "\(sorted)")
            let rows = try sorted.objects()
            #expect(rows.count == 3 && rows.first?["id"] as? String == photos[0])
            let placeholder = try await world.ctl("assets", "list", "--where", "rating > ?")
            #expect(placeholder.code == 64 && placeholder.errors.contains("cannot have a '?'"), "\(placeholder)")
            #expect(placeholder.errors.contains("Write the value in its place"))
            let text = try await world.ctl("assets", "list", "--where", "title = Wonderful")
            #expect(text.code == 64 && text.errors.contains("Write texts in single quotes"), "\(text)")
            let many = try await world.ctl("assets", "list", "-n", "99999999999")
            #expect(many.code == 64 && many.errors.contains("a number from 0 to 4294967295"), "\(many)")
        }
    }

    @Test("identifiers or a condition are needed, but not both")
    func both() async throws {
        try await withWorld { world in
            let id = try await world.owner.add(TestPhoto.small())
            let both = try await world.ctl("assets", "delete", id, "--where", "rating = 0")
            #expect(
                both.code == 64
                    && both.errors.contains("Name assets, or give a condition with --where."))
            #expect(try await world.ctl("assets", "delete").code == 64)
            let none = try await world.ctl("assets", "delete", "--where", "rating = 5")
            #expect(none.code == 66 && none.errors.contains("Nothing matches the condition."))
            #expect(try await world.ctl("assets", "list", "--count").output == "1\n")
        }
    }
}
