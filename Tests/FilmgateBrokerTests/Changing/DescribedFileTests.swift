import FilmgateTestKit
import FilmgateTestWorlds
import Foundation
import Testing

/// `metadata` and `orientation` of `create-asset`.
@Suite("A photo that is saved with metadata", .inProcess)
struct DescribedFileTests {
    private static let client = "flatpak:org.example.App"

    private static let metadata: [String: BusArgument] = [
        "dc:title": .text("Sunset"), "dc:subject": .variant("as", .list(["sea", "evening"])),
        "exif:DateTimeOriginal": .text("2021-02-03T04:05:06+02:00"), "tiff:Make": .text("Canon"),
        "tiff:Model": .text("Canon EOS R6"), "exif:GPSLatitude": .text("47,29.874N"),
        "exif:GPSLongitude": .text("19,2.412E"), "xmp:Rating": .text("4"),
    ]

    private static func creation(
        _ bytes: [UInt8], type: String = "photo", _ metadata: [String: BusArgument] = metadata,
        orientation: BusArgument? = nil
    ) -> (String, [String: BusArgument]) {
        var properties: [String: BusArgument] = [:]
        if let orientation { properties["orientation"] = orientation }
        var (kind, keys) = TestClient.creation(
            of: .memory(bytes), type: type, filename: "a.jpg", properties: properties)
        if !metadata.isEmpty { keys["metadata"] = .options(metadata) }
        return (kind, keys)
    }

    private static func reported(of id: String, to client: TestClient) async throws -> [String: Value] {
        try await client.call("Resources1", "GetMetadata", "sa{sv}", .text(id), [:])[0]?.table ?? [:]
    }

    private static func sample(_ name: String) async throws -> [UInt8] {
        [UInt8](try Data(contentsOf: try await SampleMedia.formats.appending(path: name)))
    }

