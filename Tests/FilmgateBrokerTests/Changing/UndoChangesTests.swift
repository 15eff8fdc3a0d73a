import FilmgateTestKit
import FilmgateTestWorlds
import Testing

@Suite("Taking back what an app changed", .inBothWorlds)
struct UndoChangesTests {
    static let app = "org.example.App"
    static let id = "flatpak:\(app)"

    @Test("brings back titles, albums, edits and the trash in one audited batch, and tells who observes")
    func spoilt() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let photos = try await owner.add(TestPhoto.several(4))
            for (number, photo) in photos.enumerated() { try await owner.set(["title": .text("\(number)")], of: photo) }
            let album = try await owner.perform(("create-album", ["title": "Album"]))[0]
            try await owner.perform(("add-assets", ["album": .text(album), "ids": .texts(photos)]))
            try await owner.grant(
                Self.id, "full", rights: ["originals", "captions", "metadata", "write", "manage"])
            let app = try await world.client(flatpak: Self.app)
            let since = try await owner.audit().last?.values["time"]?.integer ?? 0
            for photo in photos {
                try await app.set(
                    ["title": "spoilt", "alt-text": "spoilt", "rating": .variant("i", 5)], of: photo)
            }
            try await app.perform(
                ("rename", ["id": .text(album), "title": "spoilt"]),
                ("remove-assets", ["album": .text(album), "ids": .texts([photos[1]])]),
                ("delete-assets", ["ids": .texts([photos[0]])]))
            try await app.edit(photos[2], as: TestPhoto.large())
            let added = try await app.add(TestPhoto.small())
            try await owner.set(["title": "mine"], of: photos[3])

            let options: [String: BusArgument] = ["since": .int64(Int64(since))]
            let tried = try await owner.undo(Self.id, options.merging(["dry-run": true]) { $1 })
            #expect(tried["undone"]?.integer == 6 && tried["skipped-count"]?.integer == 1)
            #expect(try await owner.properties(of: photos[1], "title")["title"]?.text == "spoilt", "only tried")
            let other = try await world.client(flatpak: "org.example.Viewer")
            try await owner.grant("flatpak:org.example.Viewer", "limited", selection: [photos[2]])
            _ = try await other.subscribe()
            let done = try await owner.undo(Self.id, options)
            #expect(done == tried)
            let skipped = done["skipped"]?.list ?? []
            #expect(skipped.map { $0["id"]?.text } == [photos[3]] && skipped[0]["aspect"]?.text == "title")
            #expect(skipped[0]["reason"]?.text?.contains("changed it later") == true)
            for (number, photo) in photos.enumerated() {
                let row = try await owner.properties(of: photo, "title", "alt-text", "rating", "has-adjustments")
                #expect(row["alt-text"] == nil)
                #expect(row["title"]?.text == (number == 3 ? "mine" : "\(number)") && row["rating"]?.integer == 0)
                #expect(row["has-adjustments"] == .flag(false))
            }
            let changes = try await other.nextChanges()
            #expect(changes["updated"] == [photos[2]] && changes["content-updated"] == [photos[2]])
            let row = try await owner.properties(
                of: added, ["trashed-date"], options: ["include-trashed": true])
            #expect(row["trashed-date"] != nil)
            let entry = try #require(await owner.audit(["operation": "undo-changes"]).last)
            #expect(entry.about == Self.id && entry.count == 6 && entry.outcome == "allowed")
            #expect(Set(entry.ids).isSuperset(of: photos))

