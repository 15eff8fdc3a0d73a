import FilmgateTestKit
import FilmgateTestWorlds
import Foundation
import Testing

@Suite("An app that recognizes photos", .inProcess)
struct ContentTokenTests {
    private static let client = "flatpak:org.example.App"

    @Test("reads one token of equal photos, with every right, in rows and in snapshots, and others no other app's")
    func recognizes() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let photo = try TestPhoto.small()
            let ids = [try await owner.add(photo), try await owner.add(photo), try await owner.add(TestPhoto.small())]
            try await owner.grant(Self.client, "limited", selection: Array(ids.prefix(2)), rights: ["originals"])
            let app = try await world.client(flatpak: "org.example.App")
            let token = try #require(await app.properties(of: ids[0], "content-token")["content-token"]?.text)
            #expect(try await app.properties(of: ids[1], "content-token")["content-token"]?.text == token)

            try await owner.grant(
                Self.client, "full", rights: ["location", "originals", "captions", "metadata", "write"])
            let row = try await app.properties(of: ids[0], "content-token", "content-hash")
            #expect(row["content-token"]?.text == token && row["content-hash"]?.text?.contains(token) == false)
            #expect(try await app.properties(of: ids[2], "content-token")["content-token"]?.text != token)
            let (_, layout) = try await app.snapshot(try await app.fetch(), "content-token")
            #expect(layout["columns"]?.list?.contains { $0[0]?.text == "content-token" && $0[1]?.text == "s" } == true)

            try await owner.grant("flatpak:org.example.Other", "full")
            let other = try await world.client(flatpak: "org.example.Other")
            let others = try await other.properties(of: ids[0], "content-token")["content-token"]?.text
            #expect(others != nil && others != token)
        }
    }

    @Test("confirms no guess of what it may not read by adding a file that has it")
    func guesses() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let photo = try TestPhoto.small()
            let id = try await owner.add(photo)
            try await owner.grant(Self.client, "full", rights: ["originals", "captions", "metadata", "write"])
            let app = try await world.client(flatpak: "org.example.App")
            let token = try await app.properties(of: id, "content-token")["content-token"]?.text
            let guesses = [try await app.add(photo), try await app.add(photo)]
            let tokens = try await [
                app.properties(of: guesses[0], "content-token")["content-token"]?.text,
                app.properties(of: guesses[1], "content-token")["content-token"]?.text,
            ]
            #expect(tokens[0] != nil && tokens[0] == tokens[1] && tokens[0] != token)

            // Nor together with an app that adds for it.
            try await owner.grant("flatpak:org.example.Other", "add-only")
            let other = try await world.client(flatpak: "org.example.Other")
            let copy = try await other.add(photo)
            let copied = try await app.properties(of: copy, "content-token")["content-token"]?.text
            #expect(copied != nil && copied != token && copied != tokens[0])
        }
    }

    @Test("can use them neither in conditions nor in orders")
    func unasked() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            try await owner.add(TestPhoto.small())
            let condition = try await refusal {
                try await owner.assets(["where": .variant("s", "content-token = 'a'")])
            }
            #expect(condition.kind == "InvalidPredicate")
            let order = try await refusal {
                try await owner.assets(["sort": .variant("a(sb)", [["content-token", true]])])
            }
            #expect(order.kind == "InvalidArgument")
        }
    }
}