    @Test("says it from then on: in properties, in its file and in images, and is the original that is stored")
    func saved() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let bytes = try TestPhoto.plain("336699").bytes
            let (kind, keys) = Self.creation(bytes, orientation: .variant("u", 6))
            let id = try await owner.perform([(kind, keys)])[0]
            let row = try await owner.properties(
                of: id, "title", "keywords", "creation-date", "time-zone", "camera", "location", "rating",
                "orientation",
                "pixel-width", "content-hash")
            #expect(row["title"]?.text == "Sunset" && row["keywords"]?.texts == ["sea", "evening"])
            #expect(row["creation-date"]?.integer == 1_612_317_906_000_000 && row["time-zone"]?.integer == 7200)
            #expect(row["camera"]?.text == "Canon EOS R6" && row["rating"]?.integer == 4)
            #expect(abs((row["location"]?[0]?.number ?? 0) - 47.4979) < 1e-5)
            #expect(row["orientation"]?.integer == 6 && row["pixel-width"]?.integer == 320)
            let reported = try await Self.reported(of: id, to: owner)
            for (name, value) in [
                "dc:title": "Sunset", "tiff:Make": "Canon", "xmp:Rating": "4", "tiff:Orientation": "6",
            ] {
                #expect(reported[name]?.text == value, "\(name)")
            }
            #expect(reported["exif:GPSLatitude"]?.text == "47,29.874000N")
            let stored = try await owner.open(id)
            #expect(row["content-hash"]?.text == stored.sha256.map { "sha256:\($0)" })
            #expect(stored.size > bytes.count)
            #expect(try await owner.verify().findings.isEmpty)
        }
    }

    @Test(
        "is what a different photo says of itself, if that is handed in",
        arguments: ["plain.png", "plain.heic", "plain.webp"])
    func handedOn(_ name: String) async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let source = try await owner.add(TestPhoto.small())
            let reported = try await Self.reported(of: source, to: owner)
            var metadata: [String: BusArgument] = [:]
            for (name, value) in reported {
                metadata[name] =
                    value.text.map { .text($0) } ?? .variant("as", .list((value.texts ?? []).map(BusArgument.text)))
            }
            let (kind, keys) = Self.creation(try await Self.sample(name), metadata)
            let copy = try await owner.perform([(kind, keys)])[0]
            let again = try await Self.reported(of: copy, to: owner)
            let ofPixels = [
                "tiff:", "exif:Pixel", "exif:ColorSpace", "exif:Components", "exif:ExifVersion", "exif:Flashpix",
            ]
            for (name, value) in reported where !ofPixels.contains(where: name.hasPrefix) || name == "tiff:Model" {
                #expect(again[name] == value, "\(name)")
            }
            let names = ["title", "keywords", "creation-date", "location", "camera", "lens", "time-zone"]
            let before = try await owner.properties(of: source, names)
            let after = try await owner.properties(of: copy, names)
            for name in ["title", "keywords", "creation-date", "camera", "lens", "time-zone"] {
                #expect(after[name] == before[name], "\(name)")
            }
            let places = [before, after].map { $0["location"]?[0]?.number ?? 0 }
            #expect(abs(places[0] - places[1]) < 1e-5)
        }
    }

    @Test("can be one of an app that may only add, and one that is there already is found")
    func adding() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            try await owner.grant(Self.client, "add-only")
            let app = try await world.client(flatpak: "org.example.App")
            let bytes = try TestPhoto.plain("996633").bytes
            var (kind, keys) = Self.creation(bytes)
            keys["unless-present"] = true
            #expect(try await app.perform([(kind, keys)], options: ["dry-run": true]) == [""])
            #expect(try await owner.assets().isEmpty)
            let id = try await app.perform([(kind, keys)])[0]
            #expect(try await owner.properties(of: id, "title")["title"]?.text == "Sunset")
            #expect(try await owner.perform([(kind, keys)])[0] != "", "the owner's own")
            #expect(try await owner.perform([(kind, keys)])[0] == "")
        }
    }

    @Test("is refused if the file cannot say it, and nothing is added")
    func refused() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let photo = try TestPhoto.plain("112233").bytes
            let title: [String: BusArgument] = ["dc:title": "A"]
            var faults: [(String, (String, [String: BusArgument]))] = []
            for name in ["still.gif", "told.dng"] {
                faults.append(("metadata", Self.creation(try await Self.sample(name), title)))
            }
            faults.append(
                ("turned", Self.creation(try await Self.sample("plain.heic"), [:], orientation: .variant("u", 6))))
            for orientation in [.variant("u", 0), .variant("u", 9), .variant("i", 6), "6"] as [BusArgument] {
                faults.append(("orientation", Self.creation(photo, [:], orientation: orientation)))
            }
            let metadata: [(String, BusArgument)] = [
                ("title", "A"), ("dc:title", ""), ("dc:title", .variant("as", .list(["A"]))), ("dc:title", .int64(1)),
                ("nobody:title", "A"), ("dc:ti<tle", "A"), ("dc:subject[1]", "A"), ("dc:title", "a\u{1}b"),
                ("dc:title", .text(String(repeating: "t", count: 70_000))), ("exif:DateTimeOriginal", "yesterday"),
                ("exif:GPSLatitude", "97,0N"), ("exif:FNumber", "open"),
            ]
            for (name, value) in metadata { faults.append((name, Self.creation(photo, [name: value]))) }
            for (word, change) in faults {
                let error = try await refusal { try await owner.perform([change]) }
                #expect(
                    error.kind == "InvalidArgument" && error.message.contains(String(word.prefix(12))),
                    "\(word): \(error)")
            }
            let broken = try await refusal { try await owner.perform([Self.creation(Array(photo.prefix(200)), title)]) }
            #expect(broken.kind == "InvalidContent", "\(broken)")
            #expect(try await owner.assets(["include-hidden": true]).isEmpty)
            let id = try await owner.add(TestPhoto.small())
            let later = try await refusal { try await owner.set(["orientation": .variant("u", 6)], of: id) }
            #expect(later.kind == "InvalidArgument" && later.message.contains("orientation"), "\(later)")
        }
    }

    @Test("counts once in what an app adds, and with all its copies in what is not kept")
    func charged() async throws {
        let bytes = try TestPhoto.tagged(["-Comment=\(String(repeating: "c", count: 60_000))"]).bytes
        let limit = bytes.count * 3
        try await withWorld(WorldSettings(policy: "[flatpak:*]\nadded-bytes-per-day=\(limit)\n")) { world in
            let owner = try await world.owner
            try await owner.grant(Self.client, "add-only")
            let app = try await world.client(flatpak: "org.example.App")
            let creation = Self.creation(bytes, ["dc:title": "A"])
            var copies = 0
            func copy() async throws { try await app.perform([creation], options: ["dry-run": true]) }
            while copies < 5, try await AccessTable.kind(copy) == nil { copies += 1 }
            #expect(copies == 1)
            try await owner.grant("flatpak:org.example.Other", "add-only")
            let other = try await world.client(flatpak: "org.example.Other")
            for _ in 1...2 {
                let kind = try await AccessTable.kind { try await other.perform([creation]) }
                #expect(kind == nil, "what was kept counts no more")
            }
            #expect(try await owner.assets().count == 2)
            #expect(try await owner.verify().findings.isEmpty)
        }
    }

    @Test("can be a video, whose samples stay where they are")
    func video() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let bytes = try await Self.sample("plain.mp4")
            let (kind, keys) = Self.creation(bytes, type: "video", orientation: .variant("u", 8))
            let id = try await owner.perform([(kind, keys)])[0]
            let row = try await owner.properties(of: id, "title", "orientation", "rating", "pixel-width")
            #expect(row["title"]?.text == "Sunset" && row["orientation"]?.integer == 8 && row["rating"]?.integer == 4)
            #expect(row["pixel-width"]?.integer == 320)
        }
    }
}
