import FilmgateTestKit
import FilmgateTestWorlds
import Testing

@Suite("Bursts on the bus", .inBothWorlds)
struct BurstTests {
    private static let client = "flatpak:org.example.App"
    private static let members: [String: BusArgument] = ["include-burst-members": true]

    @discardableResult
    private static func add(
        _ seconds: Int64, by client: TestClient, isPicked: Bool = false, _ more: [String: BusArgument] = [:]
    ) async throws -> String {
        try await client.add(
            TestPhoto.ofBurst("0123456789ab", isPicked: isPicked),
            properties: more.merging(["creation-date": .int64(CollectionTests.noon + seconds * 1_000_000)]) { $1 })
    }

    /// Adds a photo without an identifier of a camera's to a burst.
    private static func creation(in burst: String) throws -> (String, [String: BusArgument]) {
        let (name, keys) = TestClient.creation(of: .memory(try TestPhoto.small().bytes))
        return (name, keys.merging(["burst-id": .text(burst)]) { $1 })
    }

    @Test("are listed by the picked photo, and by the next one once it is deleted, of which observers and results hear")
    func life() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let first = try await Self.add(1, by: owner)
            let second = try await Self.add(2, by: owner)
            #expect(try await owner.assets() == [first])
            try await owner.grant(Self.client, "full")
            let app = try await world.client(flatpak: "org.example.App")
            // Others, or reading everything again would be less work than an update.
            let others = try await owner.add(TestPhoto.several(2))
            let result = try await app.fetch()
            _ = try await app.subscribe()
            let picked = try await Self.add(3, by: owner, isPicked: true)
            #expect(try await Set(owner.assets()) == Set([picked] + others))
            #expect(try await Set(owner.assets(Self.members)) == Set([first, second, picked] + others))
            let heard = try await app.nextChanges()
            #expect(heard["inserted"] == [picked] && heard["updated"] == [first])
            let update = try await app.call("FetchResult1", "Update", at: result.path)[0]
            #expect(update?["removed"]?.list?.count == 1 && update?["inserted"]?.list?.count == 1)
            let ids = try await app.read(result, "id", "burst-id")
            #expect(Set(ids.map { $0["id"]?.text }) == Set([picked] + others))
            let bursts = ids.compactMap { $0["burst-id"]?.text }
            let burst = try #require(bursts.first)
            let condition: [String: BusArgument] = ["where": .text("burst-id = '\(burst)'")]
            #expect(try await app.assets(condition) == [picked])
            #expect(try await app.assets(condition.merging(Self.members) { $1 }).count == 3)
            try await owner.delete(picked)
            #expect(try await Set(app.assets()) == Set([first] + others))
            let next = try await app.nextChanges()
            #expect(next["deleted"] == [picked] && next["updated"] == [first])
            try await owner.perform(("restore-assets", ["ids": .texts([picked])]))
            #expect(try await Set(app.assets()) == Set([picked] + others))
            let counted = try await app.call("Library1", "CountBy", "sa{sv}", "year", [:])[0]?.list?.first
            #expect(counted?.list?[1].integer == 3)
            #expect(try await owner.verify().findings == [])
        }
    }

    @Test("are listed by the photo that the person picks; an app that sees a part changes and notices nothing")
    func pick() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let first = try await Self.add(1, by: owner)
            let second = try await Self.add(2, by: owner)
            let third = try await Self.add(3, by: owner)
            let alone = try await owner.add(TestPhoto.small())
            try await owner.grant(Self.client, "limited", selection: [first, second])
            let app = try await world.client(flatpak: "org.example.App")
            let token = try await app.subscribe()
            var refusals: [String] = []
            for id in [first, third, alone, "00000000-0000-4000-8000-000000000000"] {
                let refused = try await refusal { try await app.perform(("set-burst-pick", ["id": .text(id)])) }
                refusals.append("\(refused.kind): \(refused.message)")
            }
            #expect(Set(refusals).count == 1 && refusals[0].hasPrefix("AccessDenied"), "\(refusals)")
            #expect(try await Set(owner.assets()) == [first, alone])
            try await owner.perform(("set-burst-pick", ["id": .text(third)]))
            #expect(try await Set(owner.assets()) == [third, alone])
            #expect(try await app.assets() == [first])
            #expect(try await app.subscribe() == token)
            try await owner.perform(("set-burst-pick", ["id": .text(second)]))
            #expect(try await app.assets() == [second])
            let heard = try await app.nextChanges()
            #expect(heard["updated"] == [second])
            let refused = try await refusal { try await owner.perform(("set-burst-pick", ["id": .text(alone)])) }
            #expect(refused.kind == "InvalidArgument" && refused.message.contains("not in a burst"), "\(refused)")
            #expect(try await owner.verify().findings == [])
        }
    }

    @Test("are named only for new photos: not with 'joins', and not for a video")
    func refused() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let photo = try await Self.add(1, by: owner)
            try await Self.add(2, by: owner)
            let burst = try #require(await owner.read(owner.fetch(), "burst-id").first?["burst-id"]?.text)
            let (name, keys) = try Self.creation(in: burst)
            let (_, video) = TestClient.creation(of: .memory(try TestPhoto.small().bytes), type: "video")
            for wrong in [
                keys.merging(["joins": .text(photo)]) { $1 }, video.merging(["burst-id": .text(burst)]) { $1 },
                keys.merging(["burst-id": .text("burst")]) { $1 },
            ] {
                let refused = try await refusal { try await owner.perform((name, wrong)) }
                #expect(refused.kind == "InvalidArgument", "\(refused)")
            }
        }
    }

    @Test("hold only what an app sees, which cannot join a burst of which it sees one photo")
    func limited() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let picked = try await Self.add(1, by: owner, isPicked: true)
            let other = try await Self.add(2, by: owner)
            let burst = try #require(
                await owner.read(owner.fetch(), "burst-id").first?["burst-id"]?.text)
            try await owner.grant(Self.client, "limited", selection: [other])
            let app = try await world.client(flatpak: "org.example.App")
            #expect(try await app.read(app.fetch(), "id", "burst-id") == [["id": .text(other)]])
            let unknown = "00000000-0000-4000-8000-000000000000"
            var refusals: [String] = []
            for id in [burst, unknown] {
                for isDryRun in [true, false] {
                    let creation = try Self.creation(in: id)
                    let refused = try await refusal {
                        try await app.perform(creation, options: ["dry-run": .flag(isDryRun)])
                    }
                    refusals.append("\(refused.kind): \(refused.message)")
                }
            }
            #expect(Set(refusals).count == 1 && refusals[0].hasPrefix("NotFound"), "\(refusals)")
            // Its own photo of the same burst of the camera's stays by itself.
            let own = try await Self.add(0, by: app)
            #expect(try await Set(app.assets()) == [other, own])
            #expect(try await app.read(app.fetch(), "burst-id") == [[:], [:]])
            try await owner.changeSelection(of: Self.client, add: [picked])
            #expect(try await Set(app.assets()) == [picked, own])
            let joined = try await app.perform(Self.creation(in: burst))[0]
            let rows = try await app.read(app.fetch(["identifiers": .texts([joined])]), "burst-id")
            #expect(rows == [["burst-id": .text(burst)]])
            #expect(try await Set(app.assets()) == [picked, own])
        }
    }
}
