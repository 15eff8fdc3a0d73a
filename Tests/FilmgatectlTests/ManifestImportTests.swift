import FilmgateTestKit
import FilmgateTestWorlds
import Foundation
import Testing

/// Exports that are imported into a library that holds something, or in parts.
@Suite("Imports of exports", .inProcess)
struct ManifestImportTests {
    @Test("what the library has already is neither trashed nor edited, and its albums keep their covers")
    func existing() async throws {
        try await withWorld { other in
            let ids = try await Self.add(["gone", "edited", "cover", "plain"], to: other)
            #expect(try await other.ctl("albums", "create", "Trip", ids[2], ids[3]).code == 0)
            #expect(try await other.ctl("albums", "cover", "Trip", ids[2]).code == 0)
            #expect(try await other.ctl("assets", "edit", ids[3], "--title", "Theirs", "--rating", "1").code == 0)
            let render = "\(other.folder)/render.jpg"
            try Data(TestPhoto.plain("336699").bytes).write(to: URL(filePath: render))
            let edit = try await other.ctl(
                "assets", "set-content", ids[1], render, "--adjustment-format", "org.example.Vignette",
                "--adjustment-version", "3")
            #expect(edit.code == 0, "\(edit)")
            try await other.owner.perform(("delete-assets", ["ids": .texts([ids[0]])]))
            let out = "\(other.folder)/out"
            #expect(try await other.ctl("export", "-q", "--trash", out).code == 0)

            try await withSecondWorld { world in
                let mine = try await Self.add(["gone", "edited", "cover", "plain"], to: world)
                #expect(try await world.ctl("assets", "edit", mine[3], "--title", "Mine", "--rating", "5").code == 0)
                #expect(try await world.ctl("albums", "create", "Trip", mine[3], mine[2]).code == 0)
                #expect(try await world.ctl("albums", "cover", "Trip", mine[3]).code == 0)
                let before = try await LibraryFacts.read(world)
                for count in [1, 0] {
                    let run = try await world.ctl("import", "-q", "--json", out)
                    // The photo that is in the trash there comes to the trash here.
                    #expect(try run.object()["imported"] as? Int == count, "\(run)")
                    let left = try run.object()["not-available"] as? [[String: Any]] ?? []
                    #expect(left.count == 1 && (left[0]["path"] as? String)?.hasSuffix("edited-edited.jpg") == true)
                    let after = try await LibraryFacts.read(world)
                    #expect(after.filter { !$0.contains(" trashed of ") } == before, "\(after)")
                    #expect(after.count == before.count + 1)
                }
            }
        }
    }

