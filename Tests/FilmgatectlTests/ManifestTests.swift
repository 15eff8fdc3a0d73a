import FilmgateTestKit
import FilmgateTestWorlds
import Foundation
import Testing

/// What an export says of the library beside its files.
@Suite("Exports with XMP and a manifest", .inProcess)
struct ManifestTests {
    @Test("an export writes XMP and a manifest, which follow the library when it runs again")
    func sidecars() async throws {
        try await withWorld { world in
            let photo = try TestPhoto.small("sidecar")
            let id = try await world.owner.add(.memory(photo.bytes), filename: "IMG_1.jpg")
            let edit = try await world.ctl(
                "assets", "edit", id, "--title", "A & <B>", "--rating", "4", "--keywords", "Places/Paris,night",
                "--alt-text", "A <tower>")
            #expect(edit.code == 0, "\(edit)")
            let out = "\(world.folder)/out"
            #expect(try await world.ctl("export", "-q", out).code == 0)
            #expect(try TestPhoto(contentsOf: "\(out)/IMG_1.jpg").bytes == photo.bytes)
            let tags = try Self.tags(of: "\(out)/IMG_1.jpg.xmp")
            #expect(tags["Title"] as? String == "A & <B>" && tags["Rating"] as? Int == 4, "\(tags)")
            #expect(tags["AltTextAccessibility"] as? String == "A <tower>", "\(tags)")
            #expect(tags["Subject"] as? [String] == ["Paris", "night"], "\(tags)")
            #expect(tags["HierarchicalSubject"] as? [String] == ["Places|Paris", "night"], "\(tags)")
            #expect(tags["GPSLatitude"] != nil, "\(tags)")

            #expect(try await world.ctl("assets", "edit", id, "--title", "Later").code == 0)
            let again = try await world.ctl("export", "-q", "--json", out).object()
            #expect(again["failed"] as? [String] == [] && again["sidecars"] as? Int == 1, "\(again)")
            #expect(try Self.tags(of: "\(out)/IMG_1.jpg.xmp")["Title"] as? String == "Later")
            #expect(try Self.files(in: out) == ["IMG_1.jpg", "IMG_1.jpg.xmp", Self.manifest])
            let asset = try #require(try Self.lines(out).compactMap { $0["asset"] as? [String: Any] }.first)
            #expect(asset["title"] as? String == "Later" && asset["rating"] as? Int == 4)
            #expect(asset["alt-text"] as? String == "A <tower>")
            let files = asset["files"] as? [[String: Any]] ?? []
            #expect(files.map { $0["role"] as? String } == ["photo", "sidecar-of-export"])

            // What somebody else wrote stays.
            try Data("mine".utf8).write(to: URL(filePath: "\(out)/IMG_1.jpg.xmp"))
            #expect(try await world.ctl("assets", "edit", id, "--title", "Last").code == 0)
            #expect(try await world.ctl("export", "-q", out).code == 0)
            #expect(try String(contentsOfFile: "\(out)/IMG_1.jpg.xmp", encoding: .utf8) == "mine")
            #expect(try Self.tags(of: "\(out)/IMG_1-2.jpg.xmp")["Title"] as? String == "Last")
        }
    }

    @Test("nothing of an export without captions tells the words, neither the library's nor the file's")
    func withoutCaptions() async throws {
        try await withWorld { world in
            let photo = try TestPhoto.tagged(["-XMP-iptcCore:AltTextAccessibility=In the file"])
            let id = try await world.owner.add(.memory(photo.bytes), filename: "a.jpg")
            #expect(try await world.ctl("assets", "edit", id, "--alt-text", "A tower", "--rating", "4").code == 0)
            let out = "\(world.folder)/out"
            #expect(try await world.ctl("export", "-q", "--without", "captions", out).code == 0)
            for name in ["a.jpg", "a.jpg.xmp"] {
                let tags = try Self.tags(of: "\(out)/\(name)")
                #expect(tags["AltTextAccessibility"] == nil && tags["Title"] == nil, "\(name): \(tags)")
            }
            #expect(try Self.tags(of: "\(out)/a.jpg.xmp")["Rating"] as? Int == 4)
            let text = try String(contentsOfFile: "\(out)/\(Self.manifest)", encoding: .utf8)
            #expect(!text.contains("alt-text") && !text.contains("tower"), "\(text)")
        }
    }

    @Test("nothing of an export without location tells the place, and it continues without writing twice")
    func withoutLocation() async throws {
        try await withWorld { world in
            let whole = try await world.owner.add(.memory(TestPhoto.small("whole").bytes), filename: "a.jpg")
            #expect(try await world.ctl("assets", "edit", whole, "--location", "48.8584,2.2945").code == 0)
            let out = "\(world.folder)/out"
            let run = try await world.ctl("export", "-q", "--without", "location", out)
            #expect(run.code == 0, "\(run)")
            for name in ["a.jpg", "a.jpg.xmp"] {
                let tags = try Self.tags(of: "\(out)/\(name)")
                #expect(tags.keys.filter { $0.hasPrefix("GPS") && $0 != "GPSVersionID" }.isEmpty, "\(name): \(tags)")
            }
            let text = try String(contentsOfFile: "\(out)/\(Self.manifest)", encoding: .utf8)
            #expect(text.hasPrefix("{\"filmgate-export\":"), "\(text.prefix(100))")
            #expect(!text.contains("latitude") && !text.contains("48.85") && text.contains("title"), "\(text)")
            let again = try await world.ctl("export", "-q", "--json", "--without", "location", out).object()
            #expect(again["present"] as? Int == 1 && again["exported"] as? Int == 0, "\(again)")
            #expect(try Self.files(in: out) == ["a.jpg", "a.jpg.xmp", Self.manifest])
        }
    }

