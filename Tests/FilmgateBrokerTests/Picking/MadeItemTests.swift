import FilmgateTestKit
import Foundation
import Testing

/// What exiftool finds in images that are made of picked items.
@Suite("An image that is made of a picked item")
struct MadeItemTests {
    private static let places = ["Budapest", "Chain Bridge", "GPSLatitude", "GPSLongitude"]
    private static let devices = ["SERIAL1", TestPhoto.camera, TestPhoto.lens]
    private static let words = [TestPhoto.title, "dusk"]

    /// Returns exiftool's list of all tags of the delivered image.
    private static func tags(
        of handle: String, to app: TestClient, _ options: [String: BusArgument] = ["metadata": true],
        as mimeType: String = "image/jpeg"
    ) async throws -> String {
        var options = options
        options["width"] = .uint32(64)
        options["mime-type"] = .text(mimeType)
        let (response, contents) = try await app.deliveries(of: app.requestItem(handle, options))
        #expect(response.outcome == "success" && contents.count == 1)
        let content = try #require(contents.first)
        #expect(content.details["mime-type"]?.text == mimeType && !content.file.isWritable)
        let file = FileManager.default.temporaryDirectory.appending(path: "filmgate-made-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: file) }
        try await Data(app.bytes(of: content.file)).write(to: file)
        return try ChildProcess.run(["exiftool", "-a", "-u", "-U", "-G1", "-s", file.path]).output
    }

    private static let removals: [[String]] = [
        [], ["location"], ["captions"], ["metadata"], ["location", "metadata"], ["location", "captions", "metadata"],
    ]

    @Test(
        "has the metadata of the file, if the app asks for it, without what the person left out", arguments: removals)
    func removed(_ kinds: [String]) async throws {
        try await withWorld { world in
            let asset = try await world.owner.add(TestPhoto.small())
            let agent = try await world.agent()
            let app = try await world.client(flatpak: "org.example.App")
            let handle = try await app.handle(of: asset, by: agent, answering: ["remove": .texts(kinds)])
            for type in ["image/jpeg", "image/webp", "image/png"] {
                let found = try await Self.tags(of: handle, to: app, as: type)
                #expect(found.contains("2024:05:01 19:12:40"), "\(type) \(found)")
                for (kind, values) in [
                    ("location", Self.places), ("captions", Self.words), ("metadata", Self.devices),
                ] {
                    let isRemoved = kinds.contains(kind)
                    // Exiv2 writes the Exif of a PNG as XMP, which has names for some of its tags only.
                    for value in values where isRemoved || type != "image/png" {
                        #expect(found.contains(value) != isRemoved, "\(type) \(value) \(found)")
                    }
                }
            }
        }
    }

    @Test("has no metadata if the app does not ask for it, or may not open the file")
    func plain() async throws {
        try await withWorld { world in
            let asset = try await world.owner.add(TestPhoto.small())
            let agent = try await world.agent()
            let app = try await world.client(flatpak: "org.example.App")
            let handle = try await app.handle(of: asset, by: agent, answering: ["remove": .texts([])])
            let found = try await Self.tags(of: handle, to: app, [:])
            #expect(!found.contains("[ExifIFD]") && !found.contains("[XMP"), "\(found)")
            for rule in ["rights=none", "max-pixels=64"] {
                try world.writePolicy("[flatpak:org.example.App]\n\(rule)\n")
                try await world.reloadPolicy()
                let bounded = try await app.handle(of: asset, by: agent)
                let rest = try await Self.tags(of: bounded, to: app)
                #expect(!rest.contains("[ExifIFD]") && !rest.contains("[XMP"), "\(rule) \(rest)")
            }
        }
    }

    @Test("is upright and without thumbnails, although its file has them")
    func upright() async throws {
        let thumbnail = FileManager.default.temporaryDirectory.appending(path: "filmgate-\(UUID().uuidString).jpg")
        defer { try? FileManager.default.removeItem(at: thumbnail) }
        try TestPhoto.small().write(to: thumbnail.path)
        let photo = try TestPhoto.tagged([
            "-Orientation#=6", "-Model=Camera", "-DateTimeOriginal=2024:05:01 19:12:40",
            "-ThumbnailImage<=\(thumbnail.path)", "-SubjectArea=200 100 5 5",
            "-XMP-iptcExt:ImageRegion={Name=Somebody Cut Off}",
        ])
        try await withWorld { world in
            let asset = try await world.owner.add(photo)
            let agent = try await world.agent()
            let app = try await world.client(flatpak: "org.example.App")
            let handle = try await app.handle(of: asset, by: agent, answering: ["remove": .texts([])])
            let found = try await Self.tags(of: handle, to: app)
            #expect(found.contains("2024:05:01 19:12:40") && found.contains("Horizontal (normal)"), "\(found)")
            #expect(!found.contains("Rotate 90") && !found.contains("Thumbnail"), "\(found)")
            #expect(!found.contains("SubjectArea") && !found.contains("Cut Off"), "what may be cut off: \(found)")
        }
    }
}
