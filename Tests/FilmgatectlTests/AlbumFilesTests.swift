import FilmgateTestKit
import FilmgateTestWorlds
import Foundation
import Testing

/// Albums on their way in and out.
@Suite("Import into albums, and export", .inProcess)
struct AlbumFilesTests {
    @Test(
        "photos are added to an album in their order, including those already in the library, and the album and its folder are created"
    )
    func importing() async throws {
        try await withWorld { world in
            let folder = try PhotoFolder("card", in: world)
            try folder.add(40)
            let early = try PhotoFolder("early", in: world)
            try early.add(2)
            #expect(try await world.ctl("import", "-q", early.path).code == 0)
            let first = try await world.ctl("import", "-q", "--album", "Travel/Summer", folder.path)
            #expect(first.code == 0, "\(first.errors)")
            #expect(first.lines.contains("Created the album 'Travel/Summer': 40."))
            #expect(first.lines.contains("Already in the library: 2."))
            #expect(try await names(in: "Travel/Summer", world) == (1...40).map { name($0) })

            try folder.write(TestPhoto.small("late").bytes, to: "zz.jpg")
            let second = try await world.ctl("import", "-q", "--album", "Summer", "--json", folder.path)
            let report = try second.object()
            #expect(report["imported"] as? Int == 1 && report["present"] as? Int == 40)
            let albums = report["albums"] as? [[String: Any]]
            #expect(albums?.count == 1 && albums?.first?["new"] as? Bool == false)
            #expect(albums?.first?["count"] as? Int == 1, "a photo that was already in it is not counted")
            let third = try await world.ctl("import", "-q", "--album", "Summer", folder.path)
            #expect(third.lines.contains("Added nothing to the album 'Travel/Summer'."), "\(third)")
            #expect(try await names(in: "Summer", world) == (1...40).map { name($0) } + ["zz.jpg"])
            #expect(try await world.ctl("albums", "list", "--type", "album", "--json").objects().count == 1)
            #expect(try await world.owner.assets().count == 41)
        }
    }

