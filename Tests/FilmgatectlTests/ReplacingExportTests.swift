import FilmgateTestKit
import FilmgateTestWorlds
import Foundation
import Testing

/// What an export leaves of the files of an earlier run, and of files that are not its own.
@Suite("Exports over photos that have other XMP now", .inProcess)
struct ReplacingExportTests {
    @Test("keep to their names beside the XMP of a different program", arguments: ["known", "plain"])
    func foreign(_ kind: String) async throws {
        try await withWorld { world in
            let photo = try kind == "plain" ? TestPhoto.plain("336699") : TestPhoto.small("a")
            let id = try await world.owner.add(.memory(photo.bytes), filename: "a.jpg")
            let out = "\(world.folder)/out"
            #expect(try await world.ctl("export", "-q", "--embed", out).code == 0)
            let foreign = Data("<darktable/>".utf8)
            try foreign.write(to: URL(filePath: "\(out)/a.jpg.xmp"))
            for rating in [nil, "3", nil, "4"] {
                if let rating { #expect(try await world.ctl("assets", "edit", id, "--rating", rating).code == 0) }
                let run = try await world.ctl("export", "-q", "--json", "--embed", out)
                #expect(run.code == 0, "\(run)")
                #expect(try run.object()["exported"] as? Int == (rating == nil ? 0 : 1), "\(run)")
                #expect(try Self.files(in: out) == ["a.jpg", "a.jpg.xmp"])
                #expect(try Data(contentsOf: URL(filePath: "\(out)/a.jpg.xmp")) == foreign)
                guard let rating else { continue }
                let photo = try Data(contentsOf: URL(filePath: "\(out)/a.jpg"))
                #expect(
                    photo.firstRange(of: Data("Rating>\(rating)<".utf8)) != nil
                        || photo.firstRange(of: Data("Rating=\"\(rating)\"".utf8)) != nil)
            }
        }
    }

    @Test("leave a file until the new one is complete", arguments: [["--embed"], []])
    func incomplete(_ options: [String]) async throws {
        try await withWorld { world in
            let id = try await world.owner.add(.memory(TestPhoto.small("a").bytes), filename: "a.jpg")
            let out = "\(world.folder)/out"
            #expect(try await world.ctl(["export", "-q", out] + options).code == 0)
            let names = try Self.files(in: out)
            let before = try names.map { try Data(contentsOf: URL(filePath: "\(out)/\($0)")) }
            #expect(try await world.ctl("assets", "edit", id, "--title", "New").code == 0)
            // Nothing can be written with a temporary name.
            let traps = [""] + (1..<8).map { "-\($0)" }
            for trap in traps {
                try FileManager.default.createDirectory(
                    atPath: "\(out)/.filmgatectl.part\(trap)", withIntermediateDirectories: false)
            }
            #expect(try await world.ctl(["export", "-q", out] + options).code == 73)
            #expect(try names.map { try Data(contentsOf: URL(filePath: "\(out)/\($0)")) } == before)
            for trap in traps { try FileManager.default.removeItem(atPath: "\(out)/.filmgatectl.part\(trap)") }
            #expect(try await world.ctl(["export", "-q", out] + options).code == 0)
            #expect(try Self.files(in: out) == names)
            #expect(try names.map { try Data(contentsOf: URL(filePath: "\(out)/\($0)")) } != before)
        }
    }

    @Test("leave the files of a photo that the library cannot read, and write them when it can")
    func unreadable() async throws {
        try await withWorld { world in
            let bytes = try TestPhoto.small("a").bytes
            let id = try await world.owner.add(.memory(bytes), filename: "a.jpg")
            for title in ["One", "Two"] { #expect(try await world.ctl("albums", "create", title, id).code == 0) }
            let out = "\(world.folder)/out"
            #expect(try await world.ctl("export", "-q", "--embed", out).code == 0)
            let names = try Self.files(in: out)
            let before = try names.map { try Data(contentsOf: URL(filePath: "\(out)/\($0)")) }
            let originals = try FileManager.default.subpathsOfDirectory(atPath: world.state).filter { path in
                path.contains("originals/")
                    && (try? Data(contentsOf: URL(filePath: "\(world.state)/\(path)"))) == Data(bytes)
            }
            let original = try #require(originals.first)
            #expect(originals.count == 1)
            #expect(try await world.ctl("assets", "edit", id, "--title", "New").code == 0)
            try FileManager.default.moveItem(
                atPath: "\(world.state)/\(original)", toPath: "\(world.folder)/original")
            let failed = try await world.ctl("export", "-q", "--embed", out)
            #expect(failed.code != 0, "\(failed)")
            #expect(try names.map { try Data(contentsOf: URL(filePath: "\(out)/\($0)")) } == before)
            try FileManager.default.moveItem(
                atPath: "\(world.folder)/original", toPath: "\(world.state)/\(original)")
            let run = try await world.ctl("export", "-q", "--embed", out)
            #expect(run.code == 0, "\(run)")
            #expect(try Self.files(in: out) == names)
            let after = try names.map { try Data(contentsOf: URL(filePath: "\(out)/\($0)")) }
            for (old, new) in zip(before, after) { #expect(old != new) }
        }
    }

    @Test("embed XMP in a photo that an earlier run could not embed it in for a passing reason")
    func passing() async throws {
        try await withWorld { world in
            try await world.owner.add(.memory(TestPhoto.small("a").bytes), filename: "a.jpg")
            let out = "\(world.folder)/out"
            #expect(try await world.ctl("export", "-q", out).code == 0)
            #expect(try Self.files(in: out) == ["a.jpg", "a.jpg.xmp"])
            // What such a run would have noted.
            let manifest = "\(out)/filmgate-manifest.jsonl"
            let text = try String(contentsOfFile: manifest, encoding: .utf8)
            let header = "{\"filmgate-export\":{"
            #expect(text.contains(header))
            try Data(text.replacing(header, with: header + "\"embed\":true,").utf8).write(
                to: URL(filePath: manifest))
            let run = try await world.ctl("export", "-q", "--json", "--embed", out)
            #expect(run.code == 0, "\(run)")
            #expect(try run.object()["embedded"] as? Int == 1, "\(run)")
            #expect(try Self.files(in: out) == ["a.jpg"])
        }
    }

    private static func files(in folder: String) throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: folder).filter {
            !$0.contains("filmgate-manifest") && $0.contains(".")
        }.sorted()
    }
}
