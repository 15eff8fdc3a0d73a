import FilmgateTestKit
import FilmgateTestWorlds
import Foundation
import Testing

@Suite("Room for videos", .inProcess)
struct VideoRoomTests {
    @Test("is free again when an app leaves the bus during a conversion, and the worker has ended", .long)
    func departure() async throws {
        let worker = try RenamedProgram("misbehaving-worker")
        try await withWorld(WorldSettings(configuration: "[render]\nworker=\(worker.path)\n")) { world in
            let owner = try await world.owner
            let asset = try await owner.add(order: "make no video")
            try await owner.grant("flatpak:org.example.App", "limited", selection: [asset])
            let app = try await world.client(flatpak: "org.example.App")
            _ = try await app.requestVideo(of: asset)
            var first: [Int32] = []
            try await eventually {
                first = worker.processes(with: "--convert")
                return first.count == 1
            }
            // It waits for the place that the app's conversion has.
            let behind = try await owner.requestVideo(of: asset)
            await app.end()
            try await eventually { !worker.processes(with: "--convert").contains(first[0]) }
            try await eventually { worker.processes(with: "--convert").count == 1 }
            try await owner.close(behind)
            #expect(try await owner.response(to: behind).outcome == "cancelled")
            try await eventually { worker.processes(with: "--convert").isEmpty }
        }
    }

    @Test(
        "is reserved on the disk: if that is full the request fails, and later ones succeed", .long,
        .enabled(if: TemporaryDisk.isAvailable))
    func fullDisk() async throws {
        let disk = try TemporaryDisk(megabytes: 48)
        defer { disk.remove() }
        var settings = WorldSettings()
        settings.disk = disk
        try await withWorld(settings) { world in
            let owner = try await world.owner
            // Its conversion, of low priority, takes long on a busy machine if it is larger.
            let source = try SampleVideo("160x120")
            let asset = try await owner.add(video: source.file)
            try disk.fill(leaving: 1 << 20)
            let request = try await owner.requestVideo(of: asset, ["preset": "low"])
            let (refused, nothing) = try await owner.deliveries(of: request)
            #expect(refused.outcome == "failed" && refused.error == "Io" && nothing.isEmpty, "\(refused)")
            #expect(refused.results["error-message"]?.text?.contains("disk") == true, "\(refused)")
            #expect(try await owner.assets() == [asset])
            // What was reserved is free again, though perhaps after the response.
            try await eventually { disk.room > 1 << 19 }
            try disk.clear()
            let again = try await owner.requestVideo(of: asset, ["preset": "low"])
            let (response, contents) = try await owner.deliveries(of: again)
            #expect(response.outcome == "success" && contents.count == 1, "\(response)")
        }
    }

    /// On a small disk: on a large one the room would be taken from it.
    @Test(
        "is 32 GiB: one app gets half of what the others leave, and one video is always possible", .long,
        .enabled(if: TemporaryDisk.isAvailable))
    func quota() async throws {
        let disk = try TemporaryDisk(megabytes: 48)
        defer { disk.remove() }
        let worker = BuiltProgram.path("misbehaving-worker")
        var settings = WorldSettings(configuration: "[render]\nworker=\(worker)\n")
        settings.disk = disk
        try await withWorld(settings) { world in
            let owner = try await world.owner
            let short = try await owner.add(order: "make no video")
            let long = try await owner.add(order: "make no long video")
            var apps: [TestClient] = []
            for name in ["One", "Two", "Three"] {
                try await owner.grant("flatpak:org.example.\(name)", "full")
                apps.append(try await world.client(flatpak: "org.example.\(name)"))
            }
            // It has the place of conversions for the rest of the test.
            let hanging = try await owner.requestVideo(of: short)
            func ask(_ app: TestClient) async throws -> OpenRequest {
                try await app.requestVideo(of: long, ["preset": "passthrough"])
            }
            let first = try await ask(apps[0])
            // Twice 14 GiB are more than its half.
            #expect(try await refusal { try await ask(apps[0]) }.kind == "LimitsExceeded")
            let second = try await ask(apps[1])
            // Three times 14 GiB are more than there is.
            #expect(try await refusal { try await ask(apps[2]) }.kind == "LimitsExceeded")
            try await apps[2].close(try await apps[2].requestVideo(of: short))
            try await apps[0].close(first)
            #expect(try await apps[0].response(to: first).outcome == "cancelled")
            // The response can come before the room is free.
            var freed: OpenRequest?
            try await eventually {
                freed = try? await ask(apps[2])
                return freed != nil
            }
            let third = try #require(freed)
            #expect(try await refusal { try await ask(apps[0]) }.kind == "LimitsExceeded")
            for (app, request) in [(apps[1], second), (apps[2], third), (owner, hanging)] {
                try await app.close(request)
                #expect(try await app.response(to: request).outcome == "cancelled")
            }
        }
    }
}

extension TestClient {
    /// Adds what the misbehaving worker takes for a video that it is to make so.
    func add(order: String) async throws -> String {
        try await perform(Self.creation(of: .memory(Array(order.utf8)), type: "video")).first ?? ""
    }
}
