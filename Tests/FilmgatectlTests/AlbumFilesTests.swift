import FilmgateTestKit
import Foundation
import Testing

/// Albums on their way in and out.
@Suite("Importing into albums and exporting them")
struct AlbumFilesTests {
    @Test(
        "photos come into an album in their order, made with its folder where it is missing, those that are there already too"
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
            #expect(first.lines.contains("Made the album 'Travel/Summer': 40."))
            #expect(first.lines.contains("In the library already: 2."))
            #expect(try await names(in: "Travel/Summer", world) == (1...40).map { name($0) })

            try folder.write(Photo.small("late").bytes, to: "zz.jpg")
            let second = try await world.ctl("import", "-q", "--album", "Summer", "--json", folder.path)
            let report = try second.object()
            #expect(report["imported"] as? Int == 1 && report["present"] as? Int == 40)
            let albums = report["albums"] as? [[String: Any]]
            #expect(albums?.count == 1 && albums?.first?["new"] as? Bool == false)
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
                try folder.write(Photo.small(name).bytes, to: name)
            }
            let run = try await world.ctl("import", "-q", "--folders", folder.path)
            #expect(run.code == 0, "\(run.errors)")
            let rows = try await world.ctl("albums", "list", "--type", "album", "--json").objects()
            #expect(
                rows.compactMap { ($0["path"] as? [String])?.joined(separator: "/") }
                    == ["Home", "Travel", "Travel/Summer"])
            #expect(try await names(in: "Travel/Summer", world) == ["a.jpg", "b.jpg"])
            #expect(try await world.owner.assets().count == 5)
        }
    }

    @Test("an export has the albums' folders, a photo of two albums in both as one file, and goes on where it was")
    func exporting() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            var ids: [String] = []
            var bytes: [[UInt8]] = []
            for (index, name) in ["IMG_1.jpg", "IMG_1.jpg", "IMG_2.jpg", "alone.jpg"].enumerated() {
                let photo = try Photo.small("export \(index)")
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
            #expect(first.lines.contains("In further albums: 2, as links."))
            let expected = [
                "Best_/IMG_1.jpg": 0, "Best_/IMG_2.jpg": 2, "Not in an album/alone.jpg": 3,
                "Travel/Summer/IMG_1-2.jpg": 1,
                "Travel/Summer/IMG_1.jpg": 0, "Travel/Summer/IMG_2.jpg": 2,
            ]
            #expect(try files(in: out) == expected.keys.sorted())
            for (path, index) in expected {
                #expect(try Photo(contentsOf: "\(out)/\(path)").bytes == bytes[index], "\(path)")
            }
            #expect(try inode("\(out)/Best_/IMG_1.jpg") == inode("\(out)/Travel/Summer/IMG_1.jpg"))

            // Interrupted: a file is missing, another half.
            try FileManager.default.removeItem(atPath: "\(out)/Travel/Summer/IMG_2.jpg")
            try Data("half".utf8).write(to: URL(filePath: "\(out)/Travel/Summer/.filmgatectl.part"))
            // Somebody else's file is in the way.
            try Data("mine".utf8).write(to: URL(filePath: "\(out)/Not in an album/alone.jpg"))
            let second = try await world.ctl("export", "-q", "--json", out).object()
            #expect(second["present"] as? Int == 4 && (second["failed"] as? [Any])?.isEmpty == true, "\(second)")
            #expect(try files(in: out) == (expected.keys + ["Not in an album/alone-2.jpg"]).sorted())
            #expect(try Photo(contentsOf: "\(out)/Travel/Summer/IMG_2.jpg").bytes == bytes[2])
            #expect(try String(contentsOfFile: "\(out)/Not in an album/alone.jpg", encoding: .utf8) == "mine")

            let some = try await world.ctl(
                "export", "-q", "--album", "Travel", "--copies", "--where", "filename = 'IMG_2.jpg'", "\(out)2")
            #expect(some.code == 0, "\(some.errors)")
            #expect(try files(in: "\(out)2") == ["Travel/Summer/IMG_2.jpg"])
        }
    }

    private func name(_ number: Int) -> String { "photo-\(String(String(10_000 + number).dropFirst())).jpg" }

    private func names(in album: String, _ world: World) async throws -> [String] {
        try await world.ctl("assets", "list", "--album", album, "--json", "--columns", "filename").objects()
            .compactMap { $0["filename"] as? String }
    }

    private func files(in folder: String) throws -> [String] {
        let all = FileManager.default.enumerator(atPath: folder)?.allObjects as? [String] ?? []
        return all.filter { path in
            var isFolder: ObjCBool = false
            return FileManager.default.fileExists(atPath: "\(folder)/\(path)", isDirectory: &isFolder)
                && !isFolder.boolValue
        }.sorted()
    }

    private func inode(_ path: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: path)[.systemFileNumber] as? Int
    }
}
