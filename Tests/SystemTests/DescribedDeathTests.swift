import FilmgateTestKit
import Foundation
import Glibc
import Testing

@Suite("Photos that are saved with metadata while something fails")
struct DescribedDeathTests {
    private static func creation(_ bytes: [UInt8], _ title: String) -> (String, [String: BusArgument]) {
        var (kind, keys) = TestClient.creation(of: .memory(bytes), properties: ["orientation": .variant("u", 6)])
        keys["metadata"] = .options(["dc:title": .text(title), "tiff:Model": "Camera"])
        return (kind, keys)
    }

    /// Adds photos until the broker goes, and returns what was answered, with the titles.
    private static func addUntilItFails(_ client: TestClient) async throws -> [String: String] {
        var answered: [String: String] = [:]
        while true {
            let title = UUID().uuidString
            do {
                let id = try await client.perform([creation(TestPhoto.small().bytes, title)])[0]
                answered[id] = title
            } catch is BusError { return answered }
        }
    }

    private static func check(_ answered: [String: String], _ owner: TestClient) async throws {
        for (id, title) in answered {
            let row = try await owner.properties(of: id, "title", "orientation", "camera", "content-hash")
            #expect(row["title"]?.text == title && row["orientation"]?.integer == 6, "\(row)")
            #expect(row["camera"]?.text == "Canon Camera", "\(row)")
            #expect(try await row["content-hash"]?.text == owner.open(id).sha256.map { "sha256:\($0)" })
        }
        #expect(try await owner.verify().findings == [])
    }

    @Test("are there, whole, if they were answered, after a broker that was killed at any moment", .long, .seeded)
    func killedBroker() async throws {
        try await withWorld { world in
            _ = try await world.owner.status()
            var answered: [String: String] = [:]
            var random = SeededRandom()
            for _ in 0..<8 {
                let adding = Task { try await Self.addUntilItFails(world.owner) }
                try await Task.sleep(for: .milliseconds(Int.random(in: 50...400, using: &random)))
                try await world.killBroker()
                answered.merge(try await adding.value) { $1 }
                try await world.startBroker()
                try await Self.check(answered, world.owner)
            }
            #expect(!answered.isEmpty)
        }
    }

    @Test("are whole or not there if workers are killed, and never without what was said of them", .long, .seeded)
    func killedWorkers() async throws {
        let worker = try RenamedProgram("filmgate-render")
        let settings = WorldSettings(configuration: "[render]\nworker=\(worker.path)\nworkers=2\n")
        try await withWorld(settings) { world in
            let owner = try await world.owner
            let killing = Task {
                var (killed, random) = (0, SeededRandom())
                while !Task.isCancelled {
                    if let process = worker.processes().randomElement(using: &random), kill(process, SIGKILL) == 0 {
                        killed += 1
                    }
                    try? await Task.sleep(for: .milliseconds(Int.random(in: 1...30, using: &random)))
                }
                return killed
            }
            var answered: [String: String] = [:]
            for _ in 0..<60 {
                let title = UUID().uuidString
                let change = Self.creation(try TestPhoto.small().bytes, title)
                do {
                    let id = try await owner.perform([change])[0]
                    answered[id] = title
                } catch let error as BusError {
                    #expect(["InvalidContent", "Io"].contains(error.kind), "\(error)")
                }
            }
            killing.cancel()
            #expect(await killing.value > 0)
            #expect(try await owner.assets().count == answered.count)
            try await Self.check(answered, owner)
        }
    }

    @Test(
        "are not there if the disk is full, and can be saved once there is room",
        .enabled(if: TemporaryDisk.isAvailable))
    func fullDisk() async throws {
        let disk = try TemporaryDisk(megabytes: 80)
        defer { disk.remove() }
        var settings = WorldSettings()
        settings.disk = disk
        try await withWorld(settings) { world in
            let owner = try await world.owner
            try await owner.add(TestPhoto.small())
            // A large one, of which there is room for one copy, and not for that with metadata as well.
            let photo = try TestPhoto.small().bytes + [UInt8](repeating: 0, count: 16 << 20)
            try disk.fill(leaving: 24 << 20)
            let error = try await refusal { try await owner.perform([Self.creation(photo, "Full")]) }
            #expect(error.kind == "Io", "\(error)")
            #expect(try await owner.assets().count == 1)
            #expect(try await owner.verify().findings == [])
            try disk.clear()
            let id = try await owner.perform([Self.creation(photo, "Room")])[0]
            #expect(try await owner.properties(of: id, "title")["title"]?.text == "Room")
            #expect(try await owner.verify().findings == [])
        }
    }
}
