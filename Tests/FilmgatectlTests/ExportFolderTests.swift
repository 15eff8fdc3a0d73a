import FilmgateTestKit
import FilmgateTestWorlds
import Foundation
import Testing

/// What may be in a folder before something is exported to it.
@Suite("Folders that hold an export", .inProcess)
struct ExportFolderTests {
    @Test(
        "an export with other values of --without is refused, so that no file of it tells what the other one leaves out"
    )
    func without() async throws {
        try await withWorld { world in
            let id = try await world.owner.add(.memory(TestPhoto.small("whole").bytes), filename: "a.jpg")
            #expect(try await world.ctl("assets", "edit", id, "--location", "48.8584,2.2945").code == 0)
            let kinds: [[String]] = [[], ["--without", "location"], ["--without", "location,captions"]]
            for (number, first) in kinds.enumerated() {
                let out = "\(world.folder)/out\(number)"
                #expect(try await world.ctl(["export", "-q", out] + first).code == 0)
                let before = try Self.contents(of: out)
                for second in kinds where second != first {
                    let run = try await world.ctl(["export", "-q", out] + second)
                    #expect(run.code == 73 && run.errors.contains("'\(out)'"), "\(run)")
                    #expect(run.errors.contains("--without") && run.errors.contains("a different folder"), "\(run)")
                }
                // The order of the kinds does not matter.
                let same = first.map { $0.contains(",") ? "captions,location" : $0 }
                let again = try await world.ctl(["export", "-q", "--json", out] + same).object()
                #expect(again["exported"] as? Int == 0 && again["present"] as? Int == 1, "\(again)")
                #expect(try Self.contents(of: out).keys.sorted() == before.keys.sorted())
            }
        }
    }

