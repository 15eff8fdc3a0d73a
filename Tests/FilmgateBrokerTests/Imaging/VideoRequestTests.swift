import FilmgateTestKit
import FilmgateTestWorlds
import Foundation
import Testing

@Suite("Requests for videos", .inProcess)
struct VideoRequestTests {
    private static let app = "flatpak:org.example.App"

    @Test("deliver a video that the app may see, without any right, and then the response")
    func delivered() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let source = try SampleVideo("640x360", with: ["-metadata", "title=Secret"])
            let asset = try await owner.add(video: source.file)
            try await owner.grant(Self.app, "limited", selection: [asset], rights: [])
            let app = try await world.client(flatpak: "org.example.App")
            let request = try await app.requestVideo(of: asset, ["preset": "low", "end": .variant("d", .number(0.5))])
            let delivery = try await app.signal("Delivery", at: request.path)
            let content = try #require(delivery.values[0].descriptor)
            let details = try #require(delivery.values[1].table)
            #expect(details["pixel-width"]?.integer == 640 && details["pixel-height"]?.integer == 360)
            #expect(details["type"]?.text == "video" && details["mime-type"]?.text == "video/mp4")
            #expect(details["degraded"]?.flag == false && details["redacted"]?.texts == [])
            #expect(content.size > 1000 && content.facts["position"]?.integer == 0)
            #expect(content.name.hasSuffix("(deleted)") && !content.name.contains("memfd"))
            let response = try await app.response(to: request)
            #expect(response.outcome == "success")
            #expect(try #require(delivery.serial) < response.serial)
        }
    }

    @Test("are refused where the app sees no asset, and for assets that are no video")
    func refused() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let source = try SampleVideo("320x240")
            let (seen, unseen) = (try await owner.add(video: source.file), try await owner.add(video: source.file))
            let photo = try await owner.add(TestPhoto.small())
            let app = try await world.client(flatpak: "org.example.App")
            #expect(try await refusal { try await app.requestVideo(of: seen) }.kind == "NotDetermined")
            for level in ["none", "add-only"] {
                try await owner.grant(Self.app, level)
                #expect(try await refusal { try await app.requestVideo(of: seen) }.kind == "AccessDenied")
            }
            try await owner.grant(Self.app, "limited", selection: [seen, photo])
            let hidden = try await refusal { try await app.requestVideo(of: unseen) }
            let absent = try await refusal { try await app.requestVideo(of: UUID().uuidString.lowercased()) }
            #expect(hidden.kind == "NotFound" && hidden == absent)
            let still = try await refusal { try await app.requestVideo(of: photo) }
            #expect(still.kind == "InvalidArgument" && still.message.contains("RequestImage"), "\(still)")
        }
    }

    @Test("are refused with a sentence that names the option")
    func options() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let source = try SampleVideo("320x240")
            let asset = try await owner.add(video: source.file)
            let wrong: [(String, [String: BusArgument])] = [
                ("preset", ["preset": "4k"]), ("start", ["start": .variant("d", .number(-1))]),
                ("start", ["start": .variant("d", .number(.nan))]),
                ("start", ["start": .variant("d", .number(5))]), ("end", ["end": .variant("d", .number(.infinity))]),
                ("end", ["start": .variant("d", .number(0.5)), "end": .variant("d", .number(0.5))]),
                ("start", ["start": "0"]),
                ("version", ["version": "newest"]), ("handle-token", ["handle-token": "a/b"]),
                ("width", ["width": .uint32(5)]), ("slow-motion", ["slow-motion": "yes"]),
            ]
            for (key, options) in wrong {
                let error = try await refusal { try await owner.requestVideo(of: asset, options) }
                #expect(error.kind == "InvalidArgument" && error.message.contains("'\(key)'"), "\(key): \(error)")
            }
        }
    }

    @Test(
        "end with AccessDenied as soon as the app loses the video", .long,
        arguments: ["selection", "grant", "trash", "size"])
    func lost(_ way: String) async throws {
        try await withWorld(WorldSettings(configuration: Self.hanging)) { world in
            let owner = try await world.owner
            let asset = try await owner.add(order: "make no video")
            try await owner.grant(Self.app, "limited", selection: [asset])
            let app = try await world.client(flatpak: "org.example.App")
            let request = try await app.requestVideo(of: asset)
            #expect(try await app.signals("Response", at: request.path, count: 0, most: 1, within: 1).isEmpty)
            switch way {
            case "selection": try await owner.changeSelection(of: Self.app, remove: [asset])
            case "grant": try await owner.grant(Self.app, "none")
            case "trash": try await owner.delete(asset)
            default:
                try await owner.grant(
                    Self.app, "limited", selection: [asset], others: ["max-pixels": .uint32(16)])
            }
            let response = try await app.response(to: request)
            #expect(response.outcome == "failed" && response.error == "AccessDenied", "\(response)")
            #expect(try await app.signals("Delivery", at: request.path, count: 0, most: 1, within: 0).isEmpty)
        }
    }

    @Test("end as cancelled when they are closed, and others go on")
    func closed() async throws {
        try await withWorld(WorldSettings(configuration: Self.hanging)) { world in
            let owner = try await world.owner
            let asset = try await owner.add(order: "make no video")
            let requests = [try await owner.requestVideo(of: asset), try await owner.requestVideo(of: asset)]
            try await owner.close(requests[0])
            #expect(try await owner.response(to: requests[0]).outcome == "cancelled")
            #expect(try await owner.signals("Response", at: requests[1].path, count: 0, most: 1, within: 1).isEmpty)
            try await owner.close(requests[1])
            #expect(try await owner.response(to: requests[1]).outcome == "cancelled")
        }
    }

    @Test("are never larger than an app's grant allows", .long, arguments: ["high", "passthrough"])
    func maxPixels(_ preset: String) async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let source = try SampleVideo("320x240")
            let asset = try await owner.add(video: source.file)
            try await owner.grant(Self.app, "full", others: ["max-pixels": .uint32(160)])
            let app = try await world.client(flatpak: "org.example.App")
            for client in [owner, app] {
                let request = try await client.requestVideo(of: asset, ["preset": .text(preset)])
                let details = try #require(await client.signal("Delivery", at: request.path).values[1].table)
                #expect(details["pixel-width"]?.integer == (client === app ? 160 : 320))
                #expect(try await client.response(to: request).outcome == "success")
            }
        }
    }

    @Test("report their progress, in order, and only their own", .long)
    func progress() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let source = try SampleVideo("1280x720", seconds: 8)
            let asset = try await owner.add(video: source.file)
            let request = try await owner.requestVideo(of: asset)
            #expect(try await owner.response(to: request).outcome == "success")
            let reports = try await owner.signals("Progress", at: request.path, count: 0, most: 99, within: 0)
            let fractions = reports.compactMap { $0.values.first?.number }
            #expect(!fractions.isEmpty && fractions == fractions.sorted() && Set(fractions).count == fractions.count)
            #expect(fractions.allSatisfy { $0 > 0 && $0 < 1 })
        }
    }

    @Test("of the owner's tools get what was made before, also by a connection that has ended; those of apps do not")
    func kept() async throws {
        try await withWorld { world in
            let source = try SampleVideo("320x240")
            let asset = try await world.owner.add(video: source.file)
            try await world.owner.grant(Self.app, "full")
            /// When the video that a new connection gets was written.
            func moment(_ connect: () async throws -> TestClient) async throws -> Int {
                let client = try await connect()
                let request = try await client.requestVideo(of: asset, ["preset": "low"])
                let content = try #require(await client.signal("Delivery", at: request.path).values[0].descriptor)
                #expect(try await client.response(to: request).outcome == "success")
                try await client.forget(content)
                await client.end()
                return try #require(content.facts["modified"]?.integer)
            }
            let made = try await moment { try await world.client(.host) }
            #expect(try await moment { try await world.client(.host) } == made)
            let madeForApp = try await moment { try await world.client(flatpak: "org.example.App") }
            #expect(madeForApp != made)
            #expect(try await moment { try await world.client(flatpak: "org.example.App") } != madeForApp)
        }
    }

    @Test("in slow motion are slow or not, whatever was made before", .long)
    func slowMotion() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let source = try SampleVideo("320x240", rate: 120)
            let asset = try await owner.add(video: source.file)
            /// The size of the video, and when it was written.
            func made(_ isSlow: BusArgument) async throws -> (size: Int, moment: Int?) {
                let request = try await owner.requestVideo(of: asset, ["preset": "low", "slow-motion": isSlow])
                let content = try #require(await owner.signal("Delivery", at: request.path).values[0].descriptor)
                #expect(try await owner.response(to: request).outcome == "success")
                return (content.size, content.facts["modified"]?.integer)
            }
            let (slow, fast) = (try await made(true), try await made(false))
            #expect(slow.size != fast.size && slow.moment != fast.moment)
            #expect(try await made(true) == slow)
            #expect(try await made(false) == fast)
        }
    }

    @Test("fail with InvalidContent for a damaged video, and without a delivery")
    func damaged() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let source = try SampleVideo.damaged()
            let asset = try await owner.add(video: source.file)
            let request = try await owner.requestVideo(of: asset)
            let response = try await owner.response(to: request)
            #expect(response.outcome == "failed" && response.error == "InvalidContent", "\(response)")
            #expect(try await owner.signals("Delivery", at: request.path, count: 0, most: 1, within: 0).isEmpty)
        }
    }

    /// A worker that makes nothing of such a file, and never ends.
    private static let hanging = "[render]\nworker=\(BuiltProgram.path("misbehaving-worker"))\n"
}
