import FilmgateTestKit
import FilmgateTestWorlds
import Foundation
import Testing

/// Smart albums with rules, which an export lists in its manifest.
@Suite("Exports and imports of smart albums", .inProcess)
struct SmartAlbumExportTests {
    private static func rules(in world: World) async throws -> Set<[String]> {
        let albums = try await world.owner.collections(
            "album", ["type": "smart"], reading: ["title", "subtype", "where", "parent"])
        return Set(
            albums.filter { $0["subtype"]?.text == "custom" }.map {
                [$0["title"]?.text ?? "", $0["where"]?.text ?? "", $0["parent"] == nil ? "top" : "folder"]
            })
    }

    private static let rule = "rating >= 4 and keywords contains 'cat'"

    /// Creates two smart albums, one of them in a folder, and exports the library.
    private static func export(_ options: String..., from world: World) async throws -> String {
        try await world.owner.add(TestPhoto.small())
        try await world.owner.perform(
            ("create-folder", ["title": "Animals", "placeholder": "@f"]),
            ("create-album", ["title": "Cats", "parent": "@f", "where": .text(rule)]),
            ("create-album", ["title": "Best", "where": "rating = 5"]))
        let out = "\(world.folder)/out"
        let run = try await world.ctl(["export", "-q"] + options + [out])
        #expect(run.code == 0, "\(run)")
        return out
    }

    @Test("come back with title, folder and rule, once also if the import is repeated")
    func rules() async throws {
        try await withWorld { world in
            let out = try await Self.export(from: world)
            let before = try await Self.rules(in: world)
            #expect(before.count == 2)
            try await withSecondWorld { other in
                for _ in 0..<2 {
                    let run = try await other.ctl("import", "-q", out)
                    #expect(run.code == 0, "\(run)")
                    #expect(try await Self.rules(in: other) == before)
                    let made = try await other.owner.collections("album", ["type": "smart"], reading: ["subtype"])
                    #expect(made.count { $0["subtype"]?.text == "custom" } == 2)
                    #expect(try await other.owner.albums().isEmpty)
                }
            }
        }
    }

    @Test("an export without metadata has no rules, and a rule that cannot be used creates nothing")
    func noRules() async throws {
        try await withWorld { world in
            let out = try await Self.export("--without", "captions", from: world)
            #expect(try !String(contentsOfFile: "\(out)/filmgate-manifest.jsonl", encoding: .utf8).contains("rule"))
        }
        try await withWorld { world in
            let out = try await Self.export(from: world)
            let path = "\(out)/filmgate-manifest.jsonl"
            let text = try String(contentsOfFile: path, encoding: .utf8)
            #expect(text.contains("rating = 5"))
            try text.replacing("rating = 5", with: "rating ==== 5").write(
                toFile: path, atomically: true, encoding: .utf8)
            try await withSecondWorld { other in
                let run = try await other.ctl("import", "-q", out)
                #expect(run.code == 65, "\(run)")
                #expect(try await Self.rules(in: other).map { $0[0] } == ["Cats"])
                #expect(try await other.owner.albums().isEmpty)
            }
        }
    }
}
