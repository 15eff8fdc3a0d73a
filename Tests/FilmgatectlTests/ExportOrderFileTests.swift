import FilmgateTestKit
import FilmgateTestWorlds
import Foundation
import Testing

@testable import FilmgateLibraryTools

/// The order of photos and albums in an export that has lost its manifest.
@Suite("An export without its manifest", .inProcess)
struct ExportOrderFileTests {
    private static let names = ["c.jpg", "a.jpg", "d.jpg", "b.jpg"]

    /// Photos, and albums in a folder, in orders of their own.
    private static func fill(_ owner: TestClient) async throws -> [String] {
        var ids: [String] = []
        for (index, name) in names.enumerated() {
            ids.append(
                try await owner.add(
                    .memory(TestPhoto.small(name).bytes), filename: name,
                    properties: [
                        "favorite": .flag(index == 0), "hidden": .flag(index == 1),
                        "rating": .variant("i", .integer(Int64(index))),
                        "title": .text(name),
                    ]))
        }
        try await owner.perform(
            ("create-folder", ["title": "Travel", "placeholder": "@travel"]),
            ("create-album", ["title": "Autumn", "parent": "@travel", "placeholder": "@autumn"]),
            ("create-album", ["title": "Spring", "parent": "@travel", "placeholder": "@spring"]),
            ("create-album", ["title": "Sorted", "parent": "@travel", "placeholder": "@sorted"]),
            ("add-assets", ["album": "@autumn", "ids": .texts([ids[0], ids[1], ids[2], ids[3]])]),
            ("add-assets", ["album": "@spring", "ids": .texts([ids[3], ids[0]])]),
            ("add-assets", ["album": "@sorted", "ids": .texts([ids[1], ids[3]])]),
            ("move-children", ["folder": "@travel", "ids": .texts(["@spring"]), "index": .uint32(0)]))
        return ids
    }

    /// The file names in an album, in its order.
    private static func files(in title: String, _ owner: TestClient) async throws -> [String?] {
        let album = try #require(try await owner.albums().first { $0["title"]?.text == title }?["id"]?.text)
        var found: [String?] = []
        for id in try await owner.assets(["album": .text(album), "include-hidden": true]) {
            found.append(try await owner.properties(of: id, "filename")["filename"]?.text)
        }
        return found
    }

    private static func titles(_ owner: TestClient) async throws -> [String?] {
        let folder = try #require(try await owner.collections("folder", ["type": "folder"]).first?["id"]?.text)
        return try await owner.collections("album", ["folder": .text(folder)]).map { $0["title"]?.text }
    }

    @Test(
        "keeps hidden photos, favorites, ratings, and the order of photos and albums",
        arguments: [[], ["--embed"], ["--copies"]])
    func kept(_ options: [String]) async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let ids = try await Self.fill(owner)
            let out = "\(world.folder)/out"
            #expect(try await world.ctl(["export", "-q", out] + options).code == 0)
            let manager = FileManager.default
            let file = "Travel/Autumn/\(ExportOrderFile.filename)"
            #expect(
                manager.fileExists(atPath: "\(out)/\(file)")
                    && manager.fileExists(atPath: "\(out)/Travel/\(ExportOrderFile.filename)"))
            #expect(
                !manager.fileExists(atPath: "\(out)/Travel/Sorted/\(ExportOrderFile.filename)"),
                "the order of its names")
            let wanted = try await Self.titles(owner)
            #expect(wanted == ["Spring", "Autumn", "Sorted"])

            try manager.removeItem(atPath: "\(out)/filmgate-manifest.jsonl")
            #expect(try await world.ctl(["assets", "delete", "--yes"] + ids).code == 0)
            for album in try await owner.albums() {
                try await owner.perform(("delete-albums", ["ids": .texts([album["id"]?.text ?? ""])]))
            }
            let folder = try #require(try await owner.collections("folder", ["type": "folder"]).first?["id"]?.text)
            try await owner.perform(("delete-folders", ["ids": .texts([folder])]))
            let run = try await world.ctl("import", "-q", "--json", "--folders", out)
            #expect(run.code == 0, "\(run)")
            #expect(try (run.object()["skipped"] as? [String: Int] ?? [:]).isEmpty, "\(run)")

            #expect(try await Self.titles(owner) == wanted)
            #expect(try await Self.files(in: "Autumn", owner) == Self.names)
            #expect(try await Self.files(in: "Spring", owner) == ["b.jpg", "c.jpg"])
            #expect(try await Self.files(in: "Sorted", owner) == ["a.jpg", "b.jpg"])
            for id in try await owner.assets(["include-hidden": true]) {
                let row = try await owner.properties(of: id, "filename", "favorite", "hidden", "rating")
                let index = try #require(Self.names.firstIndex(of: row["filename"]?.text ?? ""))
                #expect(row["favorite"]?.flag == (index == 0) && row["hidden"]?.flag == (index == 1), "\(row)")
                #expect(row["rating"]?.integer == index, "\(row)")
            }
        }
    }

    @Test("gets a new order if the album has one, loses one that is not needed, and leaves files of others")
    func again() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let ids = try await Self.fill(owner)
            let out = "\(world.folder)/out"
            #expect(try await world.ctl("export", "-q", out).code == 0)
            let autumn = try #require(try await owner.albums().first { $0["title"]?.text == "Autumn" }?["id"]?.text)
            let path = "\(out)/Travel/Autumn/\(ExportOrderFile.filename)"
            try await owner.perform(
                ("move-assets", ["album": .text(autumn), "ids": .texts([ids[3]]), "index": .uint32(0)]))
            #expect(try await world.ctl("export", "-q", out).code == 0)
            let order = try #require(ExportOrderFile(Array(Data(contentsOf: URL(filePath: path)))))
            #expect(order.files == ["b.jpg", "c.jpg", "a.jpg", "d.jpg"])
            let others = Data("mine\n".utf8)
            try others.write(to: URL(filePath: path))
            #expect(try await world.ctl("export", "-q", out).code == 0)
            #expect(try Data(contentsOf: URL(filePath: path)) == others)
            try Data(ExportOrderFile(files: ["x"]).text()).write(to: URL(filePath: path))
            try await owner.perform(
                (
                    "move-assets",
                    [
                        "album": .text(autumn), "ids": .texts([ids[1], ids[3], ids[0], ids[2]]), "index": .uint32(0),
                    ]
                ))
            #expect(try await world.ctl("export", "-q", out).code == 0)
            #expect(!FileManager.default.fileExists(atPath: path))
        }
    }

    @Test("reads what it writes, whatever the names are, and nothing else")
    func text() throws {
        let order = ExportOrderFile(
            files: ["b c.jpg", "a.jpg", "a\nb\r.jpg", "<&lt;>.jpg", "\u{301}x.jpg", "\"\\\u{1}\u{2028}/"],
            folders: ["Ü", "x & y"])
        let text = try order.text()
        #expect(ExportOrderFile(text) == order && order.isNeeded)
        #expect(ExportOrderFile(Array(text.dropLast())) == nil && ExportOrderFile(text + Array("{}\n".utf8)) == nil)
        #expect(!ExportOrderFile(files: ["a", "b"]).isNeeded && ExportOrderFile(files: ["b", "a"]).isNeeded)
        for text in [
            "", "\n", "a.jpg\nb.jpg\n", "{\"file\":\"a\"}\n", "{\"filmgate-order\":2}\n", "\u{0}",
            "{\"filmgate-order\":1}\n{\"file\":\"a\",\"folder\":\"b\"}\n",
        ] {
            #expect(ExportOrderFile(Array(text.utf8)) == nil, "\(text)")
        }
    }
}
