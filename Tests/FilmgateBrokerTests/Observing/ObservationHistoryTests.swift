import FilmgateTestKit
import FilmgateTestWorlds
import Foundation
import Testing

/// Changes that take many pages, take long to read, or cannot be read.
@Suite("A client's missed changes", .inProcess)
struct ObservationHistoryTests {
    @Test("come in pages if they are many, each from the token of the page before, and all of them once", .long)
    func pages() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            try await owner.grant(ObservationTests.client, "full")
            let app = try await world.client(flatpak: "org.example.App")
            let start = try await app.subscribe()
            try await app.unsubscribe()
            var made: Set<String> = []
            for batch in 0..<11 {
                made.formUnion(
                    try await owner.perform((0..<1_000).map { ("create-album", ["title": .text("\(batch)/\($0)")]) }))
            }
            let first = try await app.changes(since: start)
            #expect(first.hasMore && first.isIncremental == true && first["albums-inserted"].count == 10_000)
            let second = try await app.changes(since: first.token)
            #expect(!second.hasMore && second["albums-inserted"].count == 1_000)
            #expect(made == Set(first["albums-inserted"] + second["albums-inserted"]) && made.count == 11_000)
            #expect(try await app.subscribe() == second.token)
        }
    }

    @Test("are reported for a token that is older than a restored backup, and for no younger one", .asProcesses)
    func backup() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let photos = try await owner.add(TestPhoto.several(3))
            try await owner.grant(ObservationTests.client, "limited", selection: photos)
            let app = try await world.client(flatpak: "org.example.App")
            let older = try await app.subscribe()
            try await owner.set(["favorite": true], of: photos[0])
            let last = try await app.nextChanges().token

            await (try world.broker).program.stop()
            let copy = "\(world.folder)/backup"
            try FileManager.default.copyItem(atPath: world.state, toPath: copy)
            try await world.startBroker()
            _ = try await app.subscribe()
            try await owner.set(["favorite": true], of: photos[1])
            let younger = try await app.nextChanges().token

            await (try world.broker).program.stop()
            try FileManager.default.removeItem(atPath: world.state)
            try FileManager.default.moveItem(atPath: copy, toPath: world.state)
            try await world.startBroker()
            // Has the same number in the log as the lost change.
            try await owner.set(["favorite": true], of: photos[2])
            #expect(try await app.changes(since: older).lists == ["updated": [photos[0], photos[2]].sorted()])
            #expect(try await app.changes(since: last).lists == ["updated": [photos[2]]])
            let error = try await refusal { try await app.changes(since: younger) }
            #expect(error.name == "org.filmgate.Error.TokenExpired")
        }
    }

    @Test("that cannot be read are reported to all other clients, and to this one with the next change", .asProcesses)
    func failure() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let photos = try await owner.add(TestPhoto.several(2))
            try await owner.grant(ObservationTests.client, "limited", selection: [photos[0]])
            try await owner.grant("flatpak:org.example.Other", "limited", selection: [photos[1]])
            let app = try await world.client(flatpak: "org.example.App")
            let other = try await world.client(flatpak: "org.example.Other")
            for client in [app, other] { try await client.subscribe() }
            let id = photos[0].filter { $0 != "-" }
            try await world.tamper(
                """
                CREATE TRIGGER damage AFTER INSERT ON change WHEN new.id = x'\(id)' BEGIN
                    UPDATE change SET id = x'00' WHERE number = new.number;
                END
                """)
            try await owner.perform(
                photos.map { ("set-properties", ["id": .text($0), "properties": .options(["favorite": true])]) })
            #expect(try await other.nextChanges().lists == ["updated": [photos[1]]])
            let broker = try world.broker
            while !broker.log.contains("could not be sent to 1 connections") { _ = try await owner.status() }
            #expect(try await app.heardChanges().isEmpty)

            try await world.tamper("DROP TRIGGER damage")
            try await world.tamper("UPDATE change SET id = x'\(id)' WHERE id = x'00'")
            try await owner.set(["favorite": false], of: photos[1])
            #expect(try await other.nextChanges().lists == ["updated": [photos[1]]])
            #expect(try await app.nextChanges().lists == ["updated": [photos[0]]])
        }
    }

    @Test("that take long to find delay no signals to other clients", .long)
    func apart() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let photos = try await owner.add(TestPhoto.several(2))
            let rights = ["originals", "captions"]
            try await owner.grant(ObservationTests.client, "limited", selection: [photos[0]], rights: rights)
            try await owner.grant("flatpak:org.example.Other", "limited", selection: [photos[1]])
            let app = try await world.client(flatpak: "org.example.App")
            let other = try await world.client(flatpak: "org.example.Other")
            for client in [app, other] { try await client.subscribe() }
            // Going through all folders takes long.
            try await world.change(
                "database.executescript(sys.argv[2])",
                """
                ALTER TABLE folder RENAME TO folders;
                CREATE VIEW folder AS
                    WITH RECURSIVE c (x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c LIMIT 3000000)
                    SELECT * FROM folders UNION ALL SELECT x, x'00', '', NULL, 0, 0, NULL FROM c WHERE x < 0;
                """)
            try await owner.grant(ObservationTests.client, "full", rights: rights)
            for isFavorite in [true, false, true] {
                try await owner.set(["favorite": .flag(isFavorite)], of: photos[1])
                #expect(try await other.nextChanges().lists == ["updated": [photos[1]]])
            }
            #expect(try await app.heardChanges().isEmpty, "it is still looked for")
            let shown = try await app.nextChanges()
            #expect(shown.reason == "grant" && shown["entered-scope"] == [photos[1]])
        }
    }
}