    @Test("hostile names stay in the folder, and get names that differ by more than case")
    func hostileNames() async throws {
        try await withWorld { world in
            let long = String(repeating: "x", count: 240)
            let names = [
                "..jpg", "-rf.jpg", "a.JPG", "A.jpg", "á.jpg", "a\u{301}.jpg", "filmgate-manifest.jsonl",
                "$(reboot).jpg",
                "\(long)1.jpg", "\(long)2.jpg", "\u{202E}gpj.exe", "CON.jpg",
            ]
            var ids: [String] = []
            for name in names {
                ids.append(try await world.owner.add(.memory(TestPhoto.small(name).bytes), filename: name))
            }
            for title in ["../../evil", "..", "~", "Evil", "evil", "\u{1B}[2J"] {
                _ = try await world.owner.perform(
                    ("create-album", ["title": .text(title)]))
            }
            let albums = try await world.ctl("albums", "list", "--type", "album", "--json").objects()
            for album in albums {
                #expect(try await world.ctl("albums", "add", album["id"] as? String ?? "", ids[0]).code == 0)
            }
            try FileManager.default.createDirectory(atPath: "\(world.folder)/sub", withIntermediateDirectories: true)
            let out = "\(world.folder)/sub/out"
            let run = try await world.ctl("export", "-q", "--json", out)
            #expect(run.code == 0, "\(run)")
            #expect(try FileManager.default.contentsOfDirectory(atPath: "\(world.folder)/sub") == ["out"])
            let files = try Self.files(in: out).filter { !$0.hasSuffix(".xmp") && $0 != Self.manifest }
            #expect(files.count == names.count - 1 + albums.count, "\(files)")
            #expect(Set(files.map { $0.lowercased() }).count == files.count, "\(files)")
            #expect(
                files.allSatisfy { $0.unicodeScalars.allSatisfy { $0.value >= 32 && $0 != "\u{202E}" && $0 != "$" } })
            let again = try await world.ctl("export", "-q", "--json", out).object()
            #expect(again["exported"] as? Int == 0, "\(again)")
        }
    }

    @Test("a file that is no manifest is not replaced, and a run that was killed is continued")
    func interrupted() async throws {
        try await withWorld { world in
            for name in ["a.jpg", "b.jpg"] {
                _ = try await world.owner.add(.memory(TestPhoto.small(name).bytes), filename: name)
            }
            let out = "\(world.folder)/out"
            try FileManager.default.createDirectory(atPath: out, withIntermediateDirectories: true)
            try Data("{}\n".utf8).write(to: URL(filePath: "\(out)/\(Self.manifest)"))
            let refused = try await world.ctl("export", "-q", out)
            #expect(refused.code != 0 && refused.errors.contains(Self.manifest), "\(refused)")
            #expect(try Self.files(in: out) == [Self.manifest])
            try FileManager.default.removeItem(atPath: "\(out)/\(Self.manifest)")
            #expect(try await world.ctl("export", "-q", "--without", "location", out).code == 0)
            // As if it had been killed within a line, before the manifest got its name.
            let part = "\(out)/.\(Self.manifest).part"
            try FileManager.default.moveItem(atPath: "\(out)/\(Self.manifest)", toPath: part)
            let text = try String(contentsOfFile: part, encoding: .utf8)
            try Data(text.utf8.dropLast(20)).write(to: URL(filePath: part))
            try FileManager.default.removeItem(atPath: "\(out)/a.jpg")
            let run = try await world.ctl("export", "-q", "--json", "--without", "location", out).object()
            #expect(run["failed"] as? [String] == [], "\(run)")
            #expect(!FileManager.default.fileExists(atPath: part))
            let lines = try Self.lines(out)
            let last = try #require(lines.lastIndex { $0["filmgate-export"] != nil })
            #expect(lines[last...].count { $0["asset"] != nil } == 2)
        }
    }

    private static let manifest = "filmgate-manifest.jsonl"

    private static func files(in folder: String) throws -> [String] {
        let all = FileManager.default.enumerator(atPath: folder)?.allObjects as? [String] ?? []
        return all.filter { path in
            var isFolder: ObjCBool = false
            return FileManager.default.fileExists(atPath: "\(folder)/\(path)", isDirectory: &isFolder)
                && !isFolder.boolValue
        }.sorted()
    }

    private static func lines(_ folder: String) throws -> [[String: Any]] {
        try String(contentsOfFile: "\(folder)/\(manifest)", encoding: .utf8).split(separator: "\n").compactMap {
            try? JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
        }
    }

    /// What a different program reads of a file.
    private static func tags(of path: String) throws -> [String: Any] {
        let run = try ChildProcess.run(["exiftool", "-json", "-n", path])
        let rows = try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [[String: Any]]
        return rows?.first ?? [:]
    }
}