    @Test("an export of a part does not replace the manifest of the whole, nor that of a different part")
    func parts() async throws {
        try await withWorld { world in
            let id = try await world.owner.add(.memory(TestPhoto.small("a").bytes), filename: "a.jpg")
            try await world.owner.add(.memory(TestPhoto.small("b").bytes), filename: "b.jpg")
            for title in ["One", "Two"] { #expect(try await world.ctl("albums", "create", title, id).code == 0) }
            let choices: [[String]] = [
                [], ["--album", "One"], ["--album", "Two"], ["--where", "rating = 0"], ["--trash"],
            ]
            for (number, first) in choices.enumerated() {
                let out = "\(world.folder)/out\(number)"
                #expect(try await world.ctl(["export", "-q", out] + first).code == 0)
                let before = try Self.contents(of: out)
                for second in choices where second != first {
                    let run = try await world.ctl(["export", "-q", out] + second)
                    #expect(run.code == 73 && run.errors.contains("--album"), "\(run)")
                    #expect(try Self.contents(of: out) == before)
                }
                let again = try await world.ctl(["export", "-q", "--json", out] + first).object()
                #expect(again["exported"] as? Int == 0, "\(again)")
            }
            // A manifest does not say what was searched for.
            let text = try String(contentsOfFile: "\(world.folder)/out3/\(Self.manifest)", encoding: .utf8)
            #expect(!text.contains("rating"), "\(text)")
        }
    }

    @Test("an export of a different library is refused, and the one that is there stays")
    func otherLibrary() async throws {
        try await withWorld { world in
            try await world.owner.add(.memory(TestPhoto.small("a").bytes), filename: "a.jpg")
            let out = "\(world.folder)/out"
            #expect(try await world.ctl("export", "-q", out).code == 0)
            let before = try Self.contents(of: out)
            try await withSecondWorld { other in
                try await other.owner.add(.memory(TestPhoto.small("b").bytes), filename: "b.jpg")
                let run = try await other.ctl("export", "-q", out)
                #expect(run.code == 73 && run.errors.contains("a different library"), "\(run)")
                #expect(try Self.contents(of: out) == before)
            }
            #expect(try await world.ctl("export", "-q", out).code == 0)
        }
    }

    @Test("albums with the names of the manifest and of the folder for the trash get different folders")
    func reserved() async throws {
        try await withWorld { world in
            let id = try await world.owner.add(.memory(TestPhoto.small("a").bytes), filename: "a.jpg")
            let gone = try await world.owner.add(.memory(TestPhoto.small("gone").bytes), filename: "gone.jpg")
            for title in [Self.manifest, "Filmgate-Manifest.JSONL", "Trash."] {
                #expect(try await world.ctl("albums", "create", title, id).code == 0)
            }
            try await world.owner.perform(("delete-assets", ["ids": .texts([gone])]))
            let out = "\(world.folder)/out"
            for _ in 0..<2 {
                let run = try await world.ctl("export", "-q", "--trash", out)
                #expect(run.code == 0 && run.lines[0].hasSuffix(" in 3 albums."), "the trash aside: \(run)")
            }
            let folders = try FileManager.default.contentsOfDirectory(atPath: out).filter { $0 != Self.manifest }
            #expect(folders.count == 4 && folders.contains("Trash"), "\(folders)")
            let trash = try FileManager.default.contentsOfDirectory(atPath: "\(out)/Trash").sorted()
            #expect(trash == ["gone.jpg", "gone.jpg.xmp"])
            let before = try await LibraryFacts.read(world)
            try await withSecondWorld { other in
                let run = try await other.ctl("import", "-q", out)
                #expect(run.code == 0, "\(run)")
                #expect(try await LibraryFacts.read(other) == before)
            }
        }
    }

    @Test("an export is refused while a different one writes to the folder")
    func locked() async throws {
        try await withWorld { world in
            try await world.owner.add(.memory(TestPhoto.small("a").bytes), filename: "a.jpg")
            let folder = try PhotoFolder("out", in: world)
            let raw = open(folder.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
            #expect(flock(raw, LOCK_EX) == 0)
            let run = try await world.ctl("export", "-q", folder.path)
            #expect(run.code == 75 && run.errors.contains("'\(folder.path)'"), "\(run)")
            #expect(try Self.contents(of: folder.path).isEmpty)
            close(raw)
            #expect(try await world.ctl("export", "-q", folder.path).code == 0)
        }
    }

    @Test(
        "nothing is written through a link with a name of the manifest",
        arguments: ["filmgate-manifest.jsonl", ".filmgate-manifest.jsonl.part"], [true, false])
    func links(_ name: String, _ isSymbolic: Bool) async throws {
        try await withWorld { world in
            try await world.owner.add(.memory(TestPhoto.small("a").bytes), filename: "a.jpg")
            let folder = try PhotoFolder("out", in: world)
            // Which looks like the beginning of a manifest.
            let treasure = "\(world.folder)/treasure"
            for text in ["\n", "{\"filmgate-export\":{\"version\":1,\"without\":[]}}\n"] {
                try Data(text.utf8).write(to: URL(filePath: treasure))
                let link = "\(folder.path)/\(name)"
                try? FileManager.default.removeItem(atPath: link)
                if isSymbolic {
                    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: treasure)
                } else {
                    try FileManager.default.linkItem(atPath: treasure, toPath: link)
                }
                let run = try await world.ctl("export", "-q", folder.path)
                // A whole manifest with two names is replaced, not written to.
                let isReplaced = !isSymbolic && !name.hasPrefix(".") && text.count > 1
                #expect((run.code == 0) == isReplaced, "\(run)")
                #expect(isReplaced || run.errors.contains(name), "\(run)")
                #expect(try String(contentsOfFile: treasure, encoding: .utf8) == text)
            }
        }
    }

    @Test("an error of the disk names the reason and the file, not a temporary one", .asProcesses)
    func full() async throws {
        try await withWorld { world in
            try await world.owner.add(.memory(TestPhoto.small("a").bytes), filename: "a.jpg")
            // A limit of one kilobyte holds the manifest's first line, but neither the photo nor its sidecar, which are
            // written at the same time.
            let script = #"trap '' XFSZ; ulimit -f "$3"; exec "$1" export -q "$2""#
            for (blocks, files) in [("0", [Self.manifest]), ("1", ["a.jpg", "a.jpg.xmp"])] {
                let out = "\(world.folder)/out\(blocks)"
                let run = try await world.run(
                    "/bin/bash", "-c", script, "bash", BuiltProgram.path("filmgatectl"), out, blocks)
                #expect(run.code == 74 && files.contains { run.errors.contains("'\(out)/\($0)'") }, "\(run)")
                #expect(run.errors.contains("File too large") && !run.errors.contains(".part"), "\(run)")
            }
        }
    }

    private static let manifest = "filmgate-manifest.jsonl"

    private static func contents(of folder: String) throws -> [String: Data] {
        let all = FileManager.default.enumerator(atPath: folder)?.allObjects as? [String] ?? []
        return Dictionary(
            uniqueKeysWithValues: all.compactMap { path in
                (try? Data(contentsOf: URL(filePath: "\(folder)/\(path)"))).map { (path, $0) }
            })
    }
}
