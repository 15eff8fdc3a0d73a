import FilmgateTestKit
import FilmgateTestWorlds
import Foundation
import Testing

/// Policy's limit on a client's additions within a day, as the client experiences it.
@Suite("A quota of additions", .inProcess)
struct QuotaTests {
    static let client = "flatpak:org.example.App"

    @Test("in assets is LimitsExceeded beyond, says when there is room, and applies across connections and restarts")
    func items() async throws {
        try await withWorld(WorldSettings(policy: "[flatpak:*]\nadded-items-per-day=3\n")) { world in
            try await world.owner.grant(Self.client, "add-only")
            let app = try await world.client(flatpak: "org.example.App")
            _ = try await app.add(TestPhoto.several(2))
            let excess = try await refusal { try await app.add(TestPhoto.several(2)) }
            #expect(excess.kind == "LimitsExceeded", "\(excess)")
            #expect(excess.message.contains("3 photos and videos within 24 hours. There is room for these from 20"))
            #expect(excess.message.hasSuffix("UTC on."))
            let second = try await app.anotherConnection()
            try await second.add(TestPhoto.small())
            #expect(try await AccessTable.kind { try await app.add(TestPhoto.small()) } == "LimitsExceeded")
            let never = try await refusal { try await app.add(TestPhoto.several(4)) }
            #expect(never.message.hasSuffix("send fewer at a time."), "\(never)")
            let filter: BusArgument = ["outcome": "limits-exceeded", "client": .text(Self.client)]
            let refused = try await world.owner.call("Admin1", "ReadAudit", "a{sv}", filter)[0]?.list ?? []
            #expect(refused.contains { $0["operation"]?.text == "create-assets" }, "\(refused)")
            try await world.restartBroker()
            let again = try await world.client(flatpak: "org.example.App")
            #expect(try await AccessTable.kind { try await again.add(TestPhoto.small()) } == "LimitsExceeded")
            #expect(try await world.owner.add(TestPhoto.several(4)).count == 4, "the owner is not ruled")
            #expect(try await world.owner.assets().count == 7)

            try world.writePolicy("[flatpak:*]\nadded-items-per-day=4\n")
            try await world.reloadPolicy()
            try await again.add(TestPhoto.small())
        }
    }

    @Test("in bytes refuses before anything is copied, and many connections at once cannot pass it")
    func bytes() async throws {
        let size = try TestPhoto.small("0000").bytes.count
        try await withWorld(WorldSettings(policy: "[*]\nadded-bytes-per-day=\(size * 3)\n")) { world in
            try await world.owner.grant(Self.client, "full")
            let app = try await world.client(flatpak: "org.example.App")
            let large = try await refusal {
                try await app.add(.memory([UInt8](repeating: 0, count: size * 4)))
            }
            #expect(
                large.kind == "LimitsExceeded", "what is no photo would be InvalidContent, had it been read: \(large)")
            let connections = try await [
                app, app.anotherConnection(), app.anotherConnection(), app.anotherConnection(),
            ]
            let added = try await withThrowingTaskGroup(of: Int.self) { group in
                for (index, connection) in connections.enumerated() {
                    group.addTask {
                        var added = 0
                        for photo in 0..<2 {
                            let bytes = try TestPhoto.small("\(index)00\(photo)").bytes
                            if try await AccessTable.kind({ try await connection.add(.memory(bytes)) }) == nil {
                                added += 1
                            }
                        }
                        return added
                    }
                }
                return try await group.reduce(0, +)
            }
            #expect(added == 3)
            #expect(try await world.owner.assets().count == 3)
            #expect(try await world.owner.verify().findings == [])
        }
    }

    @Test("also limits copies: of content that is already there, of dry runs and of refused files")
    func copied() async throws {
        let photo = try TestPhoto.small()
        let size = photo.bytes.count
        try await withWorld(WorldSettings(policy: "[flatpak:*]\nadded-bytes-per-day=\(size * 3)\n")) { world in
            try await world.owner.grant(Self.client, "full")
            let app = try await world.client(flatpak: "org.example.App")
            func ifAbsent(_ bytes: [UInt8]) -> (String, [String: BusArgument]) {
                let (name, keys) = TestClient.creation(of: .memory(bytes))
                return (name, keys.merging(["unless-present": true]) { $1 })
            }
            let large = try await refusal {
                try await app.perform(ifAbsent([UInt8](repeating: 0, count: size * 4)))
            }
            #expect(large.kind == "LimitsExceeded", "it was copied: \(large)")
            try await app.add(photo)
            func copies(_ copy: () async throws -> Void) async throws -> Int {
                var copies = 0
                while copies < 20, try await AccessTable.kind(copy) != "LimitsExceeded" { copies += 1 }
                return copies
            }
            #expect(try await copies { try await app.perform(ifAbsent(photo.bytes)) } <= 3)
            let others = try await world.client(flatpak: "org.example.Other")
            try await world.owner.grant("flatpak:org.example.Other", "add-only")
            #expect(
                try await copies {
                    try await others.perform(TestClient.creation(of: .memory(photo.bytes)), options: ["dry-run": true])
                } <= 3)
            let third = try await world.client(flatpak: "org.example.Third")
            try await world.owner.grant("flatpak:org.example.Third", "add-only")
            let noPhoto = [UInt8](repeating: 7, count: size)
            #expect(try await copies { try await third.add(.memory(noPhoto)) } <= 3)
            let said = try await refusal { try await third.add(.memory(noPhoto)) }
            #expect(said.message.contains("not kept"), "\(said)")
        }
    }

    @Test("in bytes counts titles, captions, alt texts and keywords")
    func texts() async throws {
        let size = try TestPhoto.small("0000").bytes.count
        let quota = size * 3 + 70_000
        try await withWorld(WorldSettings(policy: "[flatpak:*]\nadded-bytes-per-day=\(quota)\n")) { world in
            try await world.owner.grant(Self.client, "add-only")
            let app = try await world.client(flatpak: "org.example.App")
            func add(_ mark: String) async throws {
                let caption = String(repeating: mark, count: 65_000)
                try await app.perform(
                    TestClient.creation(
                        of: .memory(try TestPhoto.small("000\(mark)").bytes), properties: ["caption": .text(caption)]))
            }
            try await add("1")
            #expect(try await AccessTable.kind { try await add("2") } == "LimitsExceeded")
            try await app.add(TestPhoto.small("0003"))
            #expect(try await world.owner.assets().count == 2)
        }
    }
}
