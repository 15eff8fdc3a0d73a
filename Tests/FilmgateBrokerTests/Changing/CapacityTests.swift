import FilmgateTestKit
import FilmgateTestWorlds
import Testing

@Suite("A library with a size limit", .inProcess)
struct CapacityTests {
    @Test("accepts what fits, also from the owner, and has room again when the trash was purged")
    func full() async throws {
        let photos = try TestPhoto.several(3)
        let bytes = photos.map(\.bytes.count)
        try await withWorld(WorldSettings(configuration: "[limits]\nlibrary-bytes=\(bytes[0] + bytes[1])\n")) { world in
            let owner = try await world.owner
            let first = try await owner.add(photos[0])
            try await world.owner.grant("flatpak:org.example.Camera", "add-only")
            let app = try await world.client(flatpak: "org.example.Camera")
            try await app.add(photos[1])
            for client in [owner, app] {
                let error = try await refusal { try await client.add(photos[2]) }
                #expect(error.kind == "LimitsExceeded" && error.message.contains("\(bytes[0] + bytes[1]) bytes"))
            }
            #expect(try await owner.fetch().count == 2)
            try await owner.delete(first)
            #expect(try await refusal { try await app.add(photos[2]) }.kind == "LimitsExceeded", "the trash counts")
            try await owner.perform(("purge-assets", ["ids": .texts([first])]))
            try await app.add(photos[0])
        }
    }

    @Test("cannot be pushed over it by many additions at once")
    func together() async throws {
        let photos = try TestPhoto.several(8)
        let bytes = photos[0].bytes.count * 3 + 1000
        try await withWorld(WorldSettings(configuration: "[limits]\nlibrary-bytes=\(bytes)\n")) { world in
            let owner = try await world.owner
            await withTaskGroup(of: Void.self) { group in
                for photo in photos { group.addTask { _ = try? await owner.add(photo) } }
            }
            #expect(try await owner.fetch().count == 3)
            #expect(try await owner.summary()["bytes"]?.integer ?? .max <= bytes)
        }
    }
}
