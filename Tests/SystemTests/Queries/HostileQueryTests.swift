import FilmgateTestKit
import Testing

@Suite("Hostile queries on the bus", .timeLimit(.minutes(5)))
struct HostileQueryTests {
    /// Of a photo whose caption is as long as it may be, this takes hours.
    private static let hostile: [String: Argument] = [
        "where": .text(Array(repeating: "caption like ?", count: 200).joined(separator: " or ")),
        "arguments": .variant(
            "av", .list(Array(repeating: .text("%" + String(repeating: "a%", count: 2_000) + "b"), count: 200))),
    ]

    @Test("are given up when their time is over, one of a client after the other, while others are served")
    func bounded() async throws {
        let settings = WorldSettings(configuration: "[limits]\nfetch-milliseconds=500")
        try await withWorld(settings) { world in
            let owner = try await world.owner
            let long = String(repeating: "a", count: 64 * 1024)
            for _ in 0..<20 { try await owner.add(try Photo.small(), properties: ["caption": .text(long)]) }
            for app in ["org.example.First", "org.example.Second"] {
                try await owner.grant("flatpak:\(app)", "full", rights: ["captions"])
            }
            let first = try await world.client(flatpak: "org.example.First")
            let again = try await world.client(flatpak: "org.example.First")
            let second = try await world.client(flatpak: "org.example.Second")
            async let errors = [
                refusal { try await first.fetch(Self.hostile) }, refusal { try await again.fetch(Self.hostile) },
                refusal { try await second.fetch(Self.hostile) },
            ]
            for _ in 0..<20 {
                let result = try await owner.fetch(["sort": .variant("a(sb)", [["rating", true]])])
                #expect(try await owner.read(result, "id", "rating").count == 20)
                try await owner.close(result)
            }
            for error in try await errors {
                #expect(error.kind == "LimitsExceeded")
                #expect(error.message.contains("0.5 seconds") && error.message.contains("'creation-date'"))
            }
            // A query of everybody's is answered after all of that.
            let found = try await second.fetch(["where": "caption contains 'aaa' and creation-date > date '2000-01-01'"]
            )
            #expect(found.count == 20)
        }
    }

    @Test("of whoever leaves end with them")
    func left() async throws {
        let settings = WorldSettings(configuration: "[limits]\nfetch-milliseconds=60000")
        try await withWorld(settings) { world in
            let owner = try await world.owner
            let long = String(repeating: "a", count: 64 * 1024)
            for _ in 0..<20 { try await owner.add(try Photo.small(), properties: ["caption": .text(long)]) }
            try await owner.grant("flatpak:org.example.App", "full", rights: ["captions"])
            let leaving = try await world.client(flatpak: "org.example.App")
            let staying = try await world.client(flatpak: "org.example.App")
            let (sent, isSent) = AsyncStream<Void>.makeStream()
            let lost = Task {
                try await leaving.call(
                    "Library1", "Fetch", "sa{sv}", "asset", .table(Self.hostile), whenSent: { isSent.finish() })
            }
            for await _ in sent {}
            // Whatever the owner is told now was asked for later.
            _ = try await owner.status()
            await leaving.kill()
            #expect(try await staying.fetch(["where": "caption contains 'aaa'"]).count == 20)
            await #expect(throws: (any Error).self) { try await lost.value }
        }
    }
}
