import FilmgateTestKit
import FilmgateTestWorlds
import Foundation
import Testing

@Suite("Requests for live photos", .inProcess)
struct LivePhotoTests {
    private static let app = "flatpak:org.example.App"

    @Test(
        "deliver the photo and then the video, of a pair of files and of a motion photo", .long,
        arguments: [false, true])
    func delivered(_ isPair: Bool) async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let video = try SampleVideo("640x480", seconds: 1)
            let asset =
                try await isPair ? owner.add(pair: video.file) : owner.add(.memory(Self.motionPhoto(video.file)))
            try await owner.grant(Self.app, "limited", selection: [asset], rights: [])
            let app = try await world.client(flatpak: "org.example.App")
            let request = try await app.requestLivePhoto(
                of: asset, ["delivery": "high-quality", "width": .uint32(100)])
            #expect(try await app.outcome(at: request) == "success")
            let deliveries = try await app.signals("Delivery", at: request, count: 2).compactMap {
                $0.values[1].table
            }
            #expect(deliveries.map { $0["type"]?.text } == ["photo", "paired-video"])
            #expect(deliveries.map { $0["mime-type"]?.text } == ["image/jpeg", "video/mp4"])
            #expect(deliveries.map { $0["pixel-width"]?.integer } == [100, 640])
        }
    }

    @Test("play forwards and backwards, and as a loop", .long)
    func playback() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let video = try SampleVideo("320x240", seconds: 2)
            let asset = try await owner.add(pair: video.file)
            var sizes: [String: Int] = [:]
            for playback in ["live", "loop", "bounce"] {
                let request = try await owner.requestLivePhoto(
                    of: asset, ["delivery": "high-quality", "playback": .text(playback)])
                #expect(try await owner.outcome(at: request) == "success", "\(playback)")
                let last = try #require(await owner.signals("Delivery", at: request, count: 2).last)
                sizes[playback] = last.values[0].descriptor?.size
            }
            #expect(Set(sizes.values).count == 3)
            let error = try await refusal {
                try await owner.requestLivePhoto(of: asset, ["playback": "backwards"])
            }
            #expect(error.kind == "InvalidArgument" && error.message.contains("'playback'"))
        }
    }

    @Test("are refused for other assets, and without their video they fail after the photo")
    func refused() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let photo = try await owner.add(TestPhoto.small())
            let source = try SampleVideo("320x240")
            let video = try await owner.add(video: source.file)
            for asset in [photo, video] {
                let error = try await refusal { try await owner.requestLivePhoto(of: asset) }
                #expect(error.kind == "InvalidArgument" && error.message.contains("live"), "\(error)")
            }
            let cut = try await owner.add(.memory(Self.motionPhoto(nil)))
            let request = try await owner.requestLivePhoto(of: cut, ["delivery": "high-quality"])
            #expect(try await owner.outcome(at: request)?.hasSuffix(".InvalidContent") == true)
            #expect(try await owner.signals("Delivery", at: request, count: 1).count == 1)
            let (first, second) = (UUID().uuidString.lowercased(), try await owner.add(TestPhoto.small()))
            let app = try await world.client(flatpak: "org.example.App")
            try await owner.grant(Self.app, "limited", selection: [photo])
            let absent = try await refusal { try await app.requestLivePhoto(of: first) }
            let hidden = try await refusal { try await app.requestLivePhoto(of: second) }
            #expect(absent == hidden && absent.kind == "NotFound")
        }
    }

    @Test("keep the video of an edited motion photo for who may see originals, unless the edit has its own", .long)
    func editedMotionPhoto() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let (source, other) = (try SampleVideo("640x480"), try SampleVideo("320x240"))
            let asset = try await owner.add(.memory(Self.motionPhoto(source.file)))
            func widths(_ client: TestClient) async throws -> [Int?] {
                let request = try await client.requestLivePhoto(of: asset, ["delivery": "high-quality"])
                #expect(try await client.outcome(at: request) == "success")
                return try await client.signals("Delivery", at: request, count: 2).map {
                    $0.values[1].table?["pixel-width"]?.integer
                }
            }
            try await owner.edit(asset, as: TestPhoto.large())
            #expect(try await widths(owner) == [1600, 640])
            try await owner.grant(Self.app, "full", rights: ["write"])
            let app = try await world.client(flatpak: "org.example.App")
            let error = try await refusal { try await app.requestLivePhoto(of: asset) }
            #expect(error.kind == "AccessDenied" && error.message.contains("originals"), "\(error)")
            let session = try await owner.beginEditing(asset).session
            let video = BusArgument.Content.memory([UInt8](try Data(contentsOf: other.file)))
            let photo = BusArgument.Content.memory(try TestPhoto.large().bytes)
            #expect(
                try await refusal { try await owner.finish(session, ["full-size-paired-video": video]) }.kind
                    == "InvalidArgument")
            try await owner.finish(session, ["full-size-photo": photo, "full-size-paired-video": video])
            try await owner.setContent(session, of: asset)
            #expect(try await widths(owner) == [1600, 320])
            #expect(try await widths(app) == [1600, 320])
            try await owner.revert(asset)
            #expect(try await widths(owner) == [320, 640])
            #expect(try await owner.verify().findings.isEmpty)
            withExtendedLifetime((source, other)) {}
        }
    }

    /// A JPEG as Samsung's phones write it, with a video behind the picture.
    static func motionPhoto(_ video: URL?) throws -> [UInt8] {
        let content = try video.map { [UInt8](try Data(contentsOf: $0)) } ?? []
        return try TestPhoto.small().bytes + Array("MotionPhoto_Data".utf8) + content
            + Array("SEFH".utf8) + [0x6A, 0, 0, 0, 0, 0, 0, 0, 12, 0, 0, 0] + Array("SEFT".utf8)
    }
}

extension TestClient {
    /// Returns the path of the request.
    func requestLivePhoto(
        of asset: String, _ options: [String: BusArgument] = [:]
    ) async throws -> String {
        let reply = try await call("Images1", "RequestLivePhoto", "sa{sv}", .text(asset), .table(options))
        guard let path = reply[0]?.text else { throw ClientFailure("no request") }
        return path
    }

    /// Returns the outcome, or the name of the error.
    func outcome(at path: String) async throws -> String? {
        let values = try await signal("Response", at: path).values
        return values[1].table?["error-name"]?.text ?? values[0].text
    }

    /// Adds a small photo with a video.
    func add(pair video: URL) async throws -> String {
        let content = BusArgument.Content.memory([UInt8](try Data(contentsOf: video)))
        let resources: BusArgument = .variant(
            "a(sha{sv})",
            [
                ["photo", .descriptor(.memory(try TestPhoto.small().bytes)), .table([:])],
                ["paired-video", .descriptor(content), .table([:])],
            ])
        return try await perform(("create-asset", ["resources": resources])).first ?? ""
    }
}
