import FilmgateTestKit
import FilmgateTestWorlds
import Foundation
import Testing

/// Exports to a folder that holds an earlier run.
@Suite("Exports that run again", .inProcess)
struct RepeatedExportTests {
    @Test(
        "a newer edit takes the place of the one of an earlier run, and nothing is written twice",
        arguments: [[], ["--without", "location"]])
    func edits(_ options: [String]) async throws {
        try await withWorld { world in
            let id = try await world.owner.add(.memory(TestPhoto.small("a").bytes), filename: "a.jpg")
            #expect(try await world.ctl("albums", "create", "One", id).code == 0)
            #expect(try await world.ctl("albums", "create", "Two", id).code == 0)
            let out = "\(world.folder)/out"
            var renders: [Data] = []
            var names: [String] = []
            // Data of the same size, which the name, the size and the date do not tell apart.
            for (color, data) in [("336699", "vignette 0.5"), ("993366", "vignette 0.6")] {
                try Data(TestPhoto.plain(color).bytes).write(to: URL(filePath: "\(world.folder)/render.jpg"))
                try Data(data.utf8).write(to: URL(filePath: "\(world.folder)/data"))
                let edit = try await world.ctl(
                    "assets", "set-content", id, "\(world.folder)/render.jpg", "--adjustment-format",
                    "org.example.Vignette", "--adjustment-version", "3", "--adjustment-data", "\(world.folder)/data")
                #expect(edit.code == 0, "\(edit)")
                for isNew in [true, false] {
                    let run = try await world.ctl(["export", "-q", "--json", out] + options)
                    #expect(run.code == 0, "\(run)")
                    #expect(try run.object()["exported"] as? Int == (isNew ? 1 : 0), "\(run)")
                }
                for album in ["One", "Two"] {
                    let render = try Data(contentsOf: URL(filePath: "\(out)/\(album)/a-edited.jpg"))
                    #expect(!renders.dropLast(album == "Two" ? 1 : 0).contains(render))
                    renders.append(render)
                    let text = try? String(contentsOfFile: "\(out)/\(album)/a.adjustment-data", encoding: .utf8)
                    #expect(text == (options.isEmpty ? data : nil))
                }
                names = names.isEmpty ? try Self.files(in: out) : names
                #expect(try Self.files(in: out) == names)
            }
            #expect(renders[0] == renders[1] && renders[2] == renders[3] && renders[1] != renders[2])
        }
    }

    @Test(
        "a run that was killed before it noted its files finds them again",
        arguments: [[], ["--without", "location"], ["--embed"], ["--embed", "--without", "location"]])
    func unnoted(_ options: [String]) async throws {
        try await withWorld { world in
            for name in ["a.jpg", "b.jpg"] {
                try await world.owner.add(.memory(TestPhoto.small(name).bytes), filename: name)
            }
            let out = "\(world.folder)/out"
            #expect(try await world.ctl(["export", "-q", out] + options).code == 0)
            let names = try Self.files(in: out)
            let manifest = "\(out)/filmgate-manifest.jsonl"
            let text = try String(contentsOfFile: manifest, encoding: .utf8)
            for _ in 0..<2 {
                try FileManager.default.removeItem(atPath: manifest)
                let header = text.split(separator: "\n")[0] + "\n"
                try Data(header.utf8).write(to: URL(filePath: "\(out)/.filmgate-manifest.jsonl.part"))
                let run = try await world.ctl(["export", "-q", "--json", out] + options)
                #expect(try run.object()["present"] as? Int == 2, "\(run)")
                #expect(try Self.files(in: out) == names)
            }
        }
    }

    @Test(
        "what is known of a photo in two albums is new beside both, and no file gets a number",
        arguments: [[], ["--copies"]])
    func sidecars(_ options: [String]) async throws {
        try await withWorld { world in
            let id = try await world.owner.add(.memory(TestPhoto.small("a").bytes), filename: "a.jpg")
            for title in ["One", "Two"] { #expect(try await world.ctl("albums", "create", title, id).code == 0) }
            let out = "\(world.folder)/out"
            var names: [String] = []
            for title in ["First", "Second", "Third"] {
                #expect(try await world.ctl("assets", "edit", id, "--title", title).code == 0)
                let run = try await world.ctl(["export", "-q", out] + options)
                #expect(run.code == 0, "\(run)")
                for album in ["One", "Two"] {
                    let text = try String(contentsOfFile: "\(out)/\(album)/a.jpg.xmp", encoding: .utf8)
                    #expect(text.contains(">\(title)<"), "\(album): \(text)")
                }
                names = names.isEmpty ? try Self.files(in: out) : names
                #expect(try Self.files(in: out) == names)
            }
        }
    }

    @Test("a file that a program copied without its date is recognized by its content, and gets its date back")
    func dates() async throws {
        try await withWorld { world in
            try await world.owner.add(.memory(TestPhoto.small("a").bytes), filename: "a.jpg")
            let out = "\(world.folder)/out"
            #expect(try await world.ctl("export", "-q", out).code == 0)
            let names = try Self.files(in: out)
            let date = try Self.date("\(out)/a.jpg")
            try FileManager.default.setAttributes([.modificationDate: Date()], ofItemAtPath: "\(out)/a.jpg")
            let run = try await world.ctl("export", "-q", "--json", out)
            #expect(try run.object()["present"] as? Int == 1, "\(run)")
            #expect(try Self.files(in: out) == names)
            #expect(try Self.date("\(out)/a.jpg") == date)
            // The same size and date, but a different content.
            var bytes = try Data(contentsOf: URL(filePath: "\(out)/a.jpg"))
            bytes[bytes.count - 1] ^= 1
            try bytes.write(to: URL(filePath: "\(out)/a.jpg"))
            #expect(try await world.ctl("export", "-q", out).code == 0)
            #expect(try Data(contentsOf: URL(filePath: "\(out)/a.jpg")) == bytes)
            #expect(FileManager.default.fileExists(atPath: "\(out)/a-2.jpg"))
        }
    }

    @Test(
        "Ctrl-C leaves no half-written file, and the next run continues", .asProcesses,
        arguments: [["--without", "location"], ["--embed"]])
    func interrupted(_ options: [String]) async throws {
        try await withWorld { world in
            let folder = try PhotoFolder("card", in: world)
            try folder.add(300)
            #expect(try await world.ctl("import", "-q", folder.path).code == 0)
            let out = "\(world.folder)/out"
            let tool = try world.start([BuiltProgram.path("filmgatectl"), "export", out] + options)
            while (try? Self.files(in: out).contains { $0.hasSuffix(".jpg") }) != true { try #require(!tool.hasEnded) }
            tool.send(signal: SIGINT)
            let first = await tool.result()
            #expect(first.code == 130, "\(first)")
            let half = try FileManager.default.contentsOfDirectory(atPath: out).filter {
                $0.contains(".part") && !$0.contains("manifest")
            }
            #expect(half.isEmpty)
            let photos = try Self.files(in: out).count { $0.hasSuffix(".jpg") }
            #expect(photos < 300)
            let second = try await world.ctl(["export", "-q", "--json", out] + options).object()
            #expect(second["present"] as? Int ?? 0 > 0, "\(second)")
            #expect(try Self.files(in: out).count { $0.hasSuffix(".jpg") } == 300)
        }
    }

    private static func files(in folder: String) throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: folder).filter { !$0.contains("filmgate-manifest") }
            .sorted()
    }

    private static func date(_ path: String) throws -> Date? {
        try FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date
    }
}
