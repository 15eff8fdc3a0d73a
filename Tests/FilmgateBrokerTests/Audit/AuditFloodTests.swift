import FilmgateTestKit
import FilmgateTestWorlds
import Testing

@Suite("A client cannot", .inProcess)
struct AuditFloodTests {
    private static let app = AuditTests.app

    @Test("slow the broker down, or fill its memory, with names that it may not administer", .asProcesses)
    func names() async throws {
        // All refusals beyond the first wait for their hour.
        try await withWorld(WorldSettings(configuration: "[audit]\nentries-per-day=1\n")) { world in
            let (app, other) = (
                try await world.client(flatpak: "org.example.App"), try await world.client(flatpak: "org.example.Other")
            )
            let rest = String(repeating: "x", count: 4000)
            var times: [Duration] = []
            _ = try await other.status()
            let before = try world.broker.residentBytes
            for round in 0..<100 {
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for number in 0..<50 {
                        group.addTask {
                            let name = "exe:/\(round)/\(number)/\(rest)"
                            let error = try await app.error("Admin1", "ResetGrant", "sa{sv}", .text(name), [:])
                            #expect(error.kind == "NotAuthorized")
                        }
                    }
                    times.append(try await ContinuousClock().measure { _ = try await other.status() })
                    try await group.waitForAll()
                }
            }
            let (early, late) = (times[..<30].sorted()[15], times[70...].sorted()[15])
            #expect(late < early * 5 + .milliseconds(20), "\(early), \(late)")
            let growth = try world.broker.residentBytes - before
            #expect(growth < 10_000_000, "\(growth)")

            try await world.restartBroker()
            let entries = try await world.client(.host).audit(["client": .text(Self.app)])
            #expect(Set(entries.map(\.operation)) == ["reset-grant"])
            #expect(entries.map(\.count).reduce(0, +) == 5000)
            #expect(entries.count <= 2 && entries.allSatisfy { $0.about == nil })
        }
    }

    @Test("hide what it opens behind invented photos")
    func madeUp() async throws {
        try await withWorld(WorldSettings(configuration: "[audit]\nids-per-day=20\n")) { world in
            let owner = try await world.owner
            let photos = try await owner.add(TestPhoto.several(2))
            try await owner.grant(Self.app, "full", rights: ["location", "originals", "captions", "metadata", "write"])
            let app = try await world.client(flatpak: "org.example.App")
            for number in 10..<60 {
                let unknown = "00000000-0000-4000-8000-0000000000\(number)"
                #expect(try await refusal { try await app.open(unknown) }.kind == "NotFound")
            }
            for photo in photos { _ = try await app.open(photo) }
            let entries = try await owner.audit(["client": .text(Self.app), "operation": "open-resource"])
            #expect(Set(entries.filter { $0.outcome == "allowed" }.flatMap(\.ids)) == Set(photos))
            let refused = entries.filter { $0.outcome == "not-found" }
            #expect(refused.map(\.count).reduce(0, +) == 50 && refused.flatMap(\.ids).count == 2)
        }
    }

    @Test("push out entries of others with changes; failed batches do not count against successful ones", .long)
    func changes() async throws {
        let settings = WorldSettings(configuration: "[audit]\nentries-per-day=3\nids-per-day=5\n")
        try await withWorld(settings) { world in
            let owner = try await world.owner
            let photos = try await owner.add(TestPhoto.several(2))
            try await owner.grant(Self.app, "full")
            let app = try await world.client(flatpak: "org.example.App")
            let unknown = "00000000-0000-4000-8000-000000000000"
            for _ in 0..<20 { _ = try await refusal { try await app.set(["favorite": true], of: unknown) } }
            for number in 0..<20 { try await app.set(["favorite": .flag(number % 2 == 0)], of: photos[0]) }
            let filter: [String: BusArgument] = [
                "client": .text(Self.app), "outcome": "allowed", "operation": "set-properties",
            ]
            #expect(try await owner.audit(filter).map(\.ids) == Array(repeating: [photos[0]], count: 3))
            // Entries that wait for their hour are written when the broker ends.
            try await world.restartBroker()
            let after = try await world.client(.host)
            let entries = try await after.audit(filter)
            #expect(entries.map(\.count) == [1, 1, 1, 17])
            #expect(entries.last?.ids == [photos[0]])
            #expect(try await after.verifyAudit().kinds == [])
            // An administrator's decisions are not folded.
            let tool = try await after.audit(["operation": "set-grant"]).count
            for _ in 0..<5 { try await after.grant(Self.app, "none") }
            #expect(try await after.audit(["operation": "set-grant"]).count == tool + 5)
        }
    }
}
