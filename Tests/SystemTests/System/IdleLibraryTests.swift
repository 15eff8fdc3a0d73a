import FilmgateTestKit
import Foundation
import Testing

@Suite(
    "An unused library", .enabled(if: SystemWorld.hindrance == nil, "\(SystemWorld.hindrance ?? "")"),
    .timeLimit(.minutes(30)))
struct IdleLibraryTests {
    private static let soon = "[limits]\nidle-milliseconds=300\n"

    private static func closes(_ user: SystemWorld.User, in system: SystemWorld) async throws {
        while system.isOpen(user) { try await Task.sleep(for: .milliseconds(20)) }
    }

    /// The number of the broker's open files, once everything of a closed library is closed.
    private static func filesOpen(in system: SystemWorld) async throws -> Int {
        while system.openFiles.contains(where: { $0.hasPrefix("\(system.folder)/state/6") }) {
            try await Task.sleep(for: .milliseconds(20))
        }
        return system.openFiles.count
    }

    @Test(
        "is closed for a different one at the limit; if all are used, the next is unavailable until one is not"
    )
    func room() async throws {
        try await withSystem(configuration: "[limits]\nlibraries=2\n") { system in
            let (anna, ben) = (try await system.client(.anna), try await system.client(.ben))
            _ = try await anna.status()
            _ = try await ben.status()
            let carla = try await system.client(.carla)
            func carlasStatus() async throws -> String? { try await AccessTable.kind { try await carla.status() } }
            #expect(try await carlasStatus() == "LibraryUnavailable")
            #expect(system.isOpen(.anna) && system.isOpen(.ben) && !system.isOpen(.carla))
            _ = try await anna.status()
            await ben.end()
            // The broker does not retry at once.
            while let error = try await carlasStatus() { #expect(error == "LibraryUnavailable") }
            #expect(system.isOpen(.anna) && !system.isOpen(.ben) && system.isOpen(.carla))
            #expect(system.log.contains("[limits] libraries"))
        }
    }

    @Test("is closed with its open files; the next call opens it, and everything is there")
    func closing() async throws {
        try await withSystem(configuration: Self.soon) { system in
            try system.answer(["*": "yes"])
            var counts: [Int] = []
            for round in 0..<3 {
                let anna = try await system.client(.anna, "tool")
                if round == 0 {
                    try await anna.add(TestPhoto.small())
                    try await anna.grant("flatpak:org.example.Viewer", "full")
                }
                let viewer = try await system.client(.anna, flatpak: "org.example.Viewer")
                #expect(try await viewer.fetch().count == 1)
                #expect(try await anna.grants().count == 1)
                #expect(try await anna.verify().findings.isEmpty)
                #expect(try await anna.verifyAudit().kinds.isEmpty)
                #expect(system.isOpen(.anna))
                await viewer.end()
                await anna.end()
                try await Self.closes(.anna, in: system)
                counts.append(try await Self.filesOpen(in: system))
            }
            #expect(counts[0] == counts[2], "\(counts)")
        }
    }

    @Test(
        "stays open while a caller is connected, and while an agent is there; others are closed meanwhile"
    )
    func occupied() async throws {
        try await withSystem(configuration: Self.soon) { system in
            try system.answer(["*": "yes"])
            let app = try await system.client(.anna, flatpak: "org.example.Viewer")
            #expect(try await app.status() == "not-determined")
            let agent = ScriptedAgent(try await system.client(.carla, "agent", group: .agents))
            try await agent.register()
            try await system.found(.ben)
            try await Self.closes(.ben, in: system)
            #expect(system.isOpen(.anna) && system.isOpen(.carla))
            // A connection is told what concerns it, however long it has been silent.
            let root = try await system.client(.root, "tool")
            try await root.call(
                "Admin1", "SetGrant", "ssa{sv}", .text("flatpak:org.example.Viewer"), .text("full"),
                .table(["user": .uint32(SystemWorld.User.anna.id)]))
            #expect(try await app.signal("StatusChanged").values.count == 2)
            await app.end()
            await agent.client.end()
            try await Self.closes(.anna, in: system)
            try await Self.closes(.carla, in: system)
        }
    }

    @Test("is there for every call, before, during or after its closing")
    func racing() async throws {
        try await withSystem(configuration: "[limits]\nidle-milliseconds=20\n") { system in
            let program = try await system.client(.anna, "program")
            let root = try await system.client(.root, "tool")
            try await root.call(
                "Admin1", "SetGrant", "ssa{sv}", .text(program.identity().id), .text("full"),
                .table(["user": .uint32(SystemWorld.User.anna.id)]))
            await program.end()
            let host = try await system.client(.anna, "program")
            try await host.disconnect()
            var wasClosed = 0
            // At every moment: no sign says when the next call is to come.
            for round in 0..<60 {
                try await Task.sleep(for: .milliseconds(round * 4))
                wasClosed += system.isOpen(.anna) ? 0 : 1
                let client = try await host.anotherConnection()
                async let first = client.fetch()
                async let second = client.status()
                let (count, status) = try await (first.count, second)
                #expect(count == 0 && status == "authorized", "\(system.log)")
                try await client.disconnect()
            }
            #expect(wasClosed > 0 && wasClosed < 60, "\(wasClosed)")
        }
    }

    @Test("does not reset limits by closing: an ended grant, and the wait after a dismissal")
    func remains() async throws {
        try await withSystem(configuration: Self.soon) { system in
            try system.answer(["*": "yes"])
            let anna = try await system.client(.anna, "tool")
            let end = try await anna.grantBriefly("flatpak:org.example.Viewer", "full", seconds: 2)
            let first = try await Self.asking(in: system)
            async let answer = first.app.askForAccess()
            try await first.agent.answer(first.agent.asked(), "dismiss")
            #expect(try await answer.outcome == "cancelled")
            for client in [anna, first.agent.client, first.app] { await client.end() }
            try await Self.closes(.anna, in: system)

            let second = try await Self.asking(in: system)
            let error = try await second.app.error(
                "Authorization1", "RequestAccess", "sa{sv}", .text("read-write"), [:])
            #expect(error.kind == "Busy")
            for client in [second.agent.client, second.app] { await client.end() }
            try await Self.closes(.anna, in: system)

            // Nothing says that it has come: the library is closed.
            try await Task.sleep(for: .microseconds(max(0, end - Int64(Date.now.timeIntervalSince1970 * 1_000_000))))
            let viewer = try await system.client(.anna, flatpak: "org.example.Viewer")
            #expect(try await viewer.status() == "not-determined")
        }
    }

    private static func asking(in system: SystemWorld) async throws -> (app: TestClient, agent: ScriptedAgent) {
        let agent = ScriptedAgent(try await system.client(.anna, "agent", group: .agents))
        try await agent.register()
        return (try await system.client(.anna, flatpak: "org.example.Asker"), agent)
    }

    @Test("releases descriptors and memory, whatever number of users had one open")
    func many() async throws {
        try await withSystem(configuration: Self.soon) { system in
            let users = SystemWorld.User.guests
            try await system.found(users[0])
            try await Self.closes(users[0], in: system)
            let before = (files: try await Self.filesOpen(in: system), memory: system.memory)
            var clients: [TestClient] = []
            for user in users {
                clients.append(try await system.client(user))
                _ = try await clients.last?.status()
            }
            let open = (files: system.openFiles.count, memory: system.memory)
            #expect(users.allSatisfy(system.isOpen))
            for client in clients { await client.end() }
            for user in users { try await Self.closes(user, in: system) }
            #expect(try await Self.filesOpen(in: system) == before.files)
            let most = before.memory + (open.memory - before.memory) / 2
            try await eventually { system.memory <= most }
            // That it does not come back takes a while.
            try await Task.sleep(for: .seconds(2))
            #expect(system.memory <= most, "\(before) \(open)")
        }
    }
}