    @Test("a version is kept even if its line comes before that of its original, and versions in a circle are photos")
    func versions() async throws {
        try await withWorld { world in
            let bytes = try TestPhoto.small("original").bytes
            let original = try await world.owner.add(.memory(bytes), filename: "a.jpg")
            var newest = original
            for number in 0..<3 {
                let keys: [String: BusArgument] = [
                    "resources": .variant("a(sha{sv})", .list([Self.photo(bytes, "a.jpg")])),
                    "original-asset": .text(newest), "properties": .options(["title": .text("version \(number)")]),
                ]
                newest = try #require(try await world.owner.perform(("create-asset", keys)).first)
            }
            let out = "\(world.folder)/out"
            #expect(try await world.ctl("export", "-q", out).code == 0)
            let before = try await LibraryFacts.read(world)
            let lines = try Self.lines(out)
            try Self.write([lines[0]] + lines.dropFirst().reversed(), to: out)
            try await withSecondWorld { other in
                let run = try await other.ctl("import", "-q", out)
                #expect(run.code == 0, "\(run)")
                #expect(try await LibraryFacts.read(other) == before)
                let again = try await other.ctl("import", "-q", "--json", out).object()
                #expect(again["imported"] as? Int == 0 && again["present"] as? Int == 4, "\(again)")
            }
            // The first of all becomes a version of the last.
            let circle = lines.map { line in
                line.contains("original-asset") || !line.contains(#""id":"\#(original)""#)
                    ? line : line.replacing(#""id":"#, with: #""original-asset":"\#(newest)","id":"#)
            }
            #expect(circle != lines)
            try Self.write(circle, to: out)
            try await withSecondWorld { other in
                let run = try await other.ctl("import", "-q", out)
                #expect(run.code == 0, "\(run)")
                #expect(try await other.owner.assets().count == 4)
            }
        }
    }

    @Test("an import that was interrupted anywhere is continued to an equal library", .seeded)
    func interrupted() async throws {
        try await withWorld { world in
            var library = RandomLibrary(seed: 77, in: world)
            try await library.make()
            let before = try await LibraryFacts.read(world)
            let out = "\(world.folder)/out"
            #expect(try await world.ctl("export", "-q", "--trash", out).code == 0)
            let lines = try Self.lines(out)
            let assets = lines.filter { $0.hasPrefix(#"{"asset""#) }
            var random = SeededRandom()
            for count in [1, assets.count / 2, assets.count - 1] {
                // An interruption leaves some photos of any place, with the originals of versions and whole bursts, and
                // no albums.
                let some = try Self.withOriginals(Array(assets.shuffled(using: &random).prefix(count)), of: assets)
                try await withSecondWorld { other in
                    try Self.write([lines[0]] + some, to: out)
                    let first = try await other.ctl("import", "-q", "--json", out)
                    #expect(try first.object()["failed"] as? [String] == [], "\(first)")
                    try Self.write(lines, to: out)
                    let second = try await other.ctl("import", "-q", out)
                    #expect(second.code == 0, "\(second)")
                    let after = try await LibraryFacts.read(other)
                    for line in Set(before).symmetricDifference(after).sorted() {
                        Issue.record("\(some.count) first: \(before.contains(line) ? "lost" : "new"): \(line)")
                    }
                    #expect(after.count == before.count)
                }
            }
        }
    }

    @Test("an export is imported alone; with --from folder its files come with those of other paths")
    func alone() async throws {
        try await withWorld { world in
            _ = try await Self.add(["a"], to: world)
            let out = "\(world.folder)/out"
            #expect(try await world.ctl("export", "-q", out).code == 0)
            let more = try PhotoFolder("more", in: world)
            try more.write(TestPhoto.small("more").bytes, to: "more.jpg")
            try await withSecondWorld { other in
                for paths in [[out, more.path], [more.path, out], ["--from", "filmgate", more.path, out]] {
                    let run = try await other.ctl(["import", "-q"] + paths)
                    #expect(run.code == 64 && run.errors.contains("'\(out)'"), "\(run)")
                    #expect(run.errors.contains("--from folder"), "\(run)")
                    #expect(try await other.owner.assets().isEmpty)
                }
                #expect(try await other.ctl("import", "-q", "--from", "folder", out, more.path).code == 0)
                #expect(try await other.owner.assets().count == 2)
            }
        }
    }

    @Test("files that are missing are failures, and files that were changed are named and taken as they are")
    func faults() async throws {
        try await withWorld { world in
            let ids = try await Self.add(["gone", "longer", "same-size", "plain"], to: world)
            for (id, name) in [(ids[0], "gone"), (ids[3], "plain")] {
                #expect(try await world.ctl("assets", "edit", id, "--title", name).code == 0)
            }
            let out = "\(world.folder)/out"
            #expect(try await world.ctl("export", "-q", out).code == 0)
            try FileManager.default.removeItem(atPath: "\(out)/gone.jpg")
            // What it tells is in the manifest.
            try FileManager.default.removeItem(atPath: "\(out)/plain.jpg.xmp")
            var longer = try Data(contentsOf: URL(filePath: "\(out)/longer.jpg"))
            longer.append(0)
            try longer.write(to: URL(filePath: "\(out)/longer.jpg"))
            try Data(TestPhoto.small("SAME-SIZE").bytes).write(to: URL(filePath: "\(out)/same-size.jpg"))
            try await withSecondWorld { other in
                let preview = try await other.ctl("import", "--dry-run", out)
                #expect(preview.output.contains("gone.jpg"), "\(preview)")
                for count in [3, 0] {
                    let run = try await other.ctl("import", "-q", "--json", out)
                    #expect(run.code == 65, "\(run)")
                    let report = try run.object()
                    let names = { (key: String) in
                        (report[key] as? [[String: Any]] ?? []).compactMap { $0["path"] as? String }
                            .map { $0.split(separator: "/").last.map(String.init) ?? "" }
                    }
                    #expect(names("failed") == ["gone.jpg"] && names("changed") == ["longer.jpg", "same-size.jpg"])
                    #expect(report["imported"] as? Int == count, "\(run)")
                }
                #expect(try await other.owner.assets().count == 3)
            }
        }
    }

    @Test(
        "an import sets the covers and the order that an earlier one did not come to, and changes none that a person chose"
    )
    func coversAndOrder() async throws {
        try await withWorld { world in
            let ids = try await Self.add(["a", "b", "c"], to: world)
            #expect(try await world.ctl("folders", "create", "Travel").code == 0)
            for title in ["One", "Two", "Three"] {
                let made = try await world.ctl(["albums", "create", title] + ids + ["--folder", "Travel"])
                #expect(made.code == 0, "\(made)")
                #expect(try await world.ctl("albums", "cover", "Travel/\(title)", ids[1]).code == 0)
            }
            let folder = try await world.owner.read(world.owner.fetch("folder", ["type": "folder"]), "id")[0]["id"]?
                .text
            func arrange(_ world: World, _ folder: String, _ titles: [String]) async throws {
                let listed = try await world.ctl("albums", "list", "--json").objects()
                let albums = titles.compactMap { title in
                    listed.first { $0["title"] as? String == title }?["id"] as? String
                }
                #expect(albums.count == titles.count)
                try await world.owner.perform(
                    ("move-children", ["folder": .text(folder), "ids": .texts(albums), "index": .uint32(0)]))
            }
            // Neither by title nor in the order in which they were made.
            try await arrange(world, #require(folder), ["Two", "One", "Three"])
            let before = try await LibraryFacts.read(world)
            let out = "\(world.folder)/out"
            #expect(try await world.ctl("export", "-q", out).code == 0)
            let lines = try Self.lines(out)
            let bare = try lines.map { line in
                let cover = try Regex(#""cover":"[^"]*","#)
                let children = try Regex(#""children":\[[^\]]*\],"#)
                return line.replacing(cover, with: "").replacing(children, with: "")
            }
            #expect(bare != lines)
            try await withSecondWorld { other in
                try Self.write(bare, to: out)
                #expect(try await other.ctl("import", "-q", out).code == 0)
                let newest = try await Self.covers(other)
                try Self.write(lines, to: out)
                for _ in 0..<2 {
                    #expect(try await other.ctl("import", "-q", out).code == 0)
                    let facts = try await LibraryFacts.read(other)
                    #expect(facts == before, "\(Set(facts).symmetricDifference(before))")
                }
                let there = try await other.owner.read(other.owner.fetch("folder", ["type": "folder"]), "id")
                try await arrange(other, #require(there[0]["id"]?.text), ["Three", "Two", "One"])
                let others = try await newest.union(Self.covers(other))
                let third = try #require(try await other.owner.assets().first { !others.contains($0) })
                for title in ["One", "Two", "Three"] {
                    #expect(try await other.ctl("albums", "cover", "Travel/\(title)", third).code == 0)
                }
                let chosen = try await LibraryFacts.read(other)
                #expect(try await other.ctl("import", "-q", out).code == 0)
                #expect(try await LibraryFacts.read(other) == chosen)
            }
        }
    }

    private static func covers(_ world: World) async throws -> Set<String> {
        let albums = try await world.owner.read(world.owner.fetch("album", ["type": "album"]), "cover")
        return Set(albums.compactMap { $0["cover"]?.text })
    }

    private static func add(_ names: [String], to world: World) async throws -> [String] {
        var ids: [String] = []
        for name in names {
            ids.append(try await world.owner.add(.memory(TestPhoto.small(name).bytes), filename: "\(name).jpg"))
        }
        return ids
    }

    private static func photo(_ bytes: [UInt8], _ name: String) -> BusArgument {
        .list([.text("photo"), .descriptor(.memory(bytes)), .table(["filename": .text(name)])])
    }

    /// Adds what an import takes before some of these: the originals of versions, and bursts.
    private static func withOriginals(_ some: [String], of all: [String]) throws -> [String] {
        func text(_ key: String, _ line: String) throws -> String? {
            let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: [String: Any]]
            return object?["asset"]?[key] as? String
        }
        var some = some
        var place = 0
        while place < some.count {
            if let original = try text("original-asset", some[place]),
                let line = try all.first(where: { try text("id", $0) == original }), !some.contains(line)
            {
                some.append(line)
            }
            // A photo that does not say itself which burst it is of comes after those that do.
            if let burst = try text("burst", some[place]) {
                some += try all.filter { try text("burst", $0) == burst && !some.contains($0) }
            }
            place += 1
        }
        return some
    }

    private static func lines(_ folder: String) throws -> [String] {
        try String(contentsOfFile: "\(folder)/filmgate-manifest.jsonl", encoding: .utf8).split(separator: "\n")
            .map(String.init)
    }

    private static func write(_ lines: [String], to folder: String) throws {
        try Data((lines.joined(separator: "\n") + "\n").utf8)
            .write(to: URL(filePath: "\(folder)/filmgate-manifest.jsonl"))
    }
}
