import FilmgateTestKit
import FilmgateTestWorlds
import Foundation
import Testing

@Suite("A change of a grant", .inBothWorlds)
struct RevocationTests {
    static let client = "flatpak:org.example.App"

    @Test("is reported to every connection of the client that has called, and to no other")
    func statusChanged() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let app = try await world.client(flatpak: "org.example.App")
            let second = try await app.anotherConnection()
            let silent = try await app.anotherConnection()
            let other = try await world.client(flatpak: "org.example.Other")
            for client in [app, second, other] { _ = try await client.status() }
            try await owner.grant(Self.client, "limited")
            for client in [app, second] {
                let signals = try await client.signals("StatusChanged", count: 2)
                #expect(
                    signals.map { $0.values.compactMap(\.text) } == [
                        ["add-only", "authorized"], ["read-write", "limited"],
                    ])
                #expect(
                    signals.allSatisfy { $0.path == TestClient.root && $0.interface == "org.filmgate.Authorization1" })
            }
            try await owner.grant(Self.client, "full")
            #expect(try await app.signal("StatusChanged").values.compactMap(\.text) == ["read-write", "authorized"])
            try await owner.resetGrant(Self.client)
            #expect(try await app.signals("StatusChanged", count: 2).count == 2)
            #expect(try await app.status() == "not-determined")
            for client in [silent, other] {
                // Its answer comes after everything that was sent before.
                _ = try await client.status()
                #expect(try await client.signals(within: 0).isEmpty)
            }
        }
    }

    @Test("in the name of one of the owner's tools or of an agent changes nothing for it")
    func tools() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            try await owner.add(TestPhoto.small())
            for client in [try await world.client(.host), try await world.agent().client] {
                let id = try await client.identity().id
                let result = try await client.fetch()
                for level in ["full", "none"] { try await owner.grant(id, level) }
                #expect(try await client.status() == "authorized")
                #expect(try await client.signals("StatusChanged", within: 0).isEmpty)
                #expect(try await client.read(result).count == 1)
            }
        }
    }

    @Test("ends open results with read access, and closes them while they hold what is hidden now")
    func results() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let photos = try await owner.add(TestPhoto.several(3))
            try await owner.grant(
                Self.client, "limited", selection: photos,
                rights: ["location", "originals", "captions", "metadata", "write"])
            let app = try await world.client(flatpak: "org.example.App")
            let result = try await app.fetch()
            #expect(try await app.read(result).count == 3)

            try await owner.changeSelection(of: Self.client, remove: [photos[0]])
            for error in try await [
                app.error("FetchResult1", "Read", "uuas", 0, 3, [], at: result.path),
                app.error("FetchResult1", "IndexOf", "s", .text(photos[1]), at: result.path),
            ] {
                #expect(error.name == "org.filmgate.Error.AccessDenied", "\(error)")
            }
            #expect(try await app.assets().count == 2)
            #expect(try await refusal { try await app.open(photos[0]) }.kind == "NotFound")
            try await owner.changeSelection(of: Self.client, add: [photos[0]])
            #expect(try await app.read(result).count == 3)

            try await owner.grant(Self.client, "add-only")
            let gone = try await app.error("FetchResult1", "Read", "uuas", 0, 3, [], at: result.path)
            #expect(["UnknownObject", "AccessDenied"].contains(gone.kind), "\(gone)")
            try await owner.grant(Self.client, "full")
            let closed = try await app.error("FetchResult1", "Read", "uuas", 0, 3, [], at: result.path)
            #expect(closed.kind == "UnknownObject", "it does not come back")
        }
    }

    @Test("applies to calls in progress: a photo that was still being read when adding was revoked is not added")
    func whileAdding() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            for round in 0..<5 {
                try await owner.grant(Self.client, "add-only")
                let before = try await owner.assets().count
                let app = try await world.client(flatpak: "org.example.App")
                let photos = try TestPhoto.several(8)
                let sent = AsyncStream<Void>.makeStream()
                async let answer = AccessTable.kind {
                    try await app.perform(
                        photos.map { TestClient.creation(of: .memory($0.bytes)) },
                        whenSent: { sent.continuation.yield() })
                }
                for await _ in sent.stream { break }
                for _ in 0..<round { _ = try await owner.assets() }
                try await owner.grant(Self.client, "none")
                let answered = try await answer
                #expect(answered == nil || answered == "AccessDenied")
                #expect(try await owner.assets().count == before + (answered == nil ? 8 : 0))
            }
            #expect(try await owner.verify().findings == [])
        }
    }

    @Test("leaves descriptors that were given out readable, and gives out no more")
    func descriptors() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let photo = try await owner.add(TestPhoto.small())
            try await owner.grant(
                Self.client, "full", rights: ["location", "originals", "captions", "metadata", "write"])
            let app = try await world.client(flatpak: "org.example.App")
            let opened = try await app.open(photo)
            try await owner.grant(Self.client, "none")
            #expect(try await refusal { try await app.open(photo) }.kind == "AccessDenied")
            #expect(try await app.describe(opened).sha256 == opened.sha256)
        }
    }

    @Test("with an end is undone then, by itself", .long)
    func expiry() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let app = try await world.client(flatpak: "org.example.App")
            let soon = try await owner.grantBriefly(Self.client, "full", seconds: 2)
            let status = try await app.status()
            #expect(status == "authorized" || Date().timeIntervalSince1970 * 1_000_000 >= Double(soon))
            while try await app.status() == "authorized" {}
            #expect(Date().timeIntervalSince1970 * 1_000_000 >= Double(soon))
            #expect(try await app.status() == "not-determined")
            #expect(try await refusal { try await app.fetch() }.kind == "NotDetermined")
            let past = try await refusal { try await owner.grant(Self.client, "full", expires: 1) }
            #expect(past.kind == "InvalidArgument")
        }
    }

    @Test("outlasts the broker", .asProcesses)
    func persistence() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let photos = try await owner.add(TestPhoto.several(2))
            try await owner.grant(Self.client, "limited", selection: [photos[0]], rights: ["originals"])
            let before = try await owner.grants()
            try await world.killBroker()
            try await world.startBroker()
            let after = try await owner.grants()
            #expect(after.map { $0["level"] } == before.map { $0["level"] })
            #expect(after.first?["rights"]?.texts == ["originals"])
            #expect(try await owner.selection(of: Self.client) == [photos[0]])
            let app = try await world.client(flatpak: "org.example.App")
            #expect(try await app.assets() == [photos[0]])
        }
    }
}
