import FilmgateTestKit
import FilmgateTestWorlds
import Foundation
import Glibc
import Testing

@Suite("Importing", .inBothWorlds)
struct ImportCommandTests {
    @Test("a folder is imported once, and files that are not photos are listed at the end")
    func folder() async throws {
        try await withWorld { world in
            let folder = try PhotoFolder("card", in: world)
            try folder.add(20)
            try folder.write("a text that lies", to: "lie.jpg")
            try folder.write("notes", to: "notes.txt")
            try folder.write("", to: "sub/empty.png")
            let first = try await world.ctl("import", folder.path)
            #expect(first.code == 65)
            #expect(first.lines[0].hasPrefix("Imported 20 photos and videos ("))
            #expect(first.lines.dropFirst() == ["Skipped: 1 .txt (notes.txt)."])
            #expect(first.errors.contains("Not imported: 2\n"))
            #expect(first.errors.contains("\(folder.path)/lie.jpg: "))
            #expect(first.errors.contains("\(folder.path)/sub/empty.png: It is empty."))

            let second = try await world.ctl("import", "--json", "--quiet", folder.path)
            #expect(second.code == 65 && second.errors.isEmpty)
            let report = try second.object()
            #expect(report["imported"] as? Int == 0 && report["present"] as? Int == 20)
            #expect(report["skipped"] as? [String: Int] == [".txt": 1])
            #expect((report["failed"] as? [[String: String]])?.count == 2)
            #expect(try await world.owner.assets().count == 20)
        }
    }

