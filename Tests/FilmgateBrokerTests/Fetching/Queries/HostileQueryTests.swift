import FilmgateTestKit
import FilmgateTestWorlds
import Synchronization
import Testing

@Suite("Hostile queries on the bus", .inProcess, .timeLimit(.minutes(30)))
struct HostileQueryTests {
    /// Takes hours on a photo with the longest possible caption.
    private static let hostile: [String: BusArgument] = [
        "where": .text(Array(repeating: "caption like ?", count: 200).joined(separator: " or ")),
        "arguments": .variant(
            "av", .list(Array(repeating: .text("%" + String(repeating: "a%", count: 2_000) + "b"), count: 200))),
    ]

    /// Twenty photos with the longest captions.
    private static func fill(_ world: World) async throws -> TestClient {
        let owner = try await world.owner
        let long = String(repeating: "a", count: 64 * 1024)
        for _ in 0..<20 { try await owner.add(try TestPhoto.small(), properties: ["caption": .text(long)]) }
        return owner
    }

    @Test(
        "are ended when their time is over, one after the other for each client, while other clients are served", .long)
    func bounded() async throws {
        let settings = WorldSettings(configuration: "[limits]\nfetch-milliseconds=500")
        try await withWorld(settings) { world in
            let owner = try await Self.fill(world)
            for app in ["org.example.First", "org.example.Second"] {
                try await owner.grant("flatpak:\(app)", "full", rights: ["captions", "write"])
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
            // An ordinary query is answered after all of that.
            let found = try await second.fetch(["where": "caption contains 'aaa' and creation-date > date '2000-01-01'"]
            )
            #expect(found.count == 20)
        }
    }

    @Test("run while all calls of a different client are answered, short or long", .long)
    func order() async throws {
        let settings = WorldSettings(configuration: "[limits]\nfetch-milliseconds=60000")
        try await withWorld(settings) { world in
            let owner = try await Self.fill(world)
            for app in ["org.example.Greedy", "org.example.Modest"] {
                try await owner.grant("flatpak:\(app)", "full", rights: ["captions", "write"])
            }
            let greedy = try await world.client(flatpak: "org.example.Greedy")
            let modest = try await world.client(flatpak: "org.example.Modest")
            let isOver = Flag()
            let (sent, isSent) = AsyncStream<Void>.makeStream()
            let hog = Task {
                defer { isOver.raise() }
                try await greedy.call(
                    "Library1", "Fetch", "sa{sv}", "asset", .table(Self.hostile), whenSent: { isSent.finish() })
            }
            for await _ in sent {}
            for options: [String: BusArgument] in [
                [:], ["limit": .uint32(3)], ["sort": .variant("a(sb)", [["caption", true]])],
                ["where": "caption contains 'aaa'"], ["where": "caption like '%aaa' or rating > 3"],
            ] {
                let result = try await modest.fetch(options)
                #expect(result.count == (options["limit"] == nil ? 20 : 3))
                #expect(try await modest.read(result, "id", "caption", count: 1).count == 1)
                try await modest.close(result)
            }
            #expect(try await modest.collections("album", ["where": "title contains 'all'"]).count == 1)
            try await modest.set(["rating": .variant("i", 4)], of: modest.assets()[0])
            #expect(!isOver.isRaised, "what was asked first is still being looked for")
            await greedy.kill()
            await #expect(throws: (any Error).self) { try await hog.value }
        }
    }

    @Test("end when their clients leave", .long)
    func left() async throws {
        let settings = WorldSettings(configuration: "[limits]\nfetch-milliseconds=60000")
        try await withWorld(settings) { world in
            let owner = try await Self.fill(world)
            try await owner.grant("flatpak:org.example.App", "full", rights: ["captions", "write"])
            let leaving = try await world.client(flatpak: "org.example.App")
            let staying = try await world.client(flatpak: "org.example.App")
            let (sent, isSent) = AsyncStream<Void>.makeStream()
            let lost = Task {
                try await leaving.call(
                    "Library1", "Fetch", "sa{sv}", "asset", .table(Self.hostile), whenSent: { isSent.finish() })
            }
            for await _ in sent {}
            // What the owner is told now was asked for later.
            _ = try await owner.status()
            await leaving.kill()
            #expect(try await staying.fetch(["where": "caption contains 'aaa'"]).count == 20)
            await #expect(throws: (any Error).self) { try await lost.value }
        }
    }
}

/// An event that has happened or not.
private final class Flag: Sendable {
    private let state = Mutex(false)

    var isRaised: Bool { state.withLock { $0 } }

    func raise() { state.withLock { $0 = true } }
}
