import FilmgateTestKit
import FilmgateTestWorlds
import Foundation
import Testing

/// What an app adds so that the owner's own files join it, stand behind it, or come in as it says.
@Suite("An import joins nothing that an app planted", .inProcess)
struct PlantedAssetTests {
    private static let app = "org.example.App"
    private static let id = "flatpak:\(app)"
    private static let levels = ["add-only", "limited", "full"]
    private static let name = "IMG_20240501_120000"

    /// The change that an import of a file is.
    private static func imported(
        _ content: [UInt8], _ filename: String, type: String = "photo", _ more: [String: BusArgument] = [:]
    ) -> (String, [String: BusArgument]) {
        let (name, keys) = TestClient.creation(of: .memory(content), type: type, filename: filename)
        return (name, keys.merging(["joins-related": true, "unless-present": true]) { $1 }.merging(more) { $1 })
    }

    private static func fixture(_ level: String, _ world: World) async throws -> (owner: TestClient, app: TestClient) {
        let owner = try await world.owner
        if level == "limited" {
            try await owner.grant(id, level, selection: [])
        } else {
            try await owner.grant(id, level)
        }
        return (owner, try await world.client(flatpak: app))
    }

    /// Whether the app can get the original, or anything that it shows.
    private static func reaches(_ asset: String, _ app: TestClient) async -> Bool {
        if (try? await app.open(asset)) != nil { return true }
        return (try? await app.resources(of: asset)) != nil
    }