    @Test("folders become albums in folders")
    func folders() async throws {
        try await withWorld { world in
            let folder = try PhotoFolder("card", in: world)
            for name in ["top.jpg", "Travel/Summer/b.jpg", "Travel/Summer/a.jpg", "Travel/c.jpg", "Home/d.jpg"] {
                try folder.write(TestPhoto.small(name).bytes, to: name)
            }
            let run = try await world.ctl("import", "-q", "--folders", folder.path)
            #expect(run.code == 0, "\(run.errors)")
            let rows = try await world.ctl("albums", "list", "--type", "album", "--json").objects()
            #expect(
                rows.compactMap { ($0["path"] as? [String])?.joined(separator: "/") }
                    == ["Home", "Travel", "Travel/Summer"])
            #expect(try await names(in: "Travel/Summer", world) == ["a.jpg", "b.jpg"])
            #expect(try await world.owner.assets().count == 5)
            #expect(run.lines.contains("Added to no album: 1, because it is in no folder below PATH."), "\(run)")
        }
    }

    @Test("an export has a folder for each album, links a photo of two albums, and continues after an interruption")
    func exporting() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            var ids: [String] = []
            var bytes: [[UInt8]] = []
            for (index, name) in ["IMG_1.jpg", "IMG_1.jpg", "IMG_2.jpg", "alone.jpg"].enumerated() {
                let photo = try TestPhoto.small("export \(index)")
                bytes.append(photo.bytes)
                ids.append(try await owner.add(.memory(photo.bytes), filename: name))
            }
            #expect(try await world.ctl("folders", "create", "Travel").code == 0)
            for words in [
                ["Summer", ids[0], ids[1], ids[2], "--folder", "Travel"], ["Best?", ids[2], ids[0]],
            ] { #expect(try await world.ctl(["albums", "create"] + words).code == 0) }
            let out = "\(world.folder)/out"
            let first = try await world.ctl("export", "-q", out)
            #expect(first.code == 0, "\(first.errors)")
            #expect(first.lines[0].hasPrefix("Exported 4 assets (") && first.lines[0].hasSuffix(" in 2 albums."))
            #expect(first.lines.contains("Linked in further albums: 2."))
            let expected = [
                "Best_/IMG_1.jpg": 0, "Best_/IMG_2.jpg": 2, "alone.jpg": 3,
                "Travel/Summer/IMG_1-2.jpg": 1,
                "Travel/Summer/IMG_1.jpg": 0, "Travel/Summer/IMG_2.jpg": 2,
            ]
            let orders = ["Best_/filmgate-order.jsonl", "Travel/Summer/filmgate-order.jsonl"]
            #expect(try files(in: out) == (expected.keys + orders).sorted())
            for (path, index) in expected {
                #expect(try TestPhoto(contentsOf: "\(out)/\(path)").bytes == bytes[index], "\(path)")
            }
            #expect(try inode("\(out)/Best_/IMG_1.jpg") == inode("\(out)/Travel/Summer/IMG_1.jpg"))

            // Interrupted: a file is missing, another half.
            try FileManager.default.removeItem(atPath: "\(out)/Travel/Summer/IMG_2.jpg")
            try Data("half".utf8).write(to: URL(filePath: "\(out)/Travel/Summer/.filmgatectl.part"))
            // Somebody else's file is in the way.
            try Data("mine".utf8).write(to: URL(filePath: "\(out)/alone.jpg"))
            let second = try await world.ctl("export", "-q", "--json", out).object()
            #expect(second["present"] as? Int == 4 && (second["failed"] as? [Any])?.isEmpty == true, "\(second)")
            #expect(try files(in: out) == (expected.keys + orders + ["alone-2.jpg"]).sorted())
            #expect(try TestPhoto(contentsOf: "\(out)/Travel/Summer/IMG_2.jpg").bytes == bytes[2])
            #expect(try String(contentsOfFile: "\(out)/alone.jpg", encoding: .utf8) == "mine")

            let some = try await world.ctl(
                "export", "-q", "--album", "Travel", "--copies", "--where", "filename = 'IMG_2.jpg'", "\(out)2")
            #expect(some.code == 0, "\(some.errors)")
            #expect(try files(in: "\(out)2") == ["Travel/Summer/IMG_2.jpg"])
        }
    }

    /// Photos beside folders, a folder within a folder that has none, names that no other file system takes, and one
    /// photo twice.
    private static let tree = [
        "top.jpg", "Travel/c.jpg", "Travel/Summer/a.jpg", "Travel/Summer/b.jpg", "Travel/Summer/Deep/er/f.jpg",
        "Home/d.jpg", "Odd: name?/e.jpg", "Odd_ name_/g.jpg", "Home/Travel/h.jpg",
    ]

    @Test("an export writes the folders that were imported, and importing them again changes nothing")
    func thereAndBack() async throws {
        try await withWorld { world in
            let folder = try PhotoFolder("card", in: world)
            for name in Self.tree { try folder.write(TestPhoto.small(name).bytes, to: name) }
            try folder.write(TestPhoto.small("Home/d.jpg").bytes, to: "Travel/Summer/d.jpg")
            #expect(try await world.ctl("import", "-q", "--folders", folder.path).code == 0)
            let before = try await albums(world)
            #expect(
                before.count == 7 && before.contains("Travel: c.jpg") && before.contains("Home/Travel: h.jpg"),
                "\(before)")

            let expected = Set(Self.tree + ["Travel/Summer/d.jpg"]).subtracting([
                "Odd: name?/e.jpg"
            ])
            .union(["Odd_ name_-2/e.jpg"])
            let out = "\(world.folder)/out"
            let export = try await world.ctl("export", "-q", out)
            #expect(export.code == 0 && export.lines[0].hasSuffix(" in 7 albums."), "\(export)")
            #expect(try Set(files(in: out)) == expected)
            for name in Set(Self.tree).intersection(expected) {
                let original = try TestPhoto.small(name).bytes
                #expect(try TestPhoto(contentsOf: "\(out)/\(name)").bytes == original, "\(name)")
            }

            let again = try await world.ctl("import", "-q", "--folders", "--json", out).object()
            #expect(again["imported"] as? Int == 0 && again["present"] as? Int == expected.count, "\(again)")
            let counts = (again["albums"] as? [[String: Any]])?.map { $0["count"] as? Int }
            #expect(counts == Array(repeating: 0, count: 7))
            #expect(try await albums(world) == before)
            #expect(try await world.ctl("export", "-q", "\(out)2").code == 0)
            #expect(try Set(files(in: "\(out)2")) == expected)

            try await importsAlike(out, expected)
        }
    }

    @Test("folders that are imported again find their albums, and add nothing")
    func again() async throws {
        try await withWorld { world in
            let folder = try PhotoFolder("card", in: world)
            for name in ["A?/a.jpg", "A_/b.jpg"] { try folder.write(TestPhoto.small(name).bytes, to: name) }
            #expect(try await world.ctl("import", "-q", "--folders", folder.path).code == 0)
            let before = try await albums(world)
            #expect(before == ["A?: a.jpg", "A_: b.jpg"], "\(before)")
            let again = try await world.ctl("import", "-q", "--folders", folder.path)
            #expect(again.lines.last == "Added nothing to 2 albums.", "\(again)")
            #expect(try await albums(world) == before)
        }
    }

    @Test("photos with dates that the file system cannot store, 1890 and 9999, are written once")
    func oldDates() async throws {
        try await withWorld { world in
            for (name, date) in [("old.jpg", "1890-06-01"), ("late.jpg", "9999-12-31"), ("new.jpg", "2024-05-01")] {
                let id = try await world.owner.add(.memory(TestPhoto.small(name).bytes), filename: name)
                #expect(try await world.ctl("assets", "edit", id, "--creation-date", date).code == 0)
            }
            let out = "\(world.folder)/out"
            #expect(try await world.ctl("export", "-q", out).code == 0)
            let again = try await world.ctl("export", "-q", "--json", out).object()
            #expect(again["exported"] as? Int == 0 && again["present"] as? Int == 3, "\(again)")
            #expect(try files(in: out) == ["late.jpg", "new.jpg", "old.jpg"])
        }
    }

    @Test("a smart album can be exported, but not be changed, and no album gets its name")
    func smart() async throws {
        try await withWorld { world in
            let photo = try await world.owner.add(
                .memory(TestPhoto.small().bytes), filename: "best.jpg", properties: ["favorite": true])
            try await world.owner.add(TestPhoto.small())
            let out = "\(world.folder)/out"
            let run = try await world.ctl("export", "-q", "--album", "favorites", out)
            #expect(run.code == 0, "\(run)")
            #expect(try files(in: out) == ["Favorites/best.jpg"])
            let folder = try PhotoFolder("card", in: world)
            try folder.add(1)
            let moment = try #require(
                try await world.ctl("albums", "list", "--type", "moment", "--json").objects().first?["title"] as? String
            )
            for words in [
                ["albums", "add", "favorites", photo], ["albums", "add", moment, photo], ["albums", "delete", moment],
                ["import", "-q", "--album", "favorites", folder.path], ["albums", "create", "favorites"],
                ["albums", "create", "Favorites"],
            ] {
                let refused = try await world.ctl(words)
                #expect(
                    refused.code == 64 && refused.errors.contains("is an automatic album of the library"),
                    "\(words): \(refused)")
            }
            #expect(try await world.owner.assets().count == 2)
            #expect(try await world.ctl("folders", "create", "Mine").code == 0)
            #expect(try await world.ctl("albums", "create", "Favorites", "--folder", "Mine").code == 0)
            #expect(try await world.ctl("folders", "list", "--json").objects().count == 1)
        }
    }

    @Test("a folder with the name of a smart album becomes a separate album, and the tool says how to distinguish them")
    func folderLikeSmartAlbum() async throws {
        try await withWorld { world in
            let folder = try PhotoFolder("card", in: world)
            for name in ["raw/a.jpg", "Travel/raw/b.jpg"] { try folder.write(TestPhoto.small(name).bytes, to: name) }
            let run = try await world.ctl("import", "-q", "--folders", folder.path)
            #expect(run.code == 0, "\(run)")
            let rows = try await world.ctl("albums", "list", "--type", "album", "--json").objects()
            let id = try #require(rows.first { $0["path"] as? [String] == ["raw"] }?["id"] as? String)
            let said = run.lines.filter { $0.hasPrefix("An automatic album of the library is also named ") }
            #expect(said.count == 1 && said[0].contains("'raw'") && said[0].contains(id), "\(run)")
            let both = try await world.ctl("assets", "list", "--album", "raw")
            #expect(both.code == 64 && both.errors.contains(id), "\(both)")
            #expect(try await world.ctl("assets", "list", "--album", id, "--count").lines == ["1"])
            #expect(try await world.ctl("albums", "rename", "raw", "Negatives").code == 0)
            let again = try await world.ctl("import", "-q", "--folders", folder.path)
            #expect(again.lines.contains { $0.hasPrefix("Created the album 'raw'") }, "\(again)")
        }
    }

    @Test("an album is exported alone by its name, and with the folder of the same name by a slash")
    func namesakes() async throws {
        try await withWorld { world in
            let folder = try PhotoFolder("card", in: world)
            for name in ["Travel/a.jpg", "Travel/Summer/b.jpg"] {
                try folder.write(TestPhoto.small(name).bytes, to: name)
            }
            #expect(try await world.ctl("import", "-q", "--folders", folder.path).code == 0)
            let alone = try await world.ctl("export", "-q", "--album", "Travel", "\(world.folder)/one")
            #expect(alone.code == 0 && alone.errors.contains("'--album Travel/'"), "\(alone)")
            #expect(try files(in: "\(world.folder)/one") == ["Travel/a.jpg"])
            let both = try await world.ctl("export", "-q", "--album", "Travel/", "\(world.folder)/both")
            #expect(both.code == 0 && both.errors.isEmpty, "\(both)")
            #expect(try files(in: "\(world.folder)/both") == ["Travel/Summer/b.jpg", "Travel/a.jpg"])
        }
    }

    /// In a library of its own.
    private func importsAlike(_ folder: String, _ expected: Set<String>) async throws {
        try await withSecondWorld { world in
            let run = try await world.ctl("import", "-q", "--folders", folder)
            #expect(run.code == 0, "\(run)")
            #expect(try await world.ctl("export", "-q", "\(world.folder)/out").code == 0)
            #expect(try Set(files(in: "\(world.folder)/out")) == expected)
        }
    }

    @Test("a file with the name of a folder in the same place gets a number")
    func fileAndFolder() async throws {
        try await withWorld { world in
            let photos = [try TestPhoto.small("one"), try TestPhoto.small("other")]
            let file = try await world.owner.add(.memory(photos[0].bytes), filename: "summer")
            let inner = try await world.owner.add(.memory(photos[1].bytes), filename: "a.jpg")
            #expect(try await world.ctl("albums", "create", "Travel", file).code == 0)
            #expect(try await world.ctl("folders", "create", "Travel").code == 0)
            #expect(try await world.ctl("albums", "create", "Summer", inner, "--folder", "Travel").code == 0)
            #expect(try await world.ctl("albums", "create", "Empty").code == 0)
            let run = try await world.ctl("export", "-q", "\(world.folder)/out")
            #expect(run.code == 0 && run.lines[0].hasSuffix(" in 2 albums."), "the empty one aside: \(run)")
            #expect(try files(in: "\(world.folder)/out") == ["Travel/Summer/a.jpg", "Travel/summer-2"])
        }
    }

    @Test(
        "an invalid album name is an error before any photo is imported",
        arguments: [
            "/", "a//b", "Travel/", "/a", " ", "a/ /b", String(repeating: "x", count: 2000),
            Array(repeating: "deep", count: 40).joined(separator: "/"), "Taken",
        ])
    func badName(_ name: String) async throws {
        try await withWorld { world in
            let folder = try PhotoFolder("card", in: world)
            try folder.add(1)
            #expect(try await world.ctl("folders", "create", "Taken").code == 0)
            let run = try await world.ctl("import", "-q", "--album", name, folder.path)
            #expect(run.code == 64 && run.output.isEmpty, "\(run)")
            #expect(try await world.owner.assets().isEmpty)
            #expect(try await world.ctl("albums", "list", "--type", "album", "--json").objects().isEmpty)
        }
    }

    @Test("too many nested folders are an error before any photo is imported; the most allowed are not")
    func tooDeep() async throws {
        try await withWorld { world in
            let folder = try PhotoFolder("card", in: world)
            let fitting = Array(repeating: "d", count: 33).joined(separator: "/")
            try folder.write(TestPhoto.small("fits").bytes, to: "\(fitting)/a.jpg")
            let good = try await world.ctl("import", "-q", "--folders", folder.path)
            #expect(good.code == 0, "\(good)")
            try folder.write(TestPhoto.small("deep").bytes, to: "\(fitting)/d/d/b.jpg")
            let bad = try await world.ctl("import", "-q", "--folders", folder.path)
            #expect(
                bad.code == 64 && bad.errors.contains("cannot be created: ")
                    && bad.errors.contains("Nothing was imported."), "\(bad)")
            #expect(try await world.owner.assets().count == 1)
        }
    }

    /// `Travel/Summer: a.jpg b.jpg`
    private func albums(_ world: World) async throws -> [String] {
        var found: [String] = []
        for row in try await world.ctl("albums", "list", "--type", "album", "--json").objects() {
            let path = (row["path"] as? [String] ?? []).joined(separator: "/")
            let names = try await names(in: row["id"] as? String ?? "", world)
            found.append("\(path): \(names.joined(separator: " "))")
        }
        return found
    }

    private func name(_ number: Int) -> String { "photo-\(String(String(10_000 + number).dropFirst())).jpg" }

    private func names(in album: String, _ world: World) async throws -> [String] {
        try await world.ctl("assets", "list", "--album", album, "--json", "--columns", "filename").objects()
            .compactMap { $0["filename"] as? String }
    }

    /// Without what the export itself writes.
    private func files(in folder: String) throws -> [String] {
        let all = FileManager.default.enumerator(atPath: folder)?.allObjects as? [String] ?? []
        return all.filter { $0 != "filmgate-manifest.jsonl" && !$0.hasSuffix(".xmp") }.filter { path in
            var isFolder: ObjCBool = false
            return FileManager.default.fileExists(atPath: "\(folder)/\(path)", isDirectory: &isFolder)
                && !isFolder.boolValue
        }.sorted()
    }

    private func inode(_ path: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: path)[.systemFileNumber] as? Int
    }
}
