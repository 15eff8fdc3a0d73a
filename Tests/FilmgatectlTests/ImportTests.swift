import FilmgateTestKit
import Foundation
import Glibc
import Testing

@Suite("Importing")
struct ImportTests {
    @Test("a folder is brought in once, and what is no photo is told at the end")
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
            #expect(first.lines.dropFirst() == ["Skipped: 1 .txt."])
            #expect(first.errors.contains("Could not be imported: 2\n"))
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

    @Test("many bad files in one batch cost the good ones nothing")
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
    func twins() async throws {
        try await withWorld { world in
            let folder = try PhotoFolder("card", in: world)
            let twin = try Photo.small("twin").bytes
            for number in 1...3 { try folder.write(twin, to: "a\(number).jpg") }
            try folder.add(32, "between")
            try folder.write(twin, to: "z.jpg")
            let report = try await world.ctl("import", "--json", "--quiet", folder.path).object()
            #expect(report["imported"] as? Int == 33 && report["present"] as? Int == 3)
        }
    }

    /// So many that an import of them outlasts whoever wants to break it off, on a busy machine too.
    private static let many = 2400

    @Test("an interruption finishes what is under way, and running it again does the rest")
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
            #expect(first.errors.contains("Run the same command again to go on"))
            let imported = try await world.owner.fetch().count
            #expect(first.lines[0].replacing(",", with: "").hasPrefix("Imported \(imported) "))
            let second = try await world.ctl("import", "--json", "--quiet", folder.path)
            #expect(second.code == 0)
            #expect(try second.object()["present"] as? Int == imported)
            #expect(try await world.owner.fetch().count == Self.many)
        }
    }

    @Test("a broker that dies in the middle ends it with what to do, and nothing is lost or doubled")
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
            #expect(first.errors.contains("The import stopped with "))
            #expect(first.errors.contains("Run the same command again to go on"))
            try await world.startBroker()
            let second = try await world.ctl("import", "--json", "--quiet", folder.path)
            #expect(second.code == 0)
            let report = try second.object()
            #expect((report["imported"] as? Int ?? 0) + (report["present"] as? Int ?? 0) == Self.many)
            #expect(try await world.ctl("assets", "list", "--count").lines == ["\(Self.many)"])
            #expect(try await world.ctl("verify", "--quiet").code == 0)
        }
    }

    @Test("on a terminal a bar moves, and no escape code is ever written")
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
