import FilmgateTestKit
import FilmgateTestWorlds
import Foundation
import Testing

@Suite("Albums and folders in the tool", .inProcess)
struct AlbumCommandTests {
    @Test("an album is created in a folder, filled, reordered, renamed, listed and deleted")
    func life() async throws {
        try await withWorld { world in
            let photos = try await world.owner.add(TestPhoto.several(4))
            #expect(try await world.ctl("folders", "create", "Travel").code == 0)
            let made = try await world.ctl("albums", "create", "Summer", photos[0], photos[1], "--folder", "Travel")
            #expect(made.code == 0, "\(made.errors)")
            let album = made.output.trimmingCharacters(in: .newlines)
            #expect(try await world.ctl("albums", "add", "Summer", photos[2]).code == 0)
            #expect(try await world.ctl("albums", "add", "Travel/Summer", photos[3], "--position", "1").code == 0)
            #expect(try await members(of: "Summer", world) == [photos[3], photos[0], photos[1], photos[2]])
            #expect(try await world.ctl("albums", "move", album, photos[2], photos[1], "--position", "1").code == 0)
            #expect(try await members(of: "Summer", world) == [photos[2], photos[1], photos[3], photos[0]])
            #expect(try await world.ctl("albums", "remove", "Summer", photos[0]).code == 0)
            #expect(try await world.ctl("albums", "rename", "Summer", "Summer 2024").code == 0)

            let rows = try await world.ctl("albums", "list", "--json", "--type", "album").objects()
            #expect(rows.count == 1 && rows.first?["id"] as? String == album)
            #expect(rows.first?["path"] as? [String] == ["Travel", "Summer 2024"])
            #expect(rows.first?["count"] as? Int == 3)
            let table = try await world.ctl("albums", "list")
            #expect(table.lines[0].split(separator: " ") == ["ID", "TYPE", "COUNT", "DATES", "TITLE"])
            #expect(table.lines.contains { $0.hasPrefix(album) && $0.hasSuffix("2024-05-01  Travel/Summer 2024") })
            #expect(table.lines.contains { $0.contains(" smart ") && $0.hasSuffix("Favorites") })
            #expect(table.lines.contains { $0.contains(" folder ") && $0.hasSuffix("Travel/") })
            let top = try await world.ctl("albums", "list", "", "--json").objects()
            #expect(top.compactMap { $0["title"] as? String } == ["Travel"], "neither what is in it nor smart albums")
            let shown = try await world.ctl("albums", "show", "Travel/Summer 2024")
            #expect(shown.lines.contains("folder  Travel") && shown.lines.contains("count   3"))
            #expect(
                try await world.ctl("albums", "show", "favorites", "--json").object()["subtype"] as? String
                    == "favorites")

            #expect(try await world.ctl("albums", "delete", "Summer 2024").code == 0)
            #expect(try await world.ctl("albums", "list", "--json", "--type", "album").objects().isEmpty)
            #expect(try await world.owner.assets().count == 4)
        }
    }

    @Test("a second album or folder with a title is created with a warning")
    func namesakes() async throws {
        try await withWorld { world in
            for (noun, phrase) in [("albums", "already an album 'Summer'"), ("folders", "already a folder 'Summer'")] {
                #expect(try await world.ctl(noun, "create", "Summer").errors.isEmpty)
                let second = try await world.ctl(noun, "create", "Summer")
                #expect(second.code == 0 && second.errors.contains(phrase), "\(second)")
            }
        }
    }

    @Test("albums and folders are moved into folders and out of them, and up when the folder is deleted")
    func folders() async throws {
        try await withWorld { world in
            for words in [
                ["folders", "create", "Travel"], ["folders", "create", "2024", "--folder", "Travel"],
                ["albums", "create", "Summer"], ["albums", "create", "Winter"],
                ["folders", "add", "2024", "Summer", "Winter"], ["folders", "rename", "2024", "Last year"],
            ] {
                let run = try await world.ctl(words)
                #expect(run.code == 0, "\(words): \(run.errors)")
            }
            func paths(_ arguments: String...) async throws -> [String] {
                try await world.ctl(["albums", "list", "--json"] + arguments).objects()
                    .filter { $0["type"] as? String != "smart" }
                    .compactMap { ($0["path"] as? [String])?.joined(separator: "/") }
            }
            #expect(
                try await paths()
                    == ["Travel", "Travel/Last year", "Travel/Last year/Summer", "Travel/Last year/Winter"])
            #expect(try await paths("Travel/Last year") == ["Travel/Last year/Summer", "Travel/Last year/Winter"])
            #expect(try await paths("--type", "folder") == ["Travel", "Travel/Last year"])
            #expect(try await world.ctl("folders", "remove", "Last year", "Winter").code == 0)
            #expect(try await world.ctl("folders", "delete", "Last year").code == 0)
            #expect(try await paths() == ["Travel", "Travel/Summer", "Winter"])
            let circle = try await world.ctl("folders", "add", "Travel", "Travel")
            #expect(circle.code == 64, "\(circle.errors)")
        }
    }

    @Test("several batches of photos keep their order, at the end and at a position")
    func many() async throws {
        try await withWorld { world in
            let folder = try PhotoFolder("card", in: world)
            try folder.add(520)
            #expect(try await world.ctl("import", "-q", folder.path).code == 0)
            let all = try await world.ctl("assets", "list", "--json", "--columns", "id", "--sort", "filename").objects()
                .compactMap { $0["id"] as? String }
            let some = ["--where", "filename != 'photo-0007.jpg'"]
            #expect(try await world.ctl(["albums", "create", "All"] + some).code == 0)
            #expect(try await members(of: "All", world).count == 519)
            #expect(try await world.ctl("albums", "create", "Ordered", all[6]).code == 0)
            let rest = Array(all[..<6] + all[7...])
            let added = try await world.ctl(["albums", "add", "Ordered", "--position", "1"] + rest)
            #expect(added.code == 0, "\(added.errors)")
            #expect(try await members(of: "Ordered", world) == rest + [all[6]])
        }
    }

    @Test("an error says what to do if a name matches nothing, several objects or the wrong kind")
    func names() async throws {
        try await withWorld { world in
            for _ in 1...2 { _ = try await world.ctl("albums", "create", "Twin") }
            let twin = try await world.ctl("albums", "rename", "Twin", "Other")
            #expect(twin.code == 64 && twin.errors.contains("2 albums have the name 'Twin': "), "\(twin.errors)")
            let nobody = try await world.ctl("albums", "show", "Nobody")
            #expect(nobody.code == 66 && nobody.errors.contains("There is no album with the name 'Nobody'."))
            #expect(nobody.errors.contains("'filmgatectl albums list' lists the albums and folders."))
            let smart = try await world.ctl("albums", "delete", "favorites")
            #expect(
                smart.code == 64
                    && smart.errors.contains("'favorites' is an automatic album of the library."))
            let unknown = try await world.ctl("albums", "show", "00000000-0000-4000-8000-000000000000")
            #expect(unknown.code == 66, "\(unknown.errors)")
            let empty = try await world.ctl("albums", "create", "")
            #expect(empty.code == 64 && empty.errors.contains("A title cannot be empty."))
        }
    }

    @Test("an error names the end for a position beyond it, and photos outside the album are not moved")
    func positions() async throws {
        try await withWorld { world in
            let photos = try await world.owner.add(TestPhoto.several(4))
            #expect(try await world.ctl(["albums", "create", "Summer"] + photos[..<3]).code == 0)
            let add = try await world.ctl("albums", "add", "Summer", photos[3], "--position", "5")
            #expect(add.code == 64, "\(add)")
            #expect(
                add.errors.contains(
                    "'--position 5' is beyond the end. The album 'Summer' has 3 photos and videos; its end is position 4."
                ))
            let move = try await world.ctl("albums", "move", "Summer", photos[0], "--position", "4")
            #expect(move.code == 64 && move.errors.contains("its end is position 3."), "\(move)")
            let stranger = try await world.ctl("albums", "move", "Summer", photos[3], "--position", "1")
            #expect(stranger.code == 66 && stranger.errors.contains("\(photos[3]) is not in the album 'Summer'."))
            let end = try await world.ctl("albums", "move", "Summer", photos[0])
            #expect(end.output == "Moved 1 asset to the end of the album 'Summer'.\n", "\(end)")
            #expect(try await members(of: "Summer", world) == [photos[1], photos[2], photos[0]])
        }
    }

    @Test("a change reports what it did, and what needed no change")
    func reported() async throws {
        try await withWorld { world in
            let photos = try await world.owner.add(TestPhoto.several(3))
            #expect(try await world.ctl("albums", "create", "Summer", photos[0]).code == 0)
            #expect(try await world.ctl("folders", "create", "Travel").code == 0)
            for (words, sentence) in [
                (
                    ["albums", "add", "Summer", photos[0], photos[1]],
                    "Added 1 asset to the album 'Summer'; 1 was already in it."
                ),
                (
                    ["albums", "remove", "summer", photos[1], photos[2]],
                    "Removed 1 asset from the album 'Summer'; 1 was not in it."
                ),
                (["albums", "rename", "Summer", "Winter"], "Renamed the album 'Summer' to 'Winter'."),
                (["folders", "add", "Travel", "Winter"], "Moved 'Winter' to the folder 'Travel'."),
                (["folders", "rename", "Travel", "Journeys"], "Renamed the folder 'Travel' to 'Journeys'."),
                (["folders", "remove", "Journeys", "Winter"], "Moved 'Journeys/Winter' to the top."),
                (
                    ["folders", "delete", "Journeys"],
                    "Deleted the folder 'Journeys'. The albums and folders in it moved up."
                ),
                (["albums", "delete", "wiNter"], "Deleted the album 'Winter'. The photos stay in the library."),
                (["assets", "edit", photos[0], "--rating", "3"], "Changed 1 asset."),
            ] {
                let run = try await world.ctl(words)
                #expect(run.output == sentence + "\n", "\(words): \(run)")
            }
            let long = try await world.ctl("assets", "edit", photos[0], "--title", String(repeating: "x", count: 2000))
            #expect(long.code == 64 && long.errors.contains("'--title' is longer than"), "\(long)")
        }
    }

    @Test("an album with the name of a smart album does not hide it, and errors name the wrong kind")
    func words() async throws {
        try await withWorld { world in
            try await world.owner.perform(("create-album", ["title": "videos"]))
            let both = try await world.ctl("assets", "list", "--album", "videos")
            #expect(both.code == 64 && both.errors.contains("2 albums have the name 'videos': "), "\(both)")
            #expect(both.errors.contains("Use the identifier") && both.errors.contains("'Videos'"), "\(both)")
            #expect(try await world.ctl("assets", "list", "--album", "Videos", "--count").output == "0\n")
            let list = try await world.ctl("albums", "list", "videos")
            #expect(list.code == 64 && list.errors.contains("'videos' is an album, not a folder."), "\(list)")
            #expect(
                try await world.ctl("albums", "rename", "videos", "Clips").code == 0, "the smart one cannot be meant")
            for title in ["A/B", " ", "\t"] {
                for command in [["albums", "create"], ["folders", "create"], ["albums", "rename", "Clips"]] {
                    #expect(try await world.ctl(command + [title]).code == 64)
                }
            }
            #expect(try await world.ctl("folders", "create", "Travel").code == 0)
            let stranger = try await world.ctl("folders", "remove", "Travel", "Clips")
            #expect(stranger.code == 66 && stranger.errors.contains("'Clips' is not in the folder 'Travel'."))
        }
    }

    @Test("if a condition matches only hidden assets, the tool says so")
    func hidden() async throws {
        try await withWorld { world in
            let photos = try await world.owner.add(TestPhoto.several(2))
            #expect(try await world.ctl("assets", "edit", photos[0], "--hidden", "yes").code == 0)
            let list = try await world.ctl("assets", "list", "--where", "hidden")
            #expect(
                list.code == 0 && list.errors == "'--include-hidden' would find 1 hidden asset.\n", "\(list)")
            let edit = try await world.ctl("assets", "edit", "--where", "hidden", "--hidden", "no")
            #expect(edit.code == 66 && edit.errors.contains("'--include-hidden'"), "\(edit)")
            let really = try await world.ctl(
                "assets", "edit", "--where", "hidden", "--include-hidden", "--hidden", "no")
            #expect(really.output == "Changed 1 asset.\n", "\(really)")
            #expect(try await world.ctl("assets", "list", "--where", "rating = 5").errors == "Nothing was found.\n")
        }
    }

    @Test("moments are listed on request, and shown by identifier and title")
    func moments() async throws {
        try await withWorld { world in
            _ = try await world.owner.add(TestPhoto.several(2))
            let rows = try await world.ctl("albums", "list", "--type", "moment", "--json").objects()
            #expect(rows.count == 1 && rows.first?["count"] as? Int == 2 && rows.first?["type"] as? String == "moment")
            let id = try #require(rows.first?["id"] as? String)
            #expect(try await world.ctl("albums", "show", id, "--json").object()["count"] as? Int == 2)
            #expect(try await world.ctl("assets", "list", "--album", id, "--count").output == "2\n")
            let title = try #require(rows.first?["title"] as? String)
            #expect(try await world.ctl("assets", "list", "--album", title, "--count").output == "2\n")
            #expect(try await world.ctl("albums", "show", title, "--json").object()["id"] as? String == id)
        }
    }

    private func members(of album: String, _ world: World) async throws -> [String] {
        try await world.ctl("assets", "list", "--album", album, "--json", "--columns", "id").objects()
            .compactMap { $0["id"] as? String }
    }
}
