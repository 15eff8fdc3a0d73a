import FilmgateTestKit
import FilmgateTestWorlds
import Foundation
import Testing

/// `filmgatectl export --embed`.
@Suite("Exports with XMP in the photos", .inProcess)
struct EmbeddedExportTests {
    private static let properties: [String: BusArgument] = [
        "title": .text("A & <Ü> 🏔️"), "caption": .text("two\nlines"), "keywords": .texts(["Places/Paris", "night"]),
        "rating": .variant("i", .integer(4)), "favorite": true, "location": .place(-33.875, 151.25),
        "creation-date": .int64(1_700_000_000_000_000), "alt-text": .text("A <tower>"),
    ]

    private static func sample(_ name: String) async throws -> [UInt8] {
        [UInt8](try Data(contentsOf: try await SampleMedia.formats.appending(path: name)))
    }

    @Test("tell exiftool what the library knows, in each format that can have it; others have it beside them")
    func formats() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let embedded = [
                "told.png", "plain.png", "told.tif", "plain.tif", "told.webp", "plain.webp", "motion.jpg", "told.heic",
                "plain.avif",
            ]
            let beside = ["told.dng", "still.gif"]
            var samples: [String: [UInt8]] = [:]
            for name in embedded + beside { samples[name] = try await Self.sample(name) }
            // A motion photo, and a file with a preview that a camera finds by its place.
            samples["film.jpg"] = try await Self.sample("motion.jpg") + Self.sample("told.mp4")
            samples["preview.jpg"] = try TestPhoto.small("preview").bytes + [1, 2, 3]
            for (name, bytes) in samples {
                try await owner.add(.memory(bytes), filename: name, properties: Self.properties)
            }
            let out = "\(world.folder)/out"
            let run = try await world.ctl("export", "-q", "--json", "--embed", out)
            #expect(run.code == 0, "\(run)")
            #expect(try run.object()["embedded"] as? Int == embedded.count + 1, "\(run)")
            #expect(try run.object()["sidecars"] as? Int == beside.count + 1, "\(run)")
            for (name, bytes) in samples {
                let isEmbedded = !(beside + ["preview.jpg"]).contains(name)
                let file = try Data(contentsOf: URL(filePath: "\(out)/\(name)"))
                #expect((file == Data(bytes)) != isEmbedded, "\(name)")
                #expect(FileManager.default.fileExists(atPath: "\(out)/\(name).xmp") != isEmbedded, "\(name)")
                let tags = try Self.tags(of: "\(out)/\(name)" + (isEmbedded ? "" : ".xmp"))
                #expect(tags["XMP-dc:Title"] as? String == "A & <Ü> 🏔️", "\(name)")
                #expect(tags["XMP-dc:Description"] as? String == "two\nlines", "\(name)")
                #expect(tags["XMP-iptcCore:AltTextAccessibility"] as? String == "A <tower>", "\(name)")
                #expect(tags["XMP-dc:Subject"] as? [String] == ["Paris", "night"], "\(name)")
                #expect(tags["XMP-lr:HierarchicalSubject"] as? [String] == ["Places|Paris", "night"], "\(name)")
                #expect(tags["XMP-xmp:Rating"] as? Int == 4, "\(name)")
                #expect(abs((tags["XMP-exif:GPSLatitude"] as? Double ?? 0) + 33.875) < 1e-6, "\(name)")
                let date = tags["XMP-photoshop:DateCreated"] as? String ?? ""
                #expect(date.hasPrefix("2023:11:1"), "\(name): \(date)")
                let pixels = try [bytes, Array(file)].map { try Self.pixels(of: $0, name, in: world) }
                #expect(pixels[0] == pixels[1], "\(name)")
            }
            let film = try Data(contentsOf: URL(filePath: "\(out)/film.jpg"))
            #expect(film.suffix(1000) == Data(samples["film.jpg"] ?? []).suffix(1000))
        }
    }

    @Test("videos have it behind their samples, and bring all of it back in an import without the manifest")
    func videos() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let bytes = try await Self.sample("told.mp4")
            var properties = Self.properties
            properties["favorite"] = true
            properties["hidden"] = true
            let (kind, keys) = TestClient.creation(
                of: .memory(bytes), type: "video", filename: "clip.mp4", properties: properties)
            let id = try await owner.perform([(kind, keys)])[0]
            let names = ["title", "caption", "alt-text", "rating", "favorite", "hidden", "keywords"]
            let before = try await owner.properties(of: id, names)
            let out = "\(world.folder)/out"
            let run = try await world.ctl("export", "-q", "--json", "--embed", out)
            #expect(try run.object()["embedded"] as? Int == 1 && run.object()["sidecars"] as? Int == 0, "\(run)")
            #expect(try Data(contentsOf: URL(filePath: "\(out)/clip.mp4")).starts(with: bytes))
            let tags = try Self.tags(of: "\(out)/clip.mp4")
            #expect(tags["XMP-dc:Title"] as? String == "A & <Ü> 🏔️" && tags["XMP-xmp:Rating"] as? Int == 4, "\(tags)")
            try FileManager.default.removeItem(atPath: "\(out)/filmgate-manifest.jsonl")
            #expect(try await world.ctl("assets", "delete", "--yes", id).code == 0)
            #expect(try await world.ctl("import", "-q", out).code == 0)
            let found = try await owner.assets(["include-hidden": true])
            #expect(found.count == 1)
            let after = try await owner.properties(of: try #require(found.first), names)
            for name in names { #expect(after[name] == before[name], "\(name)") }
        }
    }

    @Test("a sidecar with which a photo came stays a file of its own, beside the photo with the library's XMP in it")
    func keptSidecar() async throws {
        try await withWorld { world in
            let folder = try PhotoFolder("card", in: world)
            let sidecar = """
                <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
                <rdf:Description rdf:about="" xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmp:Rating="3" xmp:Label="Keep me"/>
                </rdf:RDF></x:xmpmeta>
                """
            try folder.write(TestPhoto.small("kept").bytes, to: "a.jpg")
            try folder.write(sidecar, to: "a.jpg.xmp")
            #expect(try await world.ctl("import", "-q", folder.path).code == 0)
            let out = "\(world.folder)/out"
            #expect(try await world.ctl("export", "-q", "--embed", out).code == 0)
            #expect(try Self.tags(of: "\(out)/a.jpg")["XMP-xmp:Rating"] as? Int == 3)
            let files = try Self.files(in: out).filter { $0.hasSuffix(".xmp") }
            #expect(files.count == 1, "\(files)")
            #expect(try String(contentsOfFile: "\(out)/\(files[0])", encoding: .utf8) == sidecar)
            // It comes back with the photo.
            try await withSecondWorld { other in
                #expect(try await other.ctl("import", "-q", out).code == 0)
                let id = try #require(await other.ctl("assets", "list", "--ids").lines.first)
                let shown = try await other.ctl("assets", "show", "--json", id).objects()
                let resources = shown.first?["resources"] as? [[String: Any]] ?? []
                #expect(
                    resources.contains {
                        $0["type"] as? String == "sidecar" && $0["filename"] as? String == "a.jpg.xmp"
                    })
            }
        }
    }

    private static func tags(of path: String) throws -> [String: Any] {
        let run = try ChildProcess.run(["/usr/bin/exiftool", "-j", "-n", "-G1", "-struct", path])
        let files = try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [[String: Any]]
        return try #require(files?.first)
    }

    /// The pixels that libvips decodes of a picture.
    private static func pixels(of bytes: [UInt8], _ name: String, in world: World) throws -> Data {
        guard !name.hasSuffix(".dng") else { return Data() }
        let path = "\(world.folder)/\(UUID().uuidString).\(name.suffix(3))"
        let raw = path + ".raw"
        try Data(bytes).write(to: URL(filePath: path))
        defer { for path in [path, raw] { try? FileManager.default.removeItem(atPath: path) } }
        let run = try ChildProcess.run(["/usr/bin/vips", "copy", path, raw])
        #expect(run.code == 0, "\(name): \(run)")
        let pixels = try Data(contentsOf: URL(filePath: raw))
        #expect(!pixels.isEmpty, "\(name)")
        return pixels
    }

    @Test(
        "are written once, and again for a photo that was changed; nothing else is touched",
        arguments: [[], ["--copies"], ["--without", "location"], ["--no-sidecars"]])
    func again(_ options: [String]) async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let changed = try await owner.add(.memory(TestPhoto.small("a").bytes), filename: "a.jpg")
            try await owner.add(.memory(TestPhoto.small("b").bytes), filename: "b.jpg")
            // It cannot have XMP in it.
            let beside = try await owner.add(
                .memory(try TestPhoto.small("c").bytes + [1, 2, 3]), filename: "c.jpg")
            // It has no XMP until something is known of it.
            let plain = try await owner.add(.memory(TestPhoto.plain("336699").bytes), filename: "plain-a.jpg")
            for title in ["One", "Two"] {
                #expect(try await world.ctl("albums", "create", title, changed, beside).code == 0)
            }
            let out = "\(world.folder)/out"
            let command = ["export", "-q", "--json", "--embed", out] + options
            let first = try await world.ctl(command)
            #expect(first.code == 0, "\(first)")
            var names = try Self.files(in: out)
            // What follows the picture of the third one goes with the place.
            let count = ["--no-sidecars", "--without"].contains(options.first) ? 6 : 8
            #expect(names.count == count, "\(names)")
            for title in [nil, "Second", nil, "Third", nil] {
                let before = try names.map { try Self.state(of: "\(out)/\($0)") }
                for id in title == nil ? [] : [changed, beside, plain] {
                    #expect(try await world.ctl("assets", "edit", id, "--title", title ?? "").code == 0)
                }
                let run = try await world.ctl(command)
                #expect(run.code == 0, "\(run)")
                #expect(try Self.files(in: out) == names)
                names = try Self.files(in: out)
                for (name, old) in zip(names, before) {
                    let isNew = try Self.state(of: "\(out)/\(name)") != old
                    let mayBeNew =
                        ["a.jpg", ".xmp"].contains(where: name.hasSuffix)
                        || options.first == "--without" && name.hasSuffix("c.jpg")
                    #expect(isNew == (title != nil && mayBeNew), "\(title ?? "-"): \(name)")
                    guard let title, name.hasSuffix("a.jpg") else { continue }
                    #expect(try Self.tags(of: "\(out)/\(name)")["XMP-dc:Title"] as? String == title)
                }
            }
        }
    }

    private static func files(in folder: String) throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: folder).filter {
            !$0.contains("filmgate-manifest") && $0.contains(".")
        }.sorted()
    }

    /// Which file has a name, and its date.
    private static func state(of path: String) throws -> [String] {
        let facts = try FileManager.default.attributesOfItem(atPath: path)
        return ["\(facts[.systemFileNumber] ?? "")", "\(facts[.modificationDate] ?? "")", "\(facts[.size] ?? "")"]
    }

    @Test("tell no place if it is left out, neither in Exif nor in XMP")
    func without() async throws {
        try await withWorld { world in
            try await world.owner.add(
                .memory(TestPhoto.small().bytes), filename: "a.jpg", properties: Self.properties)
            let out = "\(world.folder)/out"
            let run = try await world.ctl("export", "-q", "--embed", "--without", "location", out)
            #expect(run.code == 0, "\(run)")
            let tags = try Self.tags(of: "\(out)/a.jpg")
            #expect(tags["XMP-dc:Title"] as? String == "A & <Ü> 🏔️")
            #expect(!tags.keys.contains { $0.contains("GPSL") }, "\(tags)")
            let manifest = try String(contentsOfFile: "\(out)/filmgate-manifest.jsonl", encoding: .utf8)
            #expect(!manifest.contains("original-hash") && manifest.contains("\"embedded\":true"), "\(manifest)")
        }
    }

    @Test("cannot be written over an export that is not so, nor the other way round")
    func mixed() async throws {
        try await withWorld { world in
            try await world.owner.add(.memory(TestPhoto.small().bytes), filename: "a.jpg")
            for options in [["--embed"], []] {
                let out = "\(world.folder)/out\(options.count)"
                #expect(try await world.ctl(["export", "-q", out] + options).code == 0)
                let run = try await world.ctl(["export", "-q", out] + (options.isEmpty ? ["--embed"] : []))
                #expect(run.code == 73 && run.errors.contains("--embed"), "\(run)")
            }
        }
    }

    @Test(
        "of a random library, imported into an empty one, give an equal library but for the bytes of the photos, once",
        arguments: UInt64(101)...110)
    func law(_ seed: UInt64) async throws {
        try await withWorld { world in
            var library = RandomLibrary(seed: seed, in: world)
            try await library.make()
            let before = try await LibraryFacts.read(world, comparesBytes: false)
            let out = "\(world.folder)/out"
            let export = try await world.ctl("export", "-q", "--json", "--trash", "--embed", out)
            #expect(export.code == 0, "\(export)")
            #expect(try export.object()["embedded"] as? Int ?? 0 > 0, "\(export)")
            // The library itself has all of it.
            let own = try await world.ctl("import", "-q", "--json", out)
            #expect(try own.object()["imported"] as? Int == 0, "\(own)")
            try await withSecondWorld { other in
                let first = try await other.ctl("import", "-q", out)
                #expect(first.code == 0 && first.errors.isEmpty, "\(first)")
                let after = try await LibraryFacts.read(other, comparesBytes: false)
                for line in Set(before).symmetricDifference(after).sorted() {
                    Issue.record("seed \(seed): \(before.contains(line) ? "lost" : "new"): \(line)")
                }
                #expect(before == after)
                let again = try await other.ctl("import", "-q", "--json", out)
                #expect(try again.object()["imported"] as? Int == 0, "\(again)")
            }
        }
    }

    @Test("are not imported silently if one was changed")
    func changed() async throws {
        try await withWorld { world in
            try await world.owner.add(.memory(TestPhoto.small().bytes), filename: "a.jpg")
            let out = "\(world.folder)/out"
            #expect(try await world.ctl("export", "-q", "--embed", out).code == 0)
            var bytes = try Data(contentsOf: URL(filePath: "\(out)/a.jpg"))
            bytes[bytes.count - 3] ^= 1
            try bytes.write(to: URL(filePath: "\(out)/a.jpg"))
            try await withSecondWorld { other in
                let run = try await other.ctl("import", "-q", out)
                #expect(run.code == 65 && run.errors.contains("a.jpg"), "\(run)")
            }
        }
    }
}