            #expect(try await owner.undo("")["undone"]?.integer == 6, "the undo itself")
            #expect(try await owner.properties(of: photos[1], "title")["title"]?.text == "spoilt")
            #expect(try await owner.verify().findings.isEmpty)
        }
    }

    @Test("leaves what an edit was made of; nothing of the owner's joined what the app added")
    func joined() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            try await owner.grant(
                Self.id, "full", rights: ["originals", "captions", "metadata", "write", "manage"])
            let app = try await world.client(flatpak: Self.app)
            let added = try await app.add(.memory(TestPhoto.small("edit").bytes), filename: "IMG_E0001.JPG")
            let own = try await owner.add(.memory(TestPhoto.small("edit 2").bytes), filename: "IMG_E0002.JPG")
            try await app.edit(own, as: TestPhoto.large())
            try await app.revert(own)
            for (number, photo) in [(1, added), (2, own)] {
                let (name, keys) = TestClient.creation(
                    of: .memory(try TestPhoto.small("\(number)").bytes), filename: "IMG_000\(number).JPG")
                let joined = try await owner.perform((name, keys.merging(["joins-related": true]) { $1 }))[0]
                #expect(number == 1 ? joined != "" && joined != photo : joined == photo)
            }
            let undone = try await owner.undo(Self.id)
            #expect(undone["undone"]?.integer == 1 && undone["ids"]?.texts == [added], "\(undone)")
            #expect((undone["skipped"]?.list ?? []).map { $0["id"]?.text } == [own])
            #expect(try await owner.resources(of: own).count == 2)
            #expect(try await owner.assets().count == 2)
            #expect(try await owner.verify().findings.isEmpty)
        }
    }

    @Test("moves folders that changed places back, whichever moved first")
    func swapped() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let outer = try await owner.perform(("create-folder", ["title": "Outer"]))[0]
            let inner = try await owner.perform(("create-folder", ["title": "Inner", "parent": .text(outer)]))[0]
            try await owner.grant(Self.id, "full", rights: ["write", "manage"])
            let app = try await world.client(flatpak: Self.app)
            try await app.perform(("remove-children", ["folder": .text(outer), "ids": .texts([inner])]))
            try await app.perform(("add-children", ["folder": .text(inner), "ids": .texts([outer])]))
            let undone = try await owner.undo(Self.id)
            #expect(undone["skipped-count"]?.integer == 0, "\(undone)")
            let folders = try await owner.collections("folder")
            #expect(folders.first { $0["id"]?.text == inner }?["parent"]?.text == outer)
            #expect(folders.first { $0["id"]?.text == outer }?["parent"]?.text ?? "" == "")
        }
    }

    @Test("takes back exactly the batches that the connection named, and nothing that was changed at the same time")
    func named() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let photos = try await owner.add(TestPhoto.several(2))
            let album = try await owner.perform(("create-album", ["title": "Trip"]))[0]
            try await owner.perform(("add-assets", ["album": .text(album), "ids": .texts(photos)]))
            try await owner.perform(
                [("delete-albums", ["ids": .texts([album])])], options: ["undo-name": "mine"])
            // As an import that runs meanwhile.
            let imported = try await owner.add(TestPhoto.large())
            let other = try await world.client()
            for (tool, name) in [(other, "mine"), (owner, "unknown")] {
                let refused = try await refusal { try await tool.undo("", ["names": .texts([name])]) }
                #expect(refused.kind == "NotFound", "\(refused)")
            }
            let undone = try await owner.undo("", ["names": .texts(["mine"])])
            #expect(undone["undone"]?.integer == 1 && undone["ids"]?.texts == [album], "\(undone)")
            #expect(try await owner.assets(["album": .text(album)]) == photos, "the same album, in its order")
            #expect(try await owner.assets().contains(imported))
            #expect(try await owner.undo("", ["names": .texts(["mine"])])["undone"]?.integer == 0, "only once")
            for options: [String: BusArgument] in [["since": .int64(1)], ["until": .int64(1)]] {
                let all = options.merging(["names": .texts(["mine"])]) { $1 }
                let wrong = try await refusal { try await owner.undo("", all) }
                #expect(wrong.kind == "InvalidArgument")
            }
            let app = try await refusal { try await owner.undo(Self.id, ["names": .texts(["mine"])]) }
            #expect(app.kind == "InvalidArgument")
        }
    }

    @Test("an app cannot name its batches")
    func appNames() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            try await owner.grant(Self.id, "full", rights: ["write", "manage"])
            let app = try await world.client(flatpak: Self.app)
            let refused = try await refusal {
                try await app.perform([("create-album", ["title": "Trip"])], options: ["undo-name": "mine"])
            }
            #expect(refused.kind == "InvalidArgument")
            #expect(try await owner.collections("album", ["type": "album"]).isEmpty)
        }
    }

    @Test("takes back what the owner's tools changed since a time, and nothing from later on")
    func ofOwner() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let photo = try await owner.add(TestPhoto.small())
            try await owner.set(["title": "mine"], of: photo)
            let later = try await owner.undo("", ["since": .int64(.max)])
            #expect(later["undone"]?.integer == 0)
            let wrong = try await refusal { try await owner.undo("", ["since": .int64(2), "until": .int64(1)]) }
            #expect(wrong.kind == "InvalidArgument")
            let all = try await owner.undo("", ["since": .int64(0)])
            #expect(all["ids"]?.texts == [photo])
            #expect(try await owner.assets().isEmpty)
        }
    }

    @Test("is for administrators alone, of one's own library, and checks its arguments")
    func refused() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let photo = try await owner.add(TestPhoto.small())
            try await owner.grant(Self.id, "full", rights: ["write", "manage", "captions"])
            let app = try await world.client(flatpak: Self.app)
            try await owner.set(["title": "mine"], of: photo)
            for client in ["", Self.id] {
                #expect(try await refusal { try await app.undo(client) }.kind == "NotAuthorized")
            }
            #expect(try await owner.properties(of: photo, "title")["title"]?.text == "mine")
            #expect(try await refusal { try await owner.undo("nobody") }.kind == "InvalidArgument")
            #expect(try await refusal { try await owner.undo("", ["when": .int64(1)]) }.kind == "InvalidArgument")
            #expect(try await refusal { try await owner.undo(Self.id, ["when": .int64(1)]) }.kind == "InvalidArgument")
            let hostile: [(String, [String: BusArgument])] = [
                (Self.id, ["since": .int64(2), "until": .int64(1)]), (Self.id, ["since": "2h"]),
                (Self.id, ["until": .uint32(1)]), (Self.id, ["dry-run": "yes"]), (Self.id, ["user": .int64(0)]),
                (Self.id + "\n", [:]), ("flatpak:", [:]), (":1.1", [:]),
                ("flatpak:" + String(repeating: "a", count: 65_536), [:]),
            ]
            for (client, options) in hostile {
                let error = try await refusal { try await owner.undo(client, options) }
                #expect(error.kind == "InvalidArgument", "\(client.prefix(40)) \(options): \(error)")
            }
            let extremes: [String: BusArgument] = ["since": .int64(.min), "until": .int64(.max)]
            for client in ["flatpak:org.example.Unknown", "exe:/" + String(repeating: "a", count: 4_000)] {
                #expect(try await owner.undo(client, extremes)["undone"]?.integer == 0)
            }
            #expect(try await owner.properties(of: photo, "title")["title"]?.text == "mine")
        }
    }
}

extension TestClient {
    @discardableResult
    fileprivate func undo(_ client: String, _ options: [String: BusArgument] = [:]) async throws -> [String: Value] {
        try await call("Admin1", "UndoChanges", "sa{sv}", .text(client), .table(options), timeout: nil)[0]?.table ?? [:]
    }
}
