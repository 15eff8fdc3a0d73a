import FilmgateTestKit
import FilmgateTestWorlds
import Foundation
import Glibc
import Synchronization
import Testing

@Suite("Workers that are killed under load", .inProcess)
struct KilledWorkerTests {
    private static let kills = Int(ProcessInfo.processInfo.environment["FILMGATE_KILLS"] ?? "") ?? 10
    private static let photos = 6
    private static let atOnce = 4

    /// What a client asked for: no two ask for the same, so that no answer comes from the cache.
    private struct Order: Hashable {
        let photo: Int
        let width: UInt32
        let format: String

        var options: [String: BusArgument] {
            ["width": .uint32(width), "format": .text(format), "delivery": "high-quality"]
        }
    }

    @Test("give no client half an image or a different one, and every request ends", .long, .seeded)
    func storm() async throws {
        let worker = try RenamedProgram("filmgate-render")
        let settings = WorldSettings(configuration: "[render]\nworker=\(worker.path)\nworkers=2\n")
        try await withWorld(settings) { world in
            let owner = try await world.owner
            let assets = try await owner.add((0..<Self.photos).map(Self.photo))
            var clients = [owner, try await owner.anotherConnection()]
            for name in ["One", "Two", "Three"] {
                try await owner.grant("flatpak:org.example.\(name)", "limited", selection: assets)
                clients.append(try await world.client(flatpak: "org.example.\(name)"))
            }
            let (killed, step) = (Kills(), UInt32(clients.count * Self.atOnce))
            var (images, failures) = ([Order: String](), 0)
            try await withThrowingTaskGroup(of: ([Order: String], Int).self) { group in
                for (number, client) in clients.enumerated() {
                    group.addTask {
                        var seen: ([Order: String], Int) = ([:], 0)
                        var round: UInt32 = 0
                        while killed.number < Self.kills {
                            let orders = (0..<Self.atOnce).map { index in
                                Order(
                                    photo: (number + Int(round) + index) % Self.photos,
                                    width: 200 + round * step
                                        + UInt32(number * Self.atOnce + index),
                                    format: ["pixels", "image/jpeg", "image/png"][index % 3])
                            }
                            let answers = try await Self.images(orders, of: assets, for: client)
                            seen.0.merge(answers.compactMapValues(\.self)) { $1 }
                            seen.1 += answers.values.count { $0 == nil }
                            round += 1
                        }
                        return seen
                    }
                }
                group.addTask {
                    var random = SeededRandom()
                    while killed.number < Self.kills {
                        if let process = worker.processes().randomElement(using: &random), kill(process, SIGKILL) == 0 {
                            killed.add()
                        }
                        try await Task.sleep(for: .milliseconds(Int.random(in: 20...150, using: &random)))
                    }
                    return ([:], 0)
                }
                for try await (more, failed) in group {
                    images.merge(more) { $1 }
                    failures += failed
                }
            }
            #expect(images.count > Self.kills, "\(images.count) images, \(failures) failures")
            #expect(failures <= 2 * Self.kills, "a worker that was killed ends one job: \(failures)")
            // Later ones succeed, and are what the images should have been.
            try await owner.call("Maintenance1", "ClearCache", "a{sv}", .table([:]))
            var random = SeededRandom(stream: 1)
            let orders = images.keys.sorted { ($0.photo, $0.width, $0.format) < ($1.photo, $1.width, $1.format) }
            let sample = Array(orders.shuffled(using: &random).prefix(100))
            for start in stride(from: 0, to: sample.count, by: Self.atOnce) {
                let orders = Array(sample[start..<min(start + Self.atOnce, sample.count)])
                for (order, image) in try await Self.images(orders, of: assets, for: owner) {
                    #expect(image == images[order], "\(order)")
                }
            }
            #expect(Set(images.values).count == images.count, "the photos differ")
            #expect(try await owner.verify().findings == [])
        }
    }

    /// Requests images at once.
    ///
    /// - Returns: their hashes; nil for those whose worker was killed.
    private static func images(
        _ orders: [Order], of assets: [String], for client: TestClient
    ) async throws -> [Order: String?] {
        var requests: [(Order, OpenRequest)] = []
        for order in orders {
            requests.append((order, try await client.requestImage(of: assets[order.photo], order.options)))
        }
        var images: [Order: String?] = [:]
        for (order, request) in requests {
            let (response, contents) = try await client.deliveries(of: request)
            for (file, _) in contents { try await client.forget(file) }
            if response.outcome == "success", contents.count == 1 {
                #expect(contents[0].details["pixel-width"]?.integer == Int(order.width))
                images[order] = contents[0].file.sha256
            } else {
                #expect(contents.isEmpty && response.error == "InvalidContent", "\(order): \(response)")
                images.updateValue(nil, forKey: order)
            }
        }
        return images
    }

    /// A photo of 1600 × 1200 pixels, which takes a while to decode.
    private static func photo(_ number: Int) throws -> TestPhoto {
        let file = FileManager.default.temporaryDirectory.appending(path: "filmgate-photo-\(UUID().uuidString).jpg")
        defer { try? FileManager.default.removeItem(at: file) }
        let picture = "testsrc=size=1600x1200,hue=h=\(number * 50)"
        let made = try ChildProcess.run([
            "ffmpeg", "-nostdin", "-loglevel", "error", "-f", "lavfi", "-i", picture, "-frames:v", "1", file.path,
        ])
        guard made.code == 0 else { throw ClientFailure("ffmpeg failed") }
        return try TestPhoto(contentsOf: file.path)
    }
}

/// How many workers were killed.
private final class Kills: Sendable {
    private let count = Mutex(0)

    var number: Int { count.withLock { $0 } }

    func add() { count.withLock { $0 += 1 } }
}
