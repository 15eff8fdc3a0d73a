import FilmgateTestKit
import Foundation
import Testing

/// The planted files as an app gets them from the real broker.
@Suite("A word in a carrier that nobody knows, through the broker")
struct PlantedDeliveryTests {
    private static let app = "flatpak:org.example.App"

    @Test(
        "is in nothing that an app without rights to metadata gets, which is told the kinds that went", .long,
        arguments: ["planted.jpg", "planted.png", "planted.tif", "planted.heic", "planted.mp4"])
    func files(_ name: String) async throws {
        let source = try await PlantedFiles.made.value.appending(path: name)
        let content = BusArgument.Content.memory([UInt8](try Data(contentsOf: source)))
        let type = PlantedFiles.videos.contains(name) ? "video" : "photo"
        try await withWorld { world in
            let owner = try await world.owner
            let asset = try await owner.perform(TestClient.creation(of: content, type: type, filename: name))[0]
            try await owner.grant(Self.app, "full", rights: ["originals"])
            let app = try await world.client(flatpak: "org.example.App")

            let reply = try await app.call("Resources1", "OpenResource", "ssa{sv}", .text(asset), .text(type), [:])
            let redacted = try #require(reply[1]?["redacted"]?.texts)
            #expect(redacted.contains("metadata"), "\(redacted)")
            // The first two also have captions in IPTC.
            if ["planted.jpg", "planted.png"].contains(name) { #expect(redacted.contains("captions"), "\(redacted)") }
            try await Self.expectNone(in: #require(reply[0]?.descriptor), of: app, name, world)

            let request = try await app.requestResource(of: asset, type)
            let (response, deliveries) = try await app.deliveries(of: request)
            #expect(response.outcome == "success", "\(response)")
            #expect(deliveries.last?.details["redacted"]?.texts == redacted)
            try await Self.expectNone(in: #require(deliveries.last?.file), of: app, name, world)
        }
    }

    @Test(
        "is in no image, video or value of it that the app gets", .long,
        arguments: ["planted.jpg", "planted.png", "planted.heic", "planted.mp4"])
    func others(_ name: String) async throws {
        let source = try await PlantedFiles.made.value.appending(path: name)
        let content = BusArgument.Content.memory([UInt8](try Data(contentsOf: source)))
        let isVideo = PlantedFiles.videos.contains(name)
        try await withWorld { world in
            let owner = try await world.owner
            let creation = TestClient.creation(of: content, type: isVideo ? "video" : "photo", filename: "a.bin")
            let asset = try await owner.perform(creation)[0]
            try await owner.grant(Self.app, "full", rights: ["originals"])
            let app = try await world.client(flatpak: "org.example.App")
            for (format, color) in [("image/jpeg", "srgb"), ("image/png", "original"), ("image/webp", "original")] {
                let wish: [String: BusArgument] = [
                    "format": .text(format), "color": .text(color), "delivery": "high-quality",
                ]
                let image = try await app.deliveries(of: app.requestImage(of: asset, wish)).contents.last?.file
                let file = "image.\(format.dropFirst(6))"
                try await Self.expectNone(in: #require(image), of: app, file, world)
            }
            if isVideo {
                for preset in ["passthrough", "low"] {
                    let request = try await app.requestVideo(of: asset, ["preset": .text(preset)])
                    let video = try await app.deliveries(of: request).contents.last?.file
                    try await Self.expectNone(in: #require(video), of: app, "\(preset).mp4", world)
                }
            }
            let names = ["title", "caption", "keywords", "place", "camera", "lens", "filename", "location"]
            let values = try await app.properties(of: asset, names)
            #expect(!"\(values)".contains("PLANTED"))
        }
    }

    /// Looks for the word in a file that a client received.
    private static func expectNone(
        in file: HeldDescriptor, of client: TestClient, _ name: String, _ world: World
    ) async throws {
        let copy = URL(filePath: "\(world.folder)/\(name)")
        try Data(try await client.bytes(of: file)).write(to: copy)
        #expect(file.size > 0)
        #expect(try !PlantedWordTests.holdsWord(copy), "\(name)")
    }
}