    @Test(
        "the original of an edit, the edit of an original, a photo's video and a video's photo stay apart",
        arguments: levels)
    func related(_ level: String) async throws {
        try await withWorld { world in
            let (owner, app) = try await Self.fixture(level, world)
            let planted = try await app.perform(
                TestClient.creation(of: .memory(TestPhoto.small("planted").bytes), filename: "\(Self.name)-edited.jpg"),
                TestClient.creation(of: .memory(TestPhoto.small("planted 2").bytes), filename: "IMG_7001.jpg"),
                TestClient.creation(
                    of: .memory(Video.small("planted").bytes), type: "video", filename: "IMG_7002.mp4",
                    properties: ["creation-date": .int64(Int64(TestPhoto.date))]))
            let own = try await owner.perform(
                Self.imported(TestPhoto.small("own").bytes, "\(Self.name).jpg"),
                Self.imported(TestPhoto.small("own 2").bytes, "IMG_E7001.jpg"),
                Self.imported(
                    Video.small("own").bytes, "IMG_7001.mp4", type: "video",
                    ["fallback-date": .int64(Int64(TestPhoto.date))]),
                Self.imported(TestPhoto.small("own 3").bytes, "IMG_7002.jpg"))
            #expect(Set(own).isDisjoint(with: planted) && !own.contains(""), "\(own), \(planted)")
            for asset in planted { #expect(try await owner.resources(of: asset).count == 1) }
            // The owner's files join each other.
            #expect(own[1] == own[2], "\(own)")
            if level != "full" {
                for asset in own { #expect(await !Self.reaches(asset, app), "\(level)") }
            }
            #expect(try await owner.verify().findings.isEmpty)
        }
    }

    @Test("an asset that is named stays as it is: no photo, video, sidecar or data joins it", arguments: levels)
    func named(_ level: String) async throws {
        try await withWorld { world in
            let (owner, app) = try await Self.fixture(level, world)
            let planted = try await app.add(.memory(TestPhoto.small("planted").bytes), filename: "IMG_0001.jpg")
            for (type, content) in [
                ("photo", try TestPhoto.small("own").bytes), ("video", try Video.small("own").bytes),
                ("sidecar", Array(Self.packet.utf8)), ("adjustment-data", [1, 2, 3]), ("attachment", [1, 2, 3]),
            ] {
                let (name, keys) = TestClient.creation(of: .memory(content), type: type, filename: "IMG_E0001.jpg")
                let error = try await refusal {
                    try await owner.perform((name, keys.merging(["joins": .text(planted)]) { $1 }))
                }
                #expect(error.name == "org.filmgate.Error.NotFound", "\(type): \(error)")
            }
            #expect(try await owner.resources(of: planted).count == 1)
            #expect(try await owner.verify().findings.isEmpty)
        }
    }

    @Test("equal bytes do not stand for the person's photo, which comes in as it is", arguments: levels)
    func equal(_ level: String) async throws {
        try await withWorld { world in
            let (owner, app) = try await Self.fixture(level, world)
            let photo = try TestPhoto.small("the same").bytes
            var properties: [String: BusArgument] = ["title": "planted"]
            if level != "add-only" { properties["hidden"] = true }
            let planted = try await app.add(.memory(photo), filename: "IMG_0001.jpg", properties: properties)
            for more in [[:], ["joins-related": .flag(false)]] as [[String: BusArgument]] {
                let own = try await owner.perform(Self.imported(photo, "IMG_0001.jpg", more))[0]
                if more.isEmpty { #expect(own != "" && own != planted) } else { #expect(own == "", "it is there now") }
            }
            // What an app adds in sight is in the list, too.
            let own = try #require(try await owner.assets().first { $0 != planted })
            let row = try await owner.properties(of: own, "title", "hidden")
            #expect(row["title"]?.text == TestPhoto.title && row["hidden"] == .flag(false), "\(row)")
            if level != "full" { #expect(await !Self.reaches(own, app)) }
            #expect(try await owner.verify().findings.isEmpty)
        }
    }

    @Test("a date that an app sets on the person's photo leads no file to it")
    func moved() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let (name, keys) = TestClient.creation(
                of: .memory(try TestPhoto.small("own").bytes), filename: "IMG_0001.jpg",
                properties: ["creation-date": .int64(1_000_000_000_000_000)])
            let shared = try await owner.perform((name, keys))[0]
            try await owner.grant(Self.id, "limited", selection: [shared])
            let app = try await world.client(flatpak: Self.app)
            try await app.set(["creation-date": .int64(Int64(TestPhoto.date))], of: shared)
            let own = try await owner.perform(Self.imported(TestPhoto.small("edit").bytes, "IMG_E0001.jpg"))[0]
            #expect(own != "" && own != shared)
            #expect(await !Self.reaches(own, app))
            #expect(try await owner.verify().findings.isEmpty)
        }
    }

    @Test("an app that may not hide photos cannot add one that is hidden, and the owner sees what it adds")
    func hidden() async throws {
        try await withWorld { world in
            let (owner, app) = try await Self.fixture("add-only", world)
            let (name, keys) = TestClient.creation(of: .memory(try TestPhoto.small("planted").bytes))
            func batch(_ properties: [String: BusArgument]) -> [(String, [String: BusArgument])] {
                [(name, keys), (name, keys.merging(["properties": .options(properties)]) { $1 })]
            }
            let described: [String: BusArgument] = [
                "hidden": false, "favorite": true, "title": "described", "location": .place(47.5, 19),
                "creation-date": .int64(7),
            ]
            let reader = ["location", "originals", "captions", "metadata"]
            for (level, rights) in [
                ("add-only", nil), ("limited", reader), ("full", reader), ("limited", ["write"]), ("full", ["write"]),
            ] {
                try await owner.grant(Self.id, level, selection: level == "limited" ? [] : nil, rights: rights)
                let before = try await owner.everything()
                for options in [[:], ["dry-run": true]] as [[String: BusArgument]] {
                    let hiding = batch(["hidden": true])
                    if rights == ["write"] {
                        try await app.perform(hiding, options: options)
                        continue
                    }
                    let error = try await refusal { try await app.perform(hiding, options: options) }
                    #expect(error.kind == "AccessDenied" && error.message.contains("change 1"), "\(level): \(error)")
                    #expect(error.message.contains("'write'") == (level != "add-only"), "\(level): \(error)")
                }
                if rights != ["write"] { #expect(try await owner.everything() == before) }
                let added = try await app.perform(batch(described))
                let row = try await owner.properties(of: added[1], "hidden", "favorite", "title")
                #expect(row["hidden"] == .flag(false) && row["favorite"] == .flag(true), "\(level): \(row)")
                #expect(try await Set(owner.assets()).isSuperset(of: added))
            }
            #expect(try await owner.verify().findings.isEmpty)
        }
    }

    @Test("what waited in the inbox and was accepted is an app's as before")
    func accepted() async throws {
        try await withWorld(WorldSettings(policy: "[\(Self.id)]\nquarantine=yes\n")) { world in
            let (owner, app) = try await Self.fixture("add-only", world)
            let photo = try TestPhoto.small("the same").bytes
            let planted = [
                try await app.add(.memory(photo), filename: "IMG_0001.jpg"),
                try await app.add(.memory(TestPhoto.small("planted").bytes), filename: "IMG_E0002.jpg"),
            ]
            let early = try await owner.perform(Self.imported(TestPhoto.small("early").bytes, "IMG_0002.jpg"))[0]
            try await owner.call("Admin1", "AcceptAdded", "asa{sv}", .list(planted.map(BusArgument.text)), [:])
            let own = try await owner.perform(
                Self.imported(photo, "IMG_0001.jpg"), Self.imported(TestPhoto.small("late").bytes, "IMG_E0002.jpg"))
            #expect(own[0] != "" && !planted.contains(own[0]))
            #expect(own[1] == early, "the owner's files join each other alone")
            for asset in planted { #expect(try await owner.resources(of: asset).count == 1) }
            #expect(try await owner.verify().findings.isEmpty)
        }
    }

    @Test("the owner's tools can ask for what they added; an app that asks is refused")
    func addedByOwner() async throws {
        try await withWorld { world in
            let (owner, app) = try await Self.fixture("full", world)
            let planted = try await app.add(TestPhoto.small("planted"))
            let own = try await owner.add(TestPhoto.small("own"))
            #expect(try await Set(owner.assets()) == [planted, own])
            #expect(try await owner.assets(["added-by-owner": true]) == [own])
            #expect(try await owner.assets(["added-by-owner": true, "identifiers": .texts([planted, own])]) == [own])
            let error = try await refusal { try await app.assets(["added-by-owner": true]) }
            #expect(error.kind == "InvalidArgument" && error.message.contains("owner's tools"), "\(error)")
            let uncounted = try await refusal {
                try await app.call("Library1", "CountBy", "sa{sv}", "media-type", ["added-by-owner": true])
            }
            #expect(uncounted.message.contains("CountBy: 'added-by-owner'"), "\(uncounted)")
            #expect(try await owner.verify().findings.isEmpty)
        }
    }

    @Test("a burst that does not exist, or that the app may not see, is what the error names")
    func burst() async throws {
        try await withWorld { world in
            let (owner, app) = try await Self.fixture("limited", world)
            let photos = try await owner.add([
                TestPhoto.ofBurst("0123456789ab", "1"), TestPhoto.ofBurst("0123456789ab", "2"),
            ])
            let burst = try #require(try await owner.properties(of: photos[0], "burst-id")["burst-id"]?.text)
            let (name, keys) = TestClient.creation(of: .memory(try TestPhoto.small("planted").bytes))
            var answers: Set<String> = []
            for id in [burst, "00000000-0000-4000-8000-000000000000"] {
                let error = try await refusal {
                    try await app.perform((name, keys.merging(["burst-id": .text(id)]) { $1 }))
                }
                #expect(error.kind == "NotFound" && error.message.contains("burst"), "\(error)")
                answers.insert(error.message)
            }
            #expect(answers.count == 1)
            #expect(try await owner.verify().findings.isEmpty)
        }
    }

    @Test("a mark in a file hides the owner's photos, and none that an app adds")
    func marks() async throws {
        try await withWorld { world in
            let (owner, app) = try await Self.fixture("full", world)
            let photo = Self.withPacket(try TestPhoto.small("marked").bytes)
            let row = { (id: String) in
                let row = try await owner.properties(of: id, "hidden", "favorite")
                return [row["hidden"], row["favorite"]]
            }
            #expect(try await row(try await app.add(.memory(photo))) == [.flag(false), .flag(false)])
            #expect(try await row(try await owner.add(.memory(photo))) == [.flag(true), .flag(true)])
            // A sidecar of an app's, too.
            let resources: BusArgument = .variant(
                "a(sha{sv})",
                [
                    ["photo", .descriptor(.memory(try TestPhoto.small("beside").bytes)), [:]],
                    ["sidecar", .descriptor(.memory(Array(Self.packet.utf8))), [:]],
                ])
            for (client, isMarked) in [(app, false), (owner, true)] {
                let id = try await client.perform(("create-asset", ["resources": resources]))[0]
                #expect(try await row(id) == [.flag(isMarked), .flag(isMarked)])
            }
            #expect(try await owner.verify().findings.isEmpty)
        }
    }

    private static let packet = """
        <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
        <rdf:Description rdf:about="" xmlns:filmgate="https://filmgate.org/ns/1.0/">
        <filmgate:Hidden>True</filmgate:Hidden><filmgate:Favorite>True</filmgate:Favorite>
        </rdf:Description></rdf:RDF></x:xmpmeta>
        """

    /// Puts the packet behind the JPEG's start.
    private static func withPacket(_ bytes: [UInt8]) -> [UInt8] {
        let content = Array("http://ns.adobe.com/xap/1.0/\0\(packet)".utf8)
        let length = content.count + 2
        return bytes[..<2] + [0xFF, 0xE1, UInt8(length >> 8), UInt8(length & 0xFF)] + content + bytes[2...]
    }
}
