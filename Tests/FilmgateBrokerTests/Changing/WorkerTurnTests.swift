import FilmgateTestKit
import FilmgateTestWorlds
import Synchronization
import Testing

/// The time that a client waits while a different one sends files that take long to read.
@Suite("Workers for several clients", .inProcess)
struct WorkerTurnTests {
    /// A worker that does what the file says.
    private static let configuration = "[render]\nworker=\(BuiltProgram.path("misbehaving-worker"))\nworkers=2\n"

    @Test(
        "a client's slow files do not delay a different client's, whether sent as dry runs, at once, or by several apps"
    )
    func slowFiles() async throws {
        try await withWorld(WorldSettings(configuration: Self.configuration)) { world in
            var apps: [TestClient] = []
            for name in ["One", "Two", "Three"] {
                try await world.owner.grant("flatpak:org.example.\(name)", "add-only")
                apps.append(try await world.client(flatpak: "org.example.\(name)"))
            }
            let answers = Answers()
            try await withThrowingTaskGroup(of: Void.self) { group in
                for app in apps {
                    for _ in 0..<4 {
                        group.addTask {
                            _ = try? await app.perform(
                                [TestClient.creation(of: .memory(Array("spin".utf8)))], options: ["dry-run": true])
                            answers.count.add(1, ordering: .relaxed)
                        }
                    }
                }
                // All of them have arrived: a later call is answered.
                for app in apps { _ = try await app.status("add-only") }
                try await world.owner.add(.memory(Array("behave".utf8)))
                #expect(answers.count.load(ordering: .relaxed) == 0, "the slow ones came first")
                for app in apps { await app.end() }
            }
        }
    }

    @Test(
        "an app whose files took too long and were not kept must wait, also for files that it sent before; no other app must",
        .long
    )
    func budget() async throws {
        let limit = "[limits]\nunkept-milliseconds=500\n"
        try await withWorld(WorldSettings(configuration: Self.configuration + limit)) { world in
            for name in ["One", "Two"] { try await world.owner.grant("flatpak:org.example.\(name)", "add-only") }
            let app = try await world.client(flatpak: "org.example.One")
            let spin = TestClient.creation(of: .memory(Array("spin".utf8)))
            let slow = try await refusal { try await app.perform(spin, spin, spin, spin, options: ["dry-run": true]) }
            #expect(["InvalidContent", "LimitsExceeded"].contains(slow.kind), "\(slow)")
            let refused = try await refusal { try await app.add(.memory(Array("behave".utf8))) }
            #expect(
                refused.kind == "LimitsExceeded" && refused.message.contains("too much processor time"), "\(refused)")
            let seconds = try #require(refused.message.firstMatch(of: /in (\d+) seconds/)?.1)
            // A tenth of a second is regained within one second: no more than two of the four were read.
            #expect((Int(seconds) ?? 0) < 250, "\(refused)")
            try await world.client(flatpak: "org.example.Two").add(.memory(Array("behave".utf8)))
            try await world.owner.add(.memory(Array("behave".utf8)))
        }
    }

    @Test("an app that takes back what took long must wait, and one that leaves it in the library need not", .long)
    func withdrawn() async throws {
        let limit = "[limits]\nunkept-milliseconds=500\n"
        try await withWorld(WorldSettings(configuration: Self.configuration + limit)) { world in
            for name in ["One", "Two"] { try await world.owner.grant("flatpak:org.example.\(name)", "add-only") }
            let file = BusArgument.Content.memory(Array("take long".utf8))
            let other = try await world.client(flatpak: "org.example.Two")
            for _ in 0..<3 { try await other.add(file) }
            let app = try await world.client(flatpak: "org.example.One")
            // Of half a second, 0.4 s are used up, and then 0.8.
            for _ in 0..<2 {
                let added = try await app.add(file)
                try await app.call("Library1", "WithdrawAdded", "as", .list([.text(added)]))
            }
            let refused = try await refusal { try await app.add(file) }
            #expect(
                refused.kind == "LimitsExceeded" && refused.message.contains("too much processor time"), "\(refused)")
            try await other.add(file)
        }
    }

    @Test("an app whose sidecars took too long must wait before more of them are read", .long)
    func sidecars() async throws {
        let limit = "[limits]\nunkept-milliseconds=500\n"
        try await withWorld(WorldSettings(configuration: Self.configuration + limit)) { world in
            try await world.owner.grant("flatpak:org.example.One", "add-only")
            let app = try await world.client(flatpak: "org.example.One")
            let resources: BusArgument = .variant(
                "a(sha{sv})",
                .list(
                    [("sidecar", "spin"), ("photo", "behave")].map { type, order in
                        [.text(type), .descriptor(.memory(Array(order.utf8))), [:]]
                    }))
            func add() async throws -> BusError {
                try await refusal { try await app.perform(("create-asset", ["resources": resources])) }
            }
            #expect(try await add().kind == "InvalidContent")
            let refused = try await add()
            #expect(
                refused.kind == "LimitsExceeded" && refused.message.contains("too much processor time"), "\(refused)")
        }
    }
}

private final class Answers: Sendable {
    let count = Atomic(0)
}
