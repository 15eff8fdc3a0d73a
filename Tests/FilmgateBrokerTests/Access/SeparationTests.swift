import FilmgateTestKit
import FilmgateTestWorlds
import Testing

@Suite("Concurrent clients", .inProcess)
struct SeparationTests {
    static let rights = ["location", "originals", "captions", "metadata", "write"]

    @Test("never see each other's results, even if both may see everything")
    func results() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            try await owner.add(TestPhoto.small())
            for app in ["One", "Two"] { try await owner.grant("flatpak:org.example.\(app)", "full") }
            let one = try await world.client(flatpak: "org.example.One")
            let two = try await world.client(flatpak: "org.example.Two")
            let result = try await one.fetch()
            _ = try await two.fetch()
            for stranger in [two, try await one.anotherConnection(), owner] {
                for error in try await [
                    stranger.error("FetchResult1", "Read", "uuas", 0, 1, [], at: result.path),
                    stranger.error("FetchResult1", "Close", at: result.path),
                    stranger.error(
                        "org.freedesktop.DBus.Properties", "Get", "ss", "org.filmgate.FetchResult1", "Count",
                        at: result.path),
                    stranger.error("org.freedesktop.DBus.Properties", "GetAll", "s", "", at: result.path),
                ] {
                    #expect(error.name == "org.freedesktop.DBus.Error.UnknownObject")
                }
                let listed = try? await stranger.call(
                    "org.freedesktop.DBus.Introspectable", "Introspect", at: "/org/filmgate/Library1/result")
                let element = one.name.dropFirst().map { $0 == "." ? "_" : String($0) }.joined()
                #expect(listed?[0]?.text?.contains("\"\(element)\"") != true)
            }
            #expect(try await one.read(result).count == 1)
            try await one.close(result)
            let closed = try await one.error("FetchResult1", "Read", "uuas", 0, 1, [], at: result.path)
            #expect(closed.kind == "UnknownObject")
        }
    }

    @Test("each get their own answers, with many calls of both in progress")
    func interleaved() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let photos = try await owner.add(TestPhoto.several(6))
            let halves = ["One": Set(photos[..<3]), "Two": Set(photos[3...])]
            for (app, half) in halves {
                try await owner.grant(
                    "flatpak:org.example.\(app)", "limited", selection: Array(half), rights: Self.rights)
            }
            try await withThrowingTaskGroup(of: Void.self) { group in
                for (name, half) in halves {
                    let app = try await world.client(flatpak: "org.example.\(name)")
                    for _ in 0..<10 {
                        group.addTask {
                            let seen = try await app.assets()
                            #expect(Set(seen) == half)
                            for id in photos {
                                let found = try await app.assets(["identifiers": .texts([id])])
                                #expect(found == (half.contains(id) ? [id] : []))
                            }
                        }
                    }
                }
                try await group.waitForAll()
            }
        }
    }

    @Test("lose everything of theirs when they leave", .asProcesses)
    func departure() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            try await owner.add(TestPhoto.small())
            try await owner.grant("flatpak:org.example.App", "full")
            let files = try world.broker.openFiles
            let app = try await world.client(flatpak: "org.example.App")
            let result = try await app.fetch()
            func open() async throws -> Int? {
                try await owner.clients().first { $0["name"]?.text == app.name }?["results"]?.integer
            }
            #expect(try await open() == 1)
            try await owner.match("type='signal',member='NameOwnerChanged',arg0='\(app.name)'")
            await app.kill()
            _ = try await owner.signal("NameOwnerChanged")
            #expect(try await open() == nil)
            let left = try world.broker.openFiles.filter { !files.contains($0) }
            #expect(left == [])

            let again = try await world.client(flatpak: "org.example.App")
            let error = try await again.error("FetchResult1", "Read", "uuas", 0, 1, [], at: result.path)
            #expect(error.kind == "UnknownObject")
        }
    }

    @Test("that leave during an addition leave nothing behind, or all of it")
    func leavingWhileAdding() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            try await owner.grant("flatpak:org.example.App", "add-only")
            for count in 1...4 {
                let app = try await world.client(flatpak: "org.example.App")
                let photos = try TestPhoto.several(8)
                let sent = AsyncStream<Void>.makeStream()
                async let adding: [String] = app.perform(
                    photos.map { TestClient.creation(of: .memory($0.bytes)) }, whenSent: { sent.continuation.yield() })
                for await _ in sent.stream { break }
                if count % 2 == 0 { _ = try await owner.assets() }
                await app.kill()
                _ = try? await adding
                #expect(try await owner.assets().count % 8 == 0, "a batch is added whole or not at all")
            }
            #expect(try await owner.verify().findings == [])
        }
    }
}
