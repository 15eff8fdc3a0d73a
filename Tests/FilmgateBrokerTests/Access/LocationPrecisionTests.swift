import FilmgateTestKit
import FilmgateTestWorlds
import Testing

/// An app that learns places to a tenth of a degree tries to learn more.
@Suite("An app that learns only the town", .inProcess)
struct LocationPrecisionTests {
    static let client = "flatpak:org.example.App"
    static let all = ["location", "originals", "captions", "metadata", "write"]
    static let town: [String: BusArgument] = ["location-precision": "town"]

    /// Two arrangements of exact places with equal towns. In the first, the last two photos are more than 20 km apart.
    static let arrangements: [[(Double, Double)]] = [
        [(47.5449, 18.9501), (47.4501, 19.0499), (-0.0499, 0.0499), (47.4501, 19.0), (47.6499, 19.0)],
        [(47.4501, 19.0499), (47.5449, 18.9501), (0.0499, -0.0499), (47.5449, 19.0), (47.5501, 19.0)],
    ]

    @Test(
        "sees the same in two libraries whose places are in the same towns, whatever it asks", .long,
        arguments: ["limited", "full"])
    func duplicates(_ level: String) async throws {
        try await withWorld { world in
            let owner = try await world.owner
            var photos: [String] = []
            for number in 0..<5 {
                let date = BusArgument.int64(1_700_000_000_000_000 + Int64(number) * 2_400_000_000)
                photos.append(try await owner.add(TestPhoto.small("\(number)"), properties: ["creation-date": date]))
            }
            try await owner.grant(
                Self.client, level, selection: level == "limited" ? photos : nil, rights: Self.all, others: Self.town)
            let app = try await world.client(flatpak: "org.example.App")
            var seen: [[String]] = []
            for places in Self.arrangements {
                for (photo, place) in zip(photos, places) {
                    try await owner.set(["location": .place(place.0, place.1)], of: photo)
                }
                seen.append(try await Self.transcript(of: app))
            }
            #expect(seen[0] == seen[1])
            #expect(seen[0].contains { $0.contains("47.5") } && !seen[0].contains { $0.contains("47.544") })

            // With exact places, the two libraries differ in everything that was asked.
            try await owner.grant(Self.client, level, selection: level == "limited" ? photos : nil, rights: Self.all)
            let exact = try await Self.transcript(of: app)
            #expect(zip(exact, seen[0]).count { $0 != $1 } > 10)
        }
    }

    /// The answers to all kinds of questions about places.
    private static func transcript(of app: TestClient) async throws -> [String] {
        var lines: [String] = []
        for ascending in [true, false] {
            let sorted = try await app.assets(["sort": .variant("a(sb)", [["location", .flag(ascending)]])])
            lines.append("\(sorted)")
        }
        let operands = ["location.latitude", "location.longitude"]
        for value in [47.44, 47.45, 47.5, 47.53, 47.55, 47.6, 18.96, 19.0, 19.04, 0.0, -0.01, 0.01] {
            for operand in operands {
                for condition in [
                    "\(operand) < \(value)", "\(operand) >= \(value)", "\(operand) = \(value)",
                    "not \(operand) > \(value)",
                    "\(operand) between \(value) and \(value + 0.01)", "\(operand) in (\(value), 3)",
                ] {
                    lines.append("\(condition): \(try await app.assets(["where": .variant("s", .text(condition))]))")
                }
            }
        }
        let result = try await app.fetch()
        let rows = try await app.read(result, "id", "location", "content-hash")
        lines += rows.map { "\($0.sorted { $0.key < $1.key })" }
        let (content, layout) = try await app.snapshot(result, "id", "location")
        lines.append("\(content.sha256 ?? "") \(layout["columns"]?.list ?? [])")
        try await app.close(result)
        for moment in try await app.collections("album", ["type": "moment"]) {
            lines.append("\(moment.sorted { $0.key < $1.key })")
        }
        return lines
    }

