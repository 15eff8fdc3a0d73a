import FilmgateTestKit
import FilmgateTestWorlds
import Foundation
import Testing

@Suite("The audit log has a call that ends late:", .inBothWorlds)
struct LateEntryTests {
    private static let app = "flatpak:org.example.App"

    @Test("one that fails while its library is closed")
    func failedRestoration() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let photo = try await owner.add(TestPhoto.small())
            let backup = try await owner.call("Backup1", "BeginBackup", "a{sv}", [:])
            let database = try #require(backup[0]?.descriptor)
            try await owner.call(
                "Backup1", "BeginRestore", "ha{sv}", .descriptor(.kept(database.number)), ["replace": true])
            // In the way of the last step.
            try FileManager.default.createDirectory(
                atPath: "\(world.state)/\(getuid())/restored/obstacle", withIntermediateDirectories: true)
            let refused = try await refusal { try await owner.call("Backup1", "FinishRestore", "a{sv}", [:]) }
            #expect(refused.kind == "Io")
            #expect(try await owner.audit(["operation": "finish-restore"]).map(\.outcome) == ["io"])
            #expect(try await owner.assets() == [photo])
            #expect(try await owner.verify().findings.isEmpty)
        }
    }

    @Test("one that waits for the person when the broker stops")
    func stopped() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let photo = try await owner.add(TestPhoto.small())
            try await owner.grant(Self.app, "full", rights: ["originals", "write"])
            let agent = try await world.agent()
            let app = try await world.client(flatpak: "org.example.App")
            let call = Task { try await app.delete(photo, interactive: true) }
            _ = try await agent.asked("confirm")
            try await world.restartBroker()
            await #expect(throws: (any Error).self) { try await call.value }
            let after = try await world.client(.host)
            let entries = try await after.audit(["client": .text(Self.app), "operation": "delete-assets"])
            #expect(!entries.isEmpty && entries.allSatisfy { $0.outcome != "allowed" }, "\(entries)")
            #expect(try await after.assets() == [photo])
            #expect(try await after.verifyAudit().kinds == [])
        }
    }
}
