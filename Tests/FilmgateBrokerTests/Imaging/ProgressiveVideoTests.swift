import FilmgateTestKit
import FilmgateTestWorlds
import Foundation
import Testing

@Suite("Videos that come while they are made")
struct ProgressiveVideoTests {
    private static let app = "flatpak:org.example.App"
    private static let progressive: [String: BusArgument] = ["preset": "low", "progressive": true]
    /// A worker that makes nothing of such a file, and never ends.
    private static let hanging = "[render]\nworker=\(BuiltProgram.path("misbehaving-worker"))\n"

    /// Asks for a video, and returns the end of the pipe.
    private func pipe(
        of asset: String, for client: TestClient
    ) async throws -> (request: OpenRequest, content: HeldDescriptor, details: [String: Value]) {
        let request = try await client.requestVideo(of: asset, Self.progressive)
        let delivery = try await client.signal("Delivery", at: request.path)
        return (
            request, try #require(delivery.values[0].descriptor), try #require(delivery.values[1].table)
        )
    }

    @Test("are whole, need no right, and come as files if they were made before for the owner's tools", .long)
    func whole() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let source = try SampleVideo("640x360", seconds: 4)
            let asset = try await owner.add(video: source.file)
            try await owner.grant(Self.app, "limited", selection: [asset], rights: [])
            let app = try await world.client(flatpak: "org.example.App")
            // An app gets no file of what was made for it before.
            for client in [app, app, owner] {
                let (request, content, details) = try await pipe(of: asset, for: client)
                #expect(details["progressive"]?.flag == true && details["mime-type"]?.text == "video/mp4")
                #expect(content.name.hasPrefix("pipe:"))
                let file = world.folder + "/\(UUID()).mp4"
                try Data(try await client.bytes(of: content)).write(to: URL(filePath: file))
                #expect(try await client.response(to: request).outcome == "success")
                #expect(try ProbedVideo(URL(filePath: file)).codecs == ["h264", "aac"])
                #expect(try ProbedVideo.readFrames(of: URL(filePath: file)) == 100)
                try await client.forget(content)
            }
            let (_, content, details) = try await pipe(of: asset, for: owner)
            #expect(details["progressive"] == nil && details["pixel-height"]?.integer == 360)
            #expect(content.name.hasSuffix("(deleted)"))
            // Whoever wants no fragments gets none.
            let request = try await owner.requestVideo(of: asset, ["preset": "low"])
            let other = try #require(await owner.signal("Delivery", at: request.path).values[0].descriptor)
            let fragment = Array("moof".utf8)
            #expect(try await owner.bytes(of: content).firstRange(of: fragment) != nil)
            #expect(try await owner.bytes(of: other).firstRange(of: fragment) == nil)
        }
    }

    @Test("are delivered before anything is made; the pipe ends with the request", arguments: ["close", "grant"])
    func ended(_ way: String) async throws {
        try await withWorld(WorldSettings(configuration: Self.hanging)) { world in
            let owner = try await world.owner
            let asset = try await owner.add(order: "make no video")
            try await owner.grant(Self.app, "limited", selection: [asset])
            let app = try await world.client(flatpak: "org.example.App")
            let (request, content, _) = try await pipe(of: asset, for: app)
            if way == "close" {
                try await app.close(request)
            } else {
                try await owner.grant(Self.app, "none")
            }
            #expect(try await app.bytes(of: content).isEmpty)
            let response = try await app.response(to: request)
            #expect(response.outcome == (way == "close" ? "cancelled" : "failed"))
            #expect(response.error == (way == "close" ? nil : "AccessDenied"))
        }
    }

    @Test("are cancelled if the app closes the pipe", .long)
    func closed() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let source = try SampleVideo("1280x720", seconds: 8)
            let asset = try await owner.add(video: source.file)
            let (request, content, _) = try await pipe(of: asset, for: owner)
            try await owner.forget(content)
            #expect(try await owner.response(to: request).outcome == "cancelled")
        }
    }

    @Test("fail if the app reads nothing for half a minute", .long)
    func unread() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let source = try SampleVideo("1280x720", seconds: 8)
            let asset = try await owner.add(video: source.file)
            let (request, content, _) = try await pipe(of: asset, for: owner)
            let response = try await owner.response(to: request)
            #expect(response.outcome == "failed" && response.error == "LimitsExceeded", "\(response)")
            // What was in the pipe remains; then it ends.
            #expect(try await owner.bytes(of: content).count == 65_536)
        }
    }

    @Test("end where damage is found", .long)
    func damaged() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let source = try SampleVideo.damaged()
            let asset = try await owner.add(video: source.file)
            let (request, content, _) = try await pipe(of: asset, for: owner)
            _ = try await owner.bytes(of: content)
            let response = try await owner.response(to: request)
            #expect(response.outcome == "failed" && response.error == "InvalidContent", "\(response)")
        }
    }
}
