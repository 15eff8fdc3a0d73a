import FilmgateTestKit
import FilmgateTestWorlds
import Testing

@Suite("Invalid arguments", .inProcess)
struct BadArgumentTests {
    static let rights = ["location", "originals", "captions", "metadata", "write"]

    /// Runs a test with a library of one photo and an app that may do everything; afterwards the photo is unchanged.
    static func withLibrary(_ body: (World, TestClient, String) async throws -> Void) async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let asset = try await owner.add(TestPhoto.small(), properties: ["title": "untouched"])
            try await owner.grant("flatpak:org.example.App", "full", rights: Self.rights)
            let app = try await world.client(flatpak: "org.example.App")
            try await body(world, app, asset)
            #expect(try await owner.assets(["include-trashed": true]) == [asset])
            #expect(try await owner.properties(of: asset, "title")["title"]?.text == "untouched")
            #expect(world.isBrokerRunning)
        }
    }

    @Test("are InvalidArgument if an option does not exist, and the error names it")
    func unknownKeys() async throws {
        try await Self.withLibrary { world, app, asset in
            let photo = try TestPhoto.small()
            var creation = TestClient.creation(of: .memory(photo.bytes))
            creation.1["colour"] = "blue"
            let errors = try await [
                refusal { try await app.fetch(["colour": "blue"]) },
                refusal { try await app.perform(creation) },
                refusal { try await app.perform([], options: ["colour": true]) },
                refusal { try await app.set(["colour": "blue"], of: asset) },
                refusal {
                    try await app.call(
                        "Resources1", "OpenResource", "ssa{sv}", .text(asset), "photo", ["colour": "blue"])
                },
                world.owner.error("Admin1", "SetGrant", "ssa{sv}", "exe:/x", "none", ["colour": true]),
                world.owner.error("Admin1", "ListGrants", "a{sv}", ["colour": true]),
            ]
            for error in errors {
                #expect(error.name == "org.filmgate.Error.InvalidArgument", "\(error)")
                #expect(error.message.contains("colour"), "\(error)")
            }
        }
    }

    @Test("are InvalidArgument if a value has a wrong type or range")
    func wrongValues() async throws {
        try await Self.withLibrary { world, app, asset in
            let fetches: [[String: BusArgument]] = [
                ["limit": "ten"], ["limit": .int64(10)], ["include-hidden": .uint32(1)], ["identifiers": "one"],
                ["sort": .variant("as", ["title"])], ["sort": .variant("a(sb)", [["colour", true]])],
                ["sort": .variant("a(sb)", [["creator", true]])], ["where": true],
                ["where": "favorite", "arguments": "x"],
            ]
            for options in fetches {
                let error = try await refusal { try await app.fetch(options) }
                #expect(error.name == "org.filmgate.Error.InvalidArgument", "\(options): \(error)")
            }
            let long = String(repeating: "x", count: 1025)
            let properties: [[String: BusArgument]] = [
                ["title": true], ["title": .text(long)], ["rating": .variant("i", 6)], ["rating": .uint32(3)],
                ["favorite": "yes"], ["location": .place(91, 0)], ["remove": .texts(["rating"])],
                ["remove": .texts(["location"]), "location": .place(1, 2)], ["location": .variant("(dd)", [0, 181])],
                ["creation-date": .int64(.max)], ["keywords": .texts([String(repeating: "k", count: 257)])],
                ["keywords": .texts((0..<257).map { "k\($0)" })], ["id": .text(asset)], ["added-date": .int64(0)],
            ]
            for change in properties {
                let error = try await refusal { try await app.set(change, of: asset) }
                #expect(error.name == "org.filmgate.Error.InvalidArgument", "\(change.keys): \(error)")
                #expect(error.message.hasPrefix("change 0: "), "\(error)")
            }
            let kind = try await app.error("Library1", "Fetch", "sa{sv}", "cloud", [:])
            #expect(kind.name == "org.filmgate.Error.InvalidArgument")
            let access = try await app.error("Authorization1", "GetStatus", "s", "write-only")
            #expect(access.name == "org.filmgate.Error.InvalidArgument")
            let type = try await refusal { try await app.open(asset, "negative") }
            #expect(type.name == "org.filmgate.Error.InvalidArgument")
        }
    }

    @Test("are InvalidArgument if an identifier has the wrong form", .long)
    func identifiers() async throws {
        try await Self.withLibrary { world, app, asset in
            let result = try await app.fetch()
            for id in [
                "", "1", asset.uppercased(), asset + "0", "../../etc/passwd", String(repeating: "a", count: 100_000),
            ] {
                let errors = try await [
                    refusal { try await app.fetch(["identifiers": .texts([id])]) },
                    refusal { try await app.resources(of: id) }, refusal { try await app.open(id) },
                    refusal { try await app.set(["title": "x"], of: id) },
                    refusal { try await app.delete(id, interactive: true) },
                    app.error("FetchResult1", "IndexOf", "s", .text(id), at: result.path),
                ]
                for error in errors {
                    #expect(error.name == "org.filmgate.Error.InvalidArgument", "\(error)")
                    #expect(error.message.utf8.count < 1000)
                }
            }
        }
    }

    @Test("are InvalidArgs if the signature is wrong, for every caller")
    func signatures() async throws {
        try await Self.withLibrary { world, app, asset in
            let stranger = try await world.client(flatpak: "org.example.Stranger")
            for client in [app, stranger] {
                for error in try await [
                    client.error("Library1", "Fetch", "s", "asset"),
                    client.error("Library1", "Fetch", "ua{sv}", 1, [:]),
                    client.error("Library1", "Fetch", "sa{sv}s", "asset", [:], "more"),
                    client.error("Library1", "PerformChanges", "a{sv}a{sv}", [:], [:]),
                    client.error("Resources1", "ListResources"), client.error("Authorization1", "GetStatus", "b", true),
                    client.error("Admin1", "ListGrants"),
                ] {
                    #expect(error.name == "org.freedesktop.DBus.Error.InvalidArgs", "\(error)")
                }
            }
        }
    }

    @Test(
        "are checked after the level: a client that may not fetch does not learn what is wrong with the options", .long)
    func order() async throws {
        try await Self.withLibrary { world, app, asset in
            let stranger = try await world.client(flatpak: "org.example.Stranger")
            for error in try await [
                refusal { try await stranger.fetch(["colour": "blue"]) },
                refusal { try await stranger.resources(of: "no identifier") },
                refusal { try await stranger.open("no identifier", "negative") },
                refusal { try await stranger.set(["colour": "blue"], of: "no identifier") },
            ] {
                #expect(error.name == "org.filmgate.Error.NotDetermined", "\(error)")
            }
        }
    }

    @Test("are answered by D-Bus's own errors if the object, interface, method or property does not exist")
    func unknownMembers() async throws {
        try await Self.withLibrary { world, app, asset in
            let properties = "org.freedesktop.DBus.Properties"
            let library = "org.filmgate.Library1"
            let errors = try await [
                app.error("Library1", "Fetch", "sa{sv}", "asset", [:], at: "/x"), app.error("Nothing1", "Fetch"),
                app.error("Library1", "Nothing"), app.error(properties, "Get", "ss", .text(library), "Nothing"),
                app.error(properties, "Set", "ssv", .text(library), "Version", .variant("u", 9)),
            ]
            #expect(
                errors.map(\.name)
                    == [
                        "UnknownObject", "UnknownInterface", "UnknownMethod", "UnknownProperty", "PropertyReadOnly",
                    ].map { "org.freedesktop.DBus.Error.\($0)" })
            #expect(try await app.property("Version", of: "Library1")?.integer == 1)
        }
    }

    @Test("are LimitsExceeded if a batch has more than 1,000 changes or a page more than 1,000 rows", .long)
    func limits() async throws {
        try await Self.withLibrary { world, app, asset in
            let change: (String, [String: BusArgument]) = (
                "set-properties", ["id": .text(asset), "properties": .options(["favorite": true])]
            )
            let batch = try await refusal { try await app.perform(Array(repeating: change, count: 1001)) }
            #expect(batch.name == "org.filmgate.Error.LimitsExceeded", "\(batch)")
            #expect(try await app.perform(Array(repeating: change, count: 1000)).count == 1000)
            let result = try await app.fetch()
            let page = try await app.error("FetchResult1", "Read", "uuas", 0, 1001, [], at: result.path)
            #expect(page.name == "org.filmgate.Error.LimitsExceeded", "\(page)")
            #expect(try await app.read(result, offset: 1_000_000) == [])
        }
    }

    @Test("that are enormous cost the broker little, and other clients nothing", .asProcesses)
    func enormous() async throws {
        try await Self.withLibrary { world, app, asset in
            let before = try world.broker.residentBytes
            let words = BusArgument.texts((0..<300_000).map { "a word that is thirty bytes \($0)" })
            let error = try await refusal { try await app.fetch(["identifiers": words]) }
            #expect(["LimitsExceeded", "InvalidArgument"].contains(error.kind), "\(error)")
            #expect(try await world.client(flatpak: "org.example.Other").status() == "not-determined")
            #expect(try world.broker.residentBytes < before + (64 << 20))
        }
    }
}
