import FilmgateTestKit
import FilmgateTestWorlds
import Testing

/// How an app loses its access to content.
enum AccessLoss: String, CaseIterable {
    case denied, reset, maxPixels, selection
}

@Suite("A request whose app loses its access", .inProcess)
struct AccessLossTests {
    private static let app = "flatpak:org.example.App"

    @Test("ends at once with AccessDenied, one that waits and one that is served", arguments: AccessLoss.allCases)
    func ends(_ loss: AccessLoss) async throws {
        let worker = "[render]\nworker=\(BuiltProgram.path("misbehaving-worker"))\n"
        try await withWorld(WorldSettings(configuration: worker)) { world in
            let owner = try await world.owner
            let (image, clip) = (Array("make no image".utf8), Array("make no video".utf8))
            let photo = try await owner.add(.memory(image))
            let video = try await owner.perform(TestClient.creation(of: .memory(clip), type: "video"))[0]
            let pair: BusArgument = .variant(
                "a(sha{sv})",
                [
                    ["photo", .descriptor(.memory(image)), .table([:])],
                    ["paired-video", .descriptor(.memory(clip)), .table([:])],
                ])
            let live = try await owner.perform(("create-asset", ["resources": pair]))[0]
            let assets = [photo, video, live]
            try await owner.grant(Self.app, "limited", selection: assets, rights: ["originals"])
            let app = try await world.client(flatpak: "org.example.App")

            var requests: [(name: String, path: String)] = []
            for _ in 0..<3 {
                let wish: [String: BusArgument] = ["delivery": "high-quality"]
                requests.append(("file", try await app.requestResource(of: photo).path))
                requests.append(("image", try await app.requestImage(of: photo, wish).path))
                requests.append(("live photo", try await app.requestLivePhoto(of: live, wish)))
                requests.append(("video", try await app.requestVideo(of: video, ["preset": "low"]).path))
            }
            switch loss {
            case .denied: try await owner.grant(Self.app, "none")
            case .reset: try await owner.resetGrant(Self.app)
            case .maxPixels:
                try await owner.grant(
                    Self.app, "limited", selection: assets, rights: ["originals"], others: ["max-pixels": .uint32(8)])
            case .selection: try await owner.grant(Self.app, "limited", selection: [], rights: ["originals"])
            }
            let start = ContinuousClock.now
            for (name, path) in requests {
                #expect(try await app.outcome(at: path) == "org.filmgate.Error.AccessDenied", "\(name)")
            }
            // The worker is given up after 30 seconds.
            #expect(start.duration(to: .now) < .seconds(25))
        }
    }
}
