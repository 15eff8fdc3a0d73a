import FilmgateTestKit
import Foundation
import Testing

/// Fills a library by chance, with everything that a person can set.
struct RandomLibrary {
    private var random: SeededRandom
    private let world: World
    private var assets: [String] = []

    init(seed: UInt64, in world: World) { (random, self.world) = (SeededRandom(seed: seed), world) }

    private static let texts = [
        "", "plain", "A & <B> \"quoted\" 'too'", "line\nbreak\ttab", "日本語 🏔️ e\u{301}", "../up", "a|b/c",
        String(repeating: "ü", count: 500), "\u{2028}\u{FEFF}x",
    ]
    private static let names = [
        "IMG_1.jpg", "img_1.JPG", "IMG_2_COVER.jpg", "..\u{202E}.jpg", String(repeating: "n", count: 251) + ".jpg",
        "no ending",
    ]

    private mutating func pick<Value>(_ values: [Value]) -> Value {
        values[Int.random(in: values.indices, using: &random)]
    }
    private mutating func chance(_ part: Int) -> Bool { Int.random(in: 0..<part, using: &random) == 0 }

    mutating func make() async throws {
        let owner = try await world.owner
        for number in 0..<12 {
            let mark = chance(4) && number > 0 ? "photo 0" : "photo \(number)"
            let photo =
                chance(2)
                ? try TestPhoto.ofBurst(pick(["0123456789ab", "ba9876543210"]), isPicked: chance(4), mark)
                : try TestPhoto.small(mark)
            var resources: [BusArgument] = [resource("photo", photo.bytes, pick(Self.names))]
            if chance(5) { resources.append(resource("paired-video", try Video.small(mark).bytes, "IMG_1.MOV")) }
            if chance(5) { resources.append(resource("adjustment-data", Array("<plist/>".utf8), "IMG_1.AAE")) }
            if chance(4) { resources.append(resource("sidecar", Self.sidecar, "IMG_1.jpg.xmp")) }
            var keys: [String: BusArgument] = [
                "resources": .variant("a(sha{sv})", .list(resources)), "properties": .options(properties()),
            ]
            if chance(4), let original = assets.randomElement(using: &random) {
                keys["original-asset"] = .text(original)
            }
            // Its file tells of no burst, or of a different one.
            if chance(3), let burst = try await bursts(owner).randomElement(using: &random) {
                keys["burst-id"] = .text(burst)
            }
            let id = try #require(try await owner.perform(("create-asset", keys)).first)
            assets.append(id)
            if chance(3) {
                try await owner.perform(
                    ("set-properties", ["id": .text(id), "properties": .options(["remove": .texts(["location"])])]))
            }
        }
        let render = "\(world.folder)/render.jpg", data = "\(world.folder)/data"
        try Data(TestPhoto.plain("336699").bytes).write(to: URL(filePath: render))
        try Data("vignette 0.5".utf8).write(to: URL(filePath: data))
        let videos = Set(
            try await world.ctl(["assets", "show", "--json"] + assets).objects().filter { row in
                (row["resources"] as? [[String: Any]] ?? []).contains { $0["type"] as? String == "paired-video" }
            }.compactMap { $0["id"] as? String })
        for id in assets where !videos.contains(id) && chance(4) {
            let run = try await world.ctl(
                "assets", "set-content", id, render, "--adjustment-format", "org.example.Vignette",
                "--adjustment-version", "3", "--adjustment-data", data)
            #expect(run.code == 0, "\(run)")
        }
        try await makeAlbums(owner)
        try await owner.perform(("delete-assets", ["ids": .texts([assets[1], assets[4]])]))
    }

    /// The bursts with two photos or more, in a fixed order.
    private func bursts(_ owner: TestClient) async throws -> [String] {
        guard !assets.isEmpty else { return [] }
        let rows = try await owner.read(owner.fetch(["identifiers": .texts(assets)]), "burst-id")
        var seen: Set<String> = []
        return rows.compactMap { $0["burst-id"]?.text }.filter { seen.insert($0).inserted }
    }

    private mutating func makeAlbums(_ owner: TestClient) async throws {
        var folders: [String] = []
        for title in ["Travel", "Travel", "b", "A"] {
            var keys: [String: BusArgument] = ["title": .text(title)]
            if !chance(3), let parent = folders.randomElement(using: &random) { keys["parent"] = .text(parent) }
            folders += try await owner.perform(("create-folder", keys))
        }
        for title in ["Summer", "summer", "Same/title", "..", "Winter", "Empty"] {
            var keys: [String: BusArgument] = ["title": .text(title)]
            if !chance(3) { keys["parent"] = .text(pick(folders)) }
            let album = try #require(try await owner.perform(("create-album", keys)).first)
            guard title != "Empty" else { continue }
            let members = Array(assets.shuffled(using: &random).prefix(Int.random(in: 1...8, using: &random)))
            try await owner.perform(("add-assets", ["album": .text(album), "ids": .texts(members)]))
            let shown = members.filter { $0 != assets[1] && $0 != assets[4] }
            if chance(2), let cover = shown.randomElement(using: &random) {
                try await owner.perform(("set-cover", ["album": .text(album), "id": .text(cover)]))
            }
        }
        for folder in folders where chance(2) {
            let albums = try await owner.read(owner.fetch("album", ["folder": .text(folder)]), "id")
            let children = albums.compactMap { $0["id"]?.text }.shuffled(using: &random)
            guard children.count > 1 else { continue }
            try await owner.perform(
                ("move-children", ["folder": .text(folder), "ids": .texts(children), "index": .uint32(0)]))
        }
    }

    private mutating func properties() -> [String: BusArgument] {
        var properties: [String: BusArgument] = [:]
        if !chance(3) { properties["title"] = .text(pick(Self.texts)) }
        if !chance(3) { properties["caption"] = .text(pick(Self.texts)) }
        if !chance(3) { properties["alt-text"] = .text(pick(Self.texts)) }
        if !chance(3) {
            properties["keywords"] = .texts(["Places/Paris", "AC/DC", "a,b", "é"].filter { _ in chance(2) })
        }
        if !chance(2) { properties["rating"] = .variant("i", .integer(Int64.random(in: 0...5, using: &random))) }
        if chance(3) { properties["favorite"] = true }
        if chance(4) { properties["hidden"] = true }
        if !chance(3) {
            properties["location"] = .place(
                Double.random(in: -90...90, using: &random), Double.random(in: -180...180, using: &random))
        }
        properties["creation-date"] = .int64(
            Int64.random(in: -2_000_000_000_000_000...4_000_000_000_000_000, using: &random))
        return properties
    }

    private func resource(_ type: String, _ bytes: [UInt8], _ name: String) -> BusArgument {
        .list([.text(type), .descriptor(.memory(bytes)), .table(["filename": .text(name)])])
    }

    private static let sidecar = Array(
        """
        <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
        <rdf:Description xmlns:dc="http://purl.org/dc/elements/1.1/" dc:source="kept"/></rdf:RDF></x:xmpmeta>
        """.utf8)
}
