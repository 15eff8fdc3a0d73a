import FilmgateTestKit
import FilmgateTestWorlds
import Testing

@Suite("Replaying the audit log under a policy", .inProcess)
struct ReplayPolicyTests {
    static let app = "org.example.App"
    static let id = "flatpak:\(app)"

    @Test("lists what it would have refused, allowed and paused, and nothing of the owner's tools")
    func differences() async throws {
        try await withWorld(WorldSettings(policy: "[flatpak:org.example.Barred]\nhighest=none\n")) { world in
            let owner = try await world.owner
            let photos = try await owner.add(TestPhoto.several(4))
            try await owner.grant(Self.id, "full", rights: ["originals", "captions", "metadata", "location", "write"])
            let app = try await world.client(flatpak: Self.app)
            _ = try await app.fetch()
            for photo in photos { _ = try await app.open(photo) }
            try await app.set(["title": "A"], of: photos[0])
            try await owner.grant("flatpak:org.example.Barred", "full")
            let barred = try await world.client(flatpak: "org.example.Barred")
            #expect(try await refusal { try await barred.fetch() }.kind == "Restricted")

            func replay(_ policy: String, _ options: [String: BusArgument] = [:]) async throws -> [String] {
                let reply = try await owner.call("Admin1", "ReplayPolicy", "sa{sv}", .text(policy), .table(options))
                return (reply[0]?.list ?? []).map { row in
                    ["client", "operation", "was", "would-be"].map { row[$0]?.text ?? "?" }.joined(separator: " ")
                        .replacing("flatpak:org.example.", with: "") + " \(row["count"]?.integer ?? 0)"
                }.sorted()
            }
            let same = "[flatpak:org.example.Barred]\nhighest=none\n"
            #expect(try await replay(same) == [])
            #expect(try await replay("[*]\nprompts=true\n") == ["Barred fetch restricted allowed 1"])
            #expect(
                try await replay(same + "[flatpak:org.example.App]\nrights=captions\n") == [
                    "App open-resource allowed access-denied 4", "App set-properties allowed access-denied 1",
                ])
            let paused = try await replay(same + "[flatpak:org.example.App]\ntripwire-originals=2/1m\n")
            #expect(paused.contains { $0.hasPrefix("App open-resource allowed paused") }, "\(paused)")
            #expect(
                try await replay(same, ["further": .texts(["[flatpak:org.example.App]\nhighest=none\n"])]).count == 3)
            let error = try await refusal { try await replay("[*]\nhighest=ful\n") }
            #expect(error.kind == "InvalidArgument" && error.message.contains("policy:2"), "\(error)")
            #expect(try await replay("[*]\nhighest=none\n", ["since": .int64(4_000_000_000_000_000)]) == [])
            #expect(
                try await refusal { try await app.call("Admin1", "ReplayPolicy", "sa{sv}", "", [:]) }.kind
                    == "NotAuthorized")
        }
    }
}
