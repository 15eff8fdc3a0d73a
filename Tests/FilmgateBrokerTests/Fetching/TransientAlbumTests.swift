import FilmgateTestKit
import FilmgateTestWorlds
import Testing

@Suite("A transient album", .inBothWorlds)
struct TransientAlbumTests {
    static let client = "flatpak:org.example.App"

    @Test("works like any album for the connection that made it, and does not exist for others")
    func use() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let photos = try await owner.add(TestPhoto.several(3))
            try await owner.grant(Self.client, "full")
            let app = try await world.client(flatpak: "org.example.App")
            let album = try await app.transient("Chosen", [photos[2], photos[0], photos[2]])
            let inIt: [String: BusArgument] = ["album": .text(album)]
            #expect(try await app.assets(inIt) == [photos[2], photos[0]])
            #expect(try await app.assets(inIt.merging(["limit": .uint32(1)]) { $1 }) == [photos[2]])
            let rows = try await app.collections("album", ["type": "transient"])
            #expect(rows.map { $0["title"]?.text } == ["Chosen"] && rows.map { $0["count"]?.integer } == [2])
            #expect(rows.map { $0["id"]?.text } == [album])
            #expect(
                try await app.collections("album", ["containing": .text(photos[0])], reading: ["type"]).contains {
                    $0["type"]?.text == "transient"
                })
            try await owner.delete(photos[2])
            #expect(try await app.assets(inIt) == [photos[0]])
            #expect(
                try await app.collections("album", ["identifiers": .texts([album])]).map { $0["count"]?.integer } == [1]
            )

            let second = try await world.client(flatpak: "org.example.App")
            for other in [second, owner] {
                #expect(try await refusal { try await other.assets(inIt) }.kind == "NotFound")
                #expect(try await other.collections("album", ["identifiers": .texts([album])]) == [])
                #expect(try await other.collections("album", ["type": "transient"]) == [])
            }
        }
    }

    @Test("can only hold what the client sees: a hidden photo and a nonexistent one are refused in the same words")
    func scope() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let photos = try await owner.add(TestPhoto.several(2))
            try await owner.grant(Self.client, "limited", selection: photos)
            let app = try await world.client(flatpak: "org.example.App")
            let album = try await app.transient("Chosen", photos)
            try await owner.changeSelection(of: Self.client, remove: [photos[1]])
            #expect(try await app.assets(["album": .text(album)]) == [photos[0]])
            let forbidden = try await refusal { try await app.transient("No", [photos[0], photos[1]]) }
            let unknown = try await refusal {
                try await app.transient("No", [photos[0], "00000000-0000-4000-8000-000000000000"])
            }
            #expect(forbidden.kind == "NotFound" && forbidden == unknown)
            let malformed = try await refusal { try await app.transient("No", ["x"]) }
            #expect(malformed.kind == "InvalidArgument")
            let long = try await refusal { try await app.transient(String(repeating: "x", count: 1025), []) }
            #expect(long.kind == "InvalidArgument")
        }
    }

    @Test("ends with read access, and counts as an open result")
    func end() async throws {
        let settings = WorldSettings(configuration: "[limits]\nresults=8\n")
        try await withWorld(settings) { world in
            let owner = try await world.owner
            let photos = try await owner.add(TestPhoto.several(2))
            try await owner.grant(Self.client, "full")
            let app = try await world.client(flatpak: "org.example.App")
            let album = try await app.transient("Chosen", photos)
            try await owner.grant(Self.client, "none")
            try await owner.grant(Self.client, "full")
            #expect(try await refusal { try await app.assets(["album": .text(album)]) }.kind == "NotFound")
            var made = 0
            let refused = try await refusal {
                while made < 9 {
                    _ = try await app.transient("\(made)", photos)
                    made += 1
                }
            }
            #expect(refused.kind == "LimitsExceeded")
            #expect(made == 4)
        }
    }
}