    @Test(
        "learns no content hash, gets files without the exact place, changes no place, and finds no photo by its content"
    )
    func closed() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let photo = try await owner.add(TestPhoto.small(), properties: ["location": .place(47.4979, 19.0402)])
            try await owner.grant(Self.client, "full", rights: Self.all, others: Self.town)
            let app = try await world.client(flatpak: "org.example.App")
            let row = try await app.properties(of: photo, "location", "content-hash")
            #expect(row["content-hash"] == nil)
            #expect(row["location"]?[0]?.number == 47.5 && row["location"]?[1]?.number == 19)
            let hash = try #require(await owner.properties(of: photo, "content-hash")["content-hash"]?.text)
            let asked = try await refusal {
                try await app.assets(["where": .variant("s", .text("content-hash = '\(hash)'"))])
            }
            #expect(asked.kind == "InvalidArgument")
            let opened = try await app.call("Resources1", "OpenResource", "ssa{sv}", .text(photo), "photo", [:])
            #expect(opened[1]?["redacted"]?.texts == ["location"])
            for change in [["location": .place(1, 2)], ["remove": .texts(["location"])]] as [[String: BusArgument]] {
                let error = try await refusal { try await app.set(change, of: photo) }
                #expect(error.kind == "AccessDenied" && error.message.contains("tenth of a degree"), "\(error)")
            }
            var (kind, keys) = TestClient.creation(of: .memory(try TestPhoto.small().bytes))
            keys["unless-present"] = true
            #expect(try await app.perform([(kind, keys)])[0] != "", "as if the photo were not there")
            #expect(try await owner.properties(of: photo, "location")["location"]?[0]?.number == 47.4979)
            #expect(try await app.capabilities("asset", photo).contains("edit-content"))
            let reported = try await app.call("Authorization1", "GetClient")[0]?.table
            #expect(reported?["location-precision"]?.text == "town")
        }
    }

    @Test(
        "gets files with rounded coordinates, unless it wants none, and none without the right", arguments: [0, 1, 2])
    func files(_ variant: Int) async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let photo = try await owner.add(TestPhoto.small())
            let rights = variant == 2 ? Self.all.filter { $0 != "location" } : Self.all
            try await owner.grant(Self.client, "full", rights: rights, others: Self.town)
            let app = try await world.client(flatpak: "org.example.App")
            let without: BusArgument = variant == 1 ? ["without": .texts(["location"])] : [:]
            let opened = try await app.call("Resources1", "OpenResource", "ssa{sv}", .text(photo), "photo", without)
            #expect(opened[1]?["redacted"]?.texts == ["location"])
            let content = try #require(opened[0]?.descriptor)
            // What the library reads in the file.
            let (kind, keys) = TestClient.creation(of: .kept(content.number))
            let copy = try #require(try await app.perform((kind, keys)).first)
            let place = try await owner.properties(of: copy, "location")["location"]
            #expect(place?[0]?.number == (variant == 0 ? 47.5 : nil) && place?[1]?.number == (variant == 0 ? 19 : nil))
        }
    }

    @Test("is told to fetch again when the precision changes, and does not share cached orders with others")
    func changed() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            var photos: [String] = []
            for (number, place) in [(47.46, 19.0), (47.54, 19.0), (47.5, 19.0)].enumerated() {
                photos.append(
                    try await owner.add(
                        TestPhoto.small("\(number)"), properties: ["location": .place(place.0, place.1)]))
            }
            let sort: [String: BusArgument] = ["sort": .variant("a(sb)", [["location", true]])]
            let exact = [photos[0], photos[2], photos[1]]
            #expect(try await owner.assets(sort) == exact)
            try await owner.grant(Self.client, "full", rights: Self.all, others: Self.town)
            let app = try await world.client(flatpak: "org.example.App")
            #expect(try await app.assets(sort) == photos.sorted(), "by identifier alone")
            #expect(try await owner.assets(sort) == exact)
            let token = try await app.subscribe()
            try await owner.grant(Self.client, "full", rights: Self.all)
            let signal = try await app.signal("LibraryChanged")
            #expect(signal.values[1].table?["incremental"]?.flag == false)
            #expect(signal.values[1].table?["reason"]?.text == "grant" && signal.values[0].text != token)
            #expect(try await app.assets(sort) == exact)
        }
    }

    @Test("by a policy learns only the town, whatever its grant says")
    func policy() async throws {
        try await withWorld(WorldSettings(policy: "[*]\nlocations=town\n")) { world in
            let owner = try await world.owner
            let photo = try await owner.add(TestPhoto.small(), properties: ["location": .place(47.4979, 19.0402)])
            try await owner.grant(Self.client, "full", rights: Self.all)
            let app = try await world.client(flatpak: "org.example.App")
            #expect(try await app.properties(of: photo, "location")["location"]?[0]?.number == 47.5)
            let opened = try await app.call("Resources1", "OpenResource", "ssa{sv}", .text(photo), "photo", [:])
            #expect(opened[1]?["redacted"]?.texts == ["location"])
            #expect(try await owner.grants().first?["location-precision"]?.text == "town")
        }
    }
}
