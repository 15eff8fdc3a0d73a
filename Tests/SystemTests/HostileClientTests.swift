import FilmgateTestKit
import Foundation
import Testing

/// Hostile clients, all at once, on a bus with the limits of the system bus, which are dbus-daemon's defaults.
@Suite("No client hurts another", .timeLimit(.minutes(30)))
struct HostileClientTests {
    /// How long the test runs.
    private static let seconds = Int(ProcessInfo.processInfo.environment["FILMGATE_HOSTILE_SECONDS"] ?? "") ?? 12
    private static let kinds = [
        "never-reading", "half-reading", "connections", "requests", "options", "descriptors", "subscriptions",
        "flooding", "history", "picking", "editing",
    ]
    /// How much they may make the broker hold together; SECURITY.md derives it.
    private static let memory = 300 << 20

    /// In milliseconds: ten times what a page took at most on two cores, so that a machine with other work does not
    /// decide.
    private static let longestPage = 20_000.0

    @Test("whatever eleven hostile ones do together: its pages come, complete, and the broker stays the same")
    func together() async throws {
        var settings = WorldSettings()
        settings.isInMemory = true
        try await withWorld(settings) { world in
            let owner = try await world.owner
            for _ in 0..<16 { _ = try await owner.add(TestPhoto.several(16)) }
            let asset = try await owner.assets()[0]
            for kind in Self.kinds + ["innocent"] {
                try await owner.grant("exe:\(world.folder)/programs/\(kind)", "full")
            }
            let before = try await owner.ownerAppears(of: TestClient.service)

            let innocent = try await world.script("innocent.py", as: "innocent", "pages", "200")
            var hostile: [Script] = []
            for kind in Self.kinds { hostile.append(try await world.script("hostile.py", as: kind, kind, asset)) }
            for script in hostile + [innocent] { #expect(try await script.line() == "ready") }
            // They do what they do for a time.
            try await Task.sleep(for: .seconds(Self.seconds))
            innocent.proceed()
            let report = try await innocent.line()
            print("An innocent client among hostile ones, in milliseconds: \(report)")
            let figures = try JSONDecoder().decode([String: Double].self, from: Data(report.utf8))
            let longest = try #require(figures["page longest"])
            #expect(longest < Self.longestPage, "it waits for its turn, not for all that the others want")
            #expect(await innocent.program.ended() == 0)
            let peak = try world.broker.peakBytes
            print("The broker's memory at most: \(peak >> 20) MiB")
            #expect(peak < Self.memory)
            for script in hostile {
                #expect(!script.program.hasEnded, "it went on to the end: \(script.program.log.soFar)")
                script.program.kill()
                await script.program.ended()
            }

            #expect(try await owner.ownerAppears(of: TestClient.service) == before, "the broker never left the bus")
            #expect(try await owner.assets().count == 256)
            while try await owner.clients().contains(where: { $0["client"]?.text?.contains("/programs/") == true }) {}
            let late = try await world.program("late")
            try await owner.grant("exe:\(world.folder)/programs/late", "full")
            #expect(try await late.assets().count == 256, "nothing is left of them that stands in the way")
            #expect(try await owner.verify().findings == [])
        }
    }

    @Test("a client that makes only blocking calls is never held back, for ten thousand files")
    func blocking() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let asset = try await owner.add(TestPhoto.small())
            try await owner.grant(
                "exe:\(world.folder)/programs/innocent", "full",
                rights: ["originals", "captions", "location", "metadata", "write"])
            let script = try await world.script("innocent.py", as: "innocent", "files", asset, "10000")
            #expect(try await script.line() == "ready")
            let report = try await script.line()
            print("Ten thousand files, in milliseconds: \(report)")
            #expect(report.contains("\"files\": 10000"))
            #expect(await script.program.ended() == 0)
        }
    }

    @Test("connections that call and close before the reply are not counted forever")
    func hangingUp() async throws {
        try await withWorld { world in
            let script = try await world.script("hostile.py", as: "hasty", "hanging-up", "200")
            #expect(try await script.line() == "ready")
            #expect(try await script.line() == "not-determined", "one more connection, which waits for its answer")
            script.program.kill()
        }
    }

    @Test("a client has a limited number of connections that call, and others still have theirs")
    func connections() async throws {
        try await withWorld(WorldSettings(configuration: "[limits]\nconnections=16\n")) { world in
            let app = try await world.client(flatpak: "org.example.App")
            _ = try await app.status()
            var connections = [app]
            for _ in 0..<7 {
                connections.append(try await app.anotherConnection())
                _ = try await connections.last?.status()
            }
            let ninth = try await app.anotherConnection()
            let refused = try await refusal { try await ninth.status() }
            #expect(refused.kind == "LimitsExceeded" && refused.message.contains("uses 8 connections"), "\(refused)")
            let other = try await world.client(flatpak: "org.example.Other")
            #expect(try await other.status() == "not-determined")
            #expect(try await world.owner.assets() == [])
            // The second client has one of sixteen: half of the rest is seven.
            for _ in 0..<2 { try await connections.removeLast().disconnect() }
            while (try? await ninth.status()) == nil {}
        }
    }
}
