import FilmgateTestKit
import FilmgateTestWorlds
import Foundation
import Testing

@Suite("Metadata over the bus", .inProcess)
struct GetMetadataTests {
    private static let app = "flatpak:org.example.App"
    private static let harmless: Set<String> = [
        "exif:ExposureTime", "exif:FNumber", "exifEX:PhotographicSensitivity", "exif:FocalLength",
        "exif:DateTimeOriginal", "exif:OffsetTimeOriginal",
    ]
    private static let location: Set<String> = [
        "exif:GPSLatitude", "exif:GPSLongitude", "exif:GPSAltitude", "photoshop:City", "Iptc4xmpCore:Location",
    ]
    private static let captions: Set<String> = ["dc:title", "dc:subject", "Iptc4xmpExt:PersonInImage"]
    private static let metadata: Set<String> = [
        "tiff:Make", "tiff:Model", "tiff:Artist", "exifEX:LensModel", "exifEX:BodySerialNumber",
    ]

    @Test("is what the file tells, as far as the rights go, also without the right to originals", .long)
    func byRights() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let photo = try await owner.add(TestPhoto.small())
            let all = try await Self.metadata(of: photo, as: owner)
            #expect(all["exif:ExposureTime"]?.text == "1/200" && all["exif:FNumber"]?.text == "4/1")
            #expect(all["tiff:Model"]?.text == TestPhoto.camera && all["exifEX:LensModel"]?.text == TestPhoto.lens)
            #expect(all["dc:title"]?.text == TestPhoto.title && all["dc:subject"]?.texts == ["bridge", "dusk"])
            #expect(all["exif:DateTimeOriginal"]?.text == "2024-05-01T19:12:40+02:00")
            #expect(all["exif:GPSLatitude"]?.text == "47,29.934000N")
            let sets: [(String, Set<String>)] = [
                ("location", Self.location), ("captions", Self.captions), ("metadata", Self.metadata),
            ]
            for number in 0..<16 {
                let rights = (sets.map(\.0) + ["originals"]).enumerated().filter { number & 1 << $0.offset != 0 }
                    .map(\.element)
                try await owner.grant(Self.app, "limited", selection: [photo], rights: rights)
                let app = try await world.client(flatpak: "org.example.App")
                let reported = Set(try await Self.metadata(of: photo, as: app).keys)
                #expect(reported.isSuperset(of: Self.harmless), "\(rights)")
                for (right, names) in sets {
                    if rights.contains(right) {
                        #expect(reported.isSuperset(of: names), "\(rights): \(names.subtracting(reported))")
                    } else {
                        #expect(reported.isDisjoint(with: names), "\(rights): \(names.intersection(reported))")
                    }
                }
                #expect(reported.contains { $0.hasPrefix("exif:GPS") } == rights.contains("location"))
                await app.end()
            }
        }
    }

    @Test("has rounded places for a client that learns only the town, and is told under a limit of pixels")
    func limits() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let photo = try await owner.add(TestPhoto.small())
            try await owner.grant(
                Self.app, "full", rights: ["location", "captions", "metadata"],
                others: ["location-precision": "town", "max-pixels": .uint32(16)])
            let app = try await world.client(flatpak: "org.example.App")
            let reported = try await Self.metadata(of: photo, as: app)
            #expect(reported["exif:GPSLatitude"]?.text == "47,30.000000N")
            #expect(reported["exif:GPSLongitude"]?.text == "19,0.000000E")
            #expect(reported["photoshop:City"]?.text == "Budapest" && reported["Iptc4xmpCore:Location"] == nil)
            #expect(reported.keys.filter { $0.hasPrefix("exif:GPS") }.count == 2)
            #expect(reported["tiff:Model"]?.text == TestPhoto.camera)
        }
    }

    @Test("is NotFound for what the client does not see, as for what does not exist, and refused without access")
    func refused() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let (seen, unseen) = (try await owner.add(TestPhoto.small()), try await owner.add(TestPhoto.small()))
            let app = try await world.client(flatpak: "org.example.App")
            #expect(try await refusal { try await Self.metadata(of: seen, as: app) }.kind == "NotDetermined")
            for level in ["none", "add-only"] {
                try await owner.grant(Self.app, level)
                #expect(try await refusal { try await Self.metadata(of: seen, as: app) }.kind == "AccessDenied")
            }
            try await owner.grant(Self.app, "limited", selection: [seen])
            let hidden = try await refusal { try await Self.metadata(of: unseen, as: app) }
            let absent = try await refusal { try await Self.metadata(of: UUID().uuidString.lowercased(), as: app) }
            #expect(hidden.kind == "NotFound" && hidden == absent)
            let wrong = try await refusal {
                try await app.call("Resources1", "GetMetadata", "sa{sv}", .text(seen), ["colour": true])
            }
            #expect(wrong.kind == "InvalidArgument" && wrong.message.contains("'colour'"))
            try await owner.delete(seen)
            #expect(try await refusal { try await Self.metadata(of: seen, as: app) } == absent)
        }
    }

    @Test("is not told if the access, or a right, is lost while the file is read")
    func lostMeanwhile() async throws {
        let worker = "[render]\nworker=\(BuiltProgram.path("misbehaving-worker"))\nworkers=1\n"
        try await withWorld(WorldSettings(configuration: worker)) { world in
            let owner = try await world.owner
            let file = URL.temporaryDirectory.appending(path: "\(UUID().uuidString.prefix(8))").path
            let photo = try await owner.add(.memory(Array("tell after \(file)".utf8)))
            let app = try await world.client(flatpak: "org.example.App")
            let all = ["location", "captions", "metadata"]
            func during(_ change: () async throws -> Void) async throws -> Result<[String: Value], any Error> {
                try await owner.grant(Self.app, "limited", selection: [photo], rights: all)
                let call = Task { try await Self.metadata(of: photo, as: app) }
                try await eventually { access("\(file)-begun", F_OK) == 0 }
                try await change()
                #expect(FileManager.default.createFile(atPath: file, contents: nil))
                defer { for path in [file, "\(file)-begun"] { try? FileManager.default.removeItem(atPath: path) } }
                return await call.result
            }
            let revoked = try await during { try await owner.grant(Self.app, "none") }
            #expect((try? revoked.get()) == nil)
            let unselected = try await during { try await owner.changeSelection(of: Self.app, remove: [photo]) }
            #expect((try? unselected.get()) == nil)
            let narrowed = try await during {
                try await owner.grant(Self.app, "limited", selection: [photo], rights: ["captions"])
            }
            #expect(try Set(narrowed.get().keys) == ["dc:title"])
        }
    }

    @Test("from a worker that the file has taken over is cleaned by name and form")
    func hostile() async throws {
        let worker = "[render]\nworker=\(BuiltProgram.path("misbehaving-worker"))\n"
        try await withWorld(WorldSettings(configuration: worker)) { world in
            let owner = try await world.owner
            try await owner.grant(Self.app, "full", rights: [])
            let app = try await world.client(flatpak: "org.example.App")
            for order in ["tell a place", "tell a place by words"] {
                let photo = try await owner.add(.memory(Array(order.utf8)))
                #expect(try await Self.metadata(of: photo, as: app).isEmpty, "\(order)")
            }
            for order in ["tell an unknown name", "tell twice", "tell too much", "tell a control character"] {
                let photo = try await owner.add(.memory(Array(order.utf8)))
                let error = try await refusal { try await Self.metadata(of: photo, as: owner) }
                #expect(error.kind == "InvalidContent", "\(order): \(error)")
            }
        }
    }

    private static func metadata(of id: String, as client: TestClient) async throws -> [String: Value] {
        try await client.call("Resources1", "GetMetadata", "sa{sv}", .text(id), [:])[0]?.table ?? [:]
    }
}