    @Test("a folder without photos is reported as such")
    func nothing() async throws {
        try await withWorld { world in
            let folder = try PhotoFolder("card", in: world)
            try folder.write("notes", to: "notes.txt")
            let run = try await world.ctl("import", folder.path)
            #expect(
                run.code == 0 && run.lines == ["Found no photos or videos to import.", "Skipped: 1 .txt (notes.txt)."],
                "\(run)")
        }
    }

    @Test("many bad files in a batch do not affect the good ones")
    func badBatch() async throws {
        try await withWorld { world in
            let folder = try PhotoFolder("card", in: world)
            try folder.add(10)
            for number in 1...5 { try folder.write("no photo \(number)", to: "photo-000\(number)x.jpg") }
            try folder.write("no photo", to: "photo.mov")
            let result = try await world.ctl("import", "--json", "--quiet", folder.path)
            let report = try result.object()
            #expect(report["imported"] as? Int == 10 && report["left"] as? Int == 0)
            #expect((report["failed"] as? [[String: String]])?.count == 6)
        }
    }

    @Test("two equal files become one asset, in one batch and in two")
    func duplicates() async throws {
        try await withWorld { world in
            let folder = try PhotoFolder("card", in: world)
            let twin = try TestPhoto.small("twin").bytes
            for number in 1...3 { try folder.write(twin, to: "a\(number).jpg") }
            try folder.add(32, "between")
            try folder.write(twin, to: "z.jpg")
            let report = try await world.ctl("import", "--json", "--quiet", folder.path).object()
            #expect(report["imported"] as? Int == 33 && report["duplicates"] as? Int == 3)
            #expect(report["present"] as? Int == 0)
        }
    }

    @Test("a photo without a date gets the date of its file, but no future one; a photo with a date keeps it")
    func dates() async throws {
        try await withWorld { world in
            let folder = try PhotoFolder("card", in: world)
            try folder.write(TestPhoto.small("dated").bytes, to: "dated.jpg")
            for name in ["old", "coming"] { try folder.write(TestPhoto.small(name).bytes, to: "\(name).jpg") }
            let stripped = try await world.run(
                "/usr/bin/env", "exiftool", "-quiet", "-overwrite_original", "-all=", "-Comment<${Filename}",
                "\(folder.path)/old.jpg",
                "\(folder.path)/coming.jpg")
            #expect(stripped.code == 0, "\(stripped)")
            let moment = Date(timeIntervalSince1970: 981_173_106)
            for (name, date) in [("dated", moment), ("old", moment), ("coming", Date.distantFuture)] {
                try FileManager.default.setAttributes(
                    [.modificationDate: date], ofItemAtPath: "\(folder.path)/\(name).jpg")
            }
            let run = try await world.ctl("import", "-q", folder.path)
            #expect(run.code == 0, "\(run)")
            let rows = try await world.ctl("assets", "list", "--json", "--sort", "filename").objects()
            #expect(rows.map { $0["filename"] as? String } == ["coming.jpg", "dated.jpg", "old.jpg"])
            #expect(rows[1]["creation-date"] as? String == "2024-05-01T17:12:40.000000Z")
            #expect(rows[2]["creation-date"] as? String == "2001-02-03T04:05:06.000000Z")
            let (created, added) = (rows[0]["creation-date"] as? String, rows[0]["added-date"] as? String)
            #expect((created ?? "z") <= (added ?? ""), "\(rows[0])")
        }
    }

    @Test("the report names the photos with more keywords than are kept")
    func keywords() async throws {
        try await withWorld { world in
            let folder = try PhotoFolder("card", in: world)
            for (name, count) in [("few", 255), ("many", 300)] {
                let photo = try TestPhoto.tagged((0..<count).map { "-XMP-dc:Subject=\($0)" })
                try folder.write(photo.bytes, to: "\(name).jpg")
            }
            let run = try await world.ctl("import", "-q", "--json", folder.path)
            #expect(try run.object()["keyword-limit"] as? [String] == ["many.jpg"], "\(run)")
            let rows = try await world.ctl("assets", "list", "--json", "--sort", "filename").objects()
            #expect(rows.map { ($0["keywords"] as? [String])?.count } == [255, 256])
        }
    }

    @Test("a photo that is in the trash is imported, and the report says so")
    func trashed() async throws {
        try await withWorld { world in
            let folder = try PhotoFolder("card", in: world)
            try folder.add(3)
            #expect(try await world.ctl("import", "-q", folder.path).code == 0)
            let deleted = try await world.ctl("assets", "delete", "--yes", "--where", "filename != 'photo-0001.jpg'")
            #expect(deleted.output == "Moved 2 assets to the trash.\n", "\(deleted)")
            let again = try await world.ctl("import", "-q", folder.path)
            #expect(
                again.output.contains(
                    " s.\n2 of them are also in the trash. A photo that you restore from the trash will be in the library twice."
                ),
                "\(again)")
            #expect(try await world.ctl("trash", "list", "--json").objects().count == 2)
            #expect(try await world.ctl("import", "-q", folder.path).output.contains("Already in the library: 3."))
            #expect(try await world.ctl("import", "-q", "--json", folder.path).object()["also-in-trash"] as? Int == 0)
        }
    }

    /// So many that an import of them outlasts whoever wants to break it off, on a busy machine too.
    private static let many = 2400

    @Test("an interrupted import finishes the current files, and the next run imports the rest", .asProcesses)
    func interruption() async throws {
        try await withWorld { world in
            let folder = try PhotoFolder("card", in: world)
            try folder.add(Self.many)
            #expect(try await world.owner.assets().isEmpty)
            let tool = try world.start([BuiltProgram.path("filmgatectl"), "import", folder.path])
            while try await world.owner.assets().isEmpty { try #require(!tool.hasEnded) }
            tool.send(signal: SIGINT)
            let first = await tool.result()
            #expect(first.code == 130)
            #expect(first.errors.contains("To continue, run the same command again"))
            let imported = try await world.owner.fetch().count
            #expect(first.lines[0].replacing(",", with: "").hasPrefix("Imported \(imported) "))
            let second = try await world.ctl("import", "--json", "--quiet", folder.path)
            #expect(second.code == 0)
            #expect(try second.object()["present"] as? Int == imported)
            #expect(try await world.owner.fetch().count == Self.many)
        }
    }

    @Test(
        "if the broker is killed, the import ends with advice, and the next run loses and repeats nothing", .asProcesses
    )
    func deadBroker() async throws {
        try await withWorld { world in
            let folder = try PhotoFolder("card", in: world)
            try folder.add(Self.many)
            #expect(try await world.owner.assets().isEmpty)
            let tool = try world.start([BuiltProgram.path("filmgatectl"), "import", folder.path])
            while try await world.owner.assets().isEmpty { try #require(!tool.hasEnded) }
            try await world.killBroker()
            let first = await tool.result()
            #expect(first.code == 69)
            #expect(first.errors.contains("The import stopped before "))
            #expect(first.errors.contains("To continue, run the same command again"))
            try await world.startBroker()
            let second = try await world.ctl("import", "--json", "--quiet", folder.path)
            #expect(second.code == 0)
            let report = try second.object()
            #expect((report["imported"] as? Int ?? 0) + (report["present"] as? Int ?? 0) == Self.many)
            #expect(try await world.ctl("assets", "list", "--count").lines == ["\(Self.many)"])
            #expect(try await world.ctl("verify", "--quiet").code == 0)
        }
    }

    @Test("on a terminal, a progress bar moves without escape codes", .asProcesses)
    func bar() async throws {
        try await withWorld { world in
            let folder = try PhotoFolder("card", in: world)
            try folder.add(40)
            try folder.write("lie", to: "lie\u{1B}[31m.jpg")
            let run = try await world.run(
                "/usr/bin/script", "-qec", "\(BuiltProgram.path("filmgatectl")) import \(folder.path)", "/dev/null")
            #expect(run.code == 65)
            #expect(run.output.contains("\r[") && run.output.contains("of 41"))
            #expect(!run.output.contains("\u{1B}"))
            #expect(run.output.contains("lie\u{FFFD}[31m.jpg: "))
        }
    }
}
