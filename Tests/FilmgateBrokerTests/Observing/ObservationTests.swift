import FilmgateTestKit
import FilmgateTestWorlds
import Testing

@Suite("A client that observes", .inBothWorlds)
struct ObservationTests {
    static let client = "flatpak:org.example.App"

    /// How a step is reported: by the next signal, and by asking from the position before it.
    struct Watch {
        let app: TestClient
        var token: String

        init(_ app: TestClient) async throws {
            self.app = app
            token = try await app.subscribe()
        }

        /// - Returns: the reported lists.
        @discardableResult
        mutating func expect(
            _ lists: [String: [String]], _ reason: String = "library", sourceLocation: SourceLocation = #_sourceLocation
        ) async throws -> TestClient.Changes {
            let changes = try await app.nextChanges()
            #expect(changes.lists == lists.mapValues { $0.sorted() }, sourceLocation: sourceLocation)
            #expect(changes.reason == reason && changes.isIncremental == true, sourceLocation: sourceLocation)
            let asked = try await app.changes(since: token)
            #expect(asked.values == changes.values && asked.token == changes.token, sourceLocation: sourceLocation)
            #expect(changes.token != token, sourceLocation: sourceLocation)
            token = changes.token
            return changes
        }
    }

    @Test("is told what is made, changed, hidden, deleted, restored and purged, each as what it is")
    func assets() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let first = try await owner.add(TestPhoto.small())
            try await owner.grant(Self.client, "full")
            let app = try await world.client(flatpak: "org.example.App")
            var watch = try await Watch(app)
            let photos = try await owner.add(TestPhoto.several(2))
            try await watch.expect(["inserted": photos])
            try await owner.set(["favorite": true], of: first)
            try await watch.expect(["updated": [first]])
            try await owner.set(["hidden": true], of: first)
            try await watch.expect(["updated": [first]])
            try await owner.delete(photos[0], first)
            try await watch.expect(["deleted": [photos[0], first]])
            try await owner.perform(("restore-assets", ["ids": .texts([first])]))
            try await watch.expect(["inserted": [first]])
            try await owner.perform(("purge-assets", ["ids": .texts([photos[0]])]))
            try await watch.expect(["deleted": [photos[0]]])
            // Its own changes as well as those of other clients.
            let own = try await app.add(TestPhoto.small())
            try await watch.expect(["inserted": [own]])
            // What came and went in one batch is not reported; the next signal is about later changes.
            try await owner.perform(
                TestClient.creation(of: .memory(TestPhoto.small().bytes), placeholder: "@new"),
                ("delete-assets", ["ids": .texts(["@new"])]))
            try await owner.set(["rating": .variant("i", 3)], of: own)
            let changes = try await app.nextChanges()
            #expect(changes.lists == ["updated": [own]])
        }
    }

    @Test("with full access is told of albums and folders")
    func collections() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let photo = try await owner.add(TestPhoto.small())
            try await owner.grant(Self.client, "full")
            let app = try await world.client(flatpak: "org.example.App")
            var watch = try await Watch(app)
            let made = try await owner.perform(
                ("create-folder", ["title": "Travel", "placeholder": "@travel"]),
                ("create-album", ["title": "Summer", "parent": "@travel"]))
            try await watch.expect(["folders-inserted": [made[0]], "albums-inserted": [made[1]]])
            try await owner.perform(("add-assets", ["album": .text(made[1]), "ids": .texts([photo])]))
            try await watch.expect(["albums-updated": [made[1]]])
            // A different count is a change of the album.
            try await owner.set(["hidden": true], of: photo)
            try await watch.expect(["updated": [photo], "albums-updated": [made[1]]])
            try await owner.delete(photo)
            try await watch.expect(["deleted": [photo]])
            try await owner.set(["hidden": false], of: photo)
            try await watch.expect(["updated": [photo]])
            try await owner.perform(("restore-assets", ["ids": .texts([photo])]))
            try await watch.expect(["inserted": [photo], "albums-updated": [made[1]]])
            let second = try await owner.perform(("create-album", ["title": "Winter", "parent": .text(made[0])]))
            try await watch.expect(["albums-inserted": second, "folders-updated": [made[0]]])
            try await owner.perform(("delete-albums", ["ids": .texts(second)]))
            try await watch.expect(["albums-deleted": second, "folders-updated": [made[0]]])
            try await owner.perform(("rename", ["id": .text(made[0]), "title": "Travels"]))
            try await watch.expect(["folders-updated": [made[0]]])
            try await owner.perform(
                ("delete-albums", ["ids": .texts([made[1]])]), ("delete-folders", ["ids": .texts([made[0]])]))
            try await watch.expect(["albums-deleted": [made[1]], "folders-deleted": [made[0]]])
        }
    }

    @Test(
        "with limited access is told of its selection and its additions, and of nothing else"
    )
    func limited() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let photos = try await owner.add(TestPhoto.several(3))
            try await owner.grant(
                Self.client, "limited", selection: [photos[0], photos[1]],
                rights: ["location", "originals", "captions", "metadata", "write"])
            let app = try await world.client(flatpak: "org.example.App")
            var watch = try await Watch(app)
            let own = try await app.add(TestPhoto.small())
            try await watch.expect(["inserted": [own]])
            let before = watch.token

            // Changes that it does not see.
            let unseen = try await owner.add(TestPhoto.small())
            try await owner.set(["favorite": true], of: photos[2])
            let album = try await owner.perform(("create-album", ["title": "Summer"]))[0]
            try await owner.perform(("add-assets", ["album": .text(album), "ids": .texts([photos[0], unseen])]))
            try await owner.delete(unseen)
            try await owner.perform(("purge-assets", ["ids": .texts([unseen])]))
            try await owner.grant("flatpak:org.example.Other", "limited", selection: [photos[0], photos[2]])
            let other = try await world.client(flatpak: "org.example.Other")
            _ = try await other.add(TestPhoto.small())
            #expect(try await app.subscribe() == before)
            let nothing = try await app.changes(since: before)
            #expect(nothing.token == before && nothing.lists.isEmpty && nothing.isIncremental == true)

            try await owner.set(["favorite": true], of: photos[0])
            try await watch.expect(["updated": [photos[0]]])
            try await owner.delete(photos[0])
            try await watch.expect(["deleted": [photos[0]]])
            // In the trash it does not exist.
            try await owner.set(["title": "In the trash"], of: photos[0])
            try await owner.set(["favorite": true], of: photos[1])
            try await watch.expect(["updated": [photos[1]]])
            try await owner.perform(("restore-assets", ["ids": .texts([photos[0]])]))
            try await watch.expect(["inserted": [photos[0]]])
            #expect(try await app.heardChanges().isEmpty)
        }
    }

    @Test("is told what a selection and an album in it show and hide")
    func selection() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let photos = try await owner.add(TestPhoto.several(4))
            let album = try await owner.perform(
                ("create-album", ["title": "Live", "placeholder": "@live"]),
                ("add-assets", ["album": "@live", "ids": .texts([photos[0]])]))[0]
            try await owner.grant(Self.client, "limited", selection: [photos[0], album])
            let app = try await world.client(flatpak: "org.example.App")
            var watch = try await Watch(app)
            try await owner.changeSelection(of: Self.client, add: [photos[1]])
            try await watch.expect(["entered-scope": [photos[1]]], "selection")
            try await owner.perform(("add-assets", ["album": .text(album), "ids": .texts([photos[1], photos[2]])]))
            try await watch.expect(["entered-scope": [photos[2]]], "selection")
            try await owner.perform(("remove-assets", ["album": .text(album), "ids": .texts([photos[0], photos[2]])]))
            try await watch.expect(["left-scope": [photos[2]]], "selection")
            try await owner.changeSelection(of: Self.client, remove: [album])
            // The selection also shows what the album showed: nothing changes.
            try await owner.changeSelection(of: Self.client, add: [photos[3]], remove: [photos[0]])
            try await watch.expect(["entered-scope": [photos[3]], "left-scope": [photos[0]]], "selection")
            // What was visible once is not reported any more.
            try await owner.set(["favorite": true], of: photos[0])
            try await owner.set(["favorite": true], of: photos[1])
            try await watch.expect(["updated": [photos[1]]])
        }
    }

    @Test("is told that its access is lost, nothing until it is restored, and then to fetch everything again")
    func access() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let photo = try await owner.add(TestPhoto.small())
            try await owner.grant(Self.client, "full")
            let app = try await world.client(flatpak: "org.example.App")
            let token = try await app.subscribe()
            for level in ["none", "add-only"] {
                try await owner.grant(Self.client, level)
                let lost = try await app.nextChanges()
                #expect(lost.token == "" && lost.reason == "grant" && lost.isIncremental == false)
                #expect(lost.lists.isEmpty)
                #expect(try await refusal { try await app.changes(since: token) }.kind == "AccessDenied")
                #expect(try await refusal { try await app.subscribe() }.kind == "AccessDenied")
                try await owner.set(["favorite": true], of: photo)
                try await owner.grant(Self.client, "full")
                let back = try await app.nextChanges()
                #expect(back.token != "" && back.reason == "grant" && back.isIncremental == false)
                #expect(try await app.subscribe() == back.token)
            }
            // Changes meanwhile are reported from the token that it had.
            let missed = try await app.changes(since: token)
            #expect(missed.lists == ["updated": [photo]] && missed.isIncremental == true)
            try await owner.resetGrant(Self.client)
            #expect(try await app.nextChanges().token == "")
            #expect(try await refusal { try await app.subscribe() }.kind == "NotDetermined")
            try await owner.grant(Self.client, "full")
            #expect(try await app.nextChanges().token != "")
            try await owner.set(["favorite": false], of: photo)
            #expect(try await app.nextChanges().lists == ["updated": [photo]])
            #expect(try await app.heardChanges().isEmpty)
        }
    }

    @Test("is told what a change from limited to full access shows, and what the way back hides")
    func levels() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let photos = try await owner.add(TestPhoto.several(3))
            let rights = ["originals", "captions"]
            try await owner.grant(Self.client, "limited", selection: [photos[0]], rights: rights)
            let app = try await world.client(flatpak: "org.example.App")
            var watch = try await Watch(app)
            try await owner.grant(Self.client, "full", rights: rights)
            try await watch.expect(["entered-scope": [photos[1], photos[2]]], "grant")
            try await owner.grant(Self.client, "limited", selection: [photos[1]], rights: rights)
            let left = try await app.nextChanges()
            #expect(Set(left["left-scope"]) == [photos[0], photos[2]] && left.reason == "grant")
            // It stayed, and may be reported as changed.
            #expect(left.isIncremental == true && Set(left["updated"]).isSubset(of: [photos[1]]))
            #expect(Set(left.lists.keys).isSubset(of: ["left-scope", "updated"]))
            // A change of rights alone: values differ, and no list says which.
            try await owner.grant(Self.client, "limited", selection: [photos[1]], rights: ["originals"])
            let changes = try await app.nextChanges()
            #expect(changes.reason == "grant" && changes.isIncremental == false && changes.lists.isEmpty)
            #expect(try await app.changes(since: left.token).isIncremental == false)
            #expect(try await app.changes(since: changes.token).lists.isEmpty)
        }
    }

    @Test(
        "is told everything that changed during a report in one signal, and only that there is too much if it is too much"
    )
    func coalescing() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            try await owner.grant(Self.client, "full")
            let app = try await world.client(flatpak: "org.example.App")
            let token = try await app.subscribe()
            var made: Set<String> = []
            for _ in 0..<20 { made.insert(try await owner.perform(("create-album", ["title": "One of many"]))[0]) }
            var heard: [String] = []
            while heard.count < 20 { heard += try await app.nextChanges()["albums-inserted"] }
            #expect(Set(heard) == made && heard.count == 20)

            // As much as fits into a signal, twice, and then both together.
            var batches: [String] = []
            for _ in 0..<2 {
                batches += try await owner.perform((0..<1000).map { ("create-album", ["title": .text("Album \($0)")]) })
                let full = try await app.nextChanges()
                #expect(full["albums-inserted"].count == 1000 && full.isIncremental == true)
            }
            let before = try await app.subscribe()
            try await owner.perform(("delete-albums", ["ids": .texts(batches)]))
            let tooMuch = try await app.nextChanges()
            #expect(tooMuch.isIncremental == false && tooMuch.lists.isEmpty && tooMuch.reason == "library")
            let all = try await app.changes(since: before)
            #expect(Set(all["albums-deleted"]) == Set(batches) && all.token == tooMuch.token && !all.hasMore)
            #expect(Set(try await app.changes(since: token)["albums-inserted"]) == made)
        }
    }

    @Test("is told nothing after it unsubscribes, and everything once if it subscribes twice")
    func unsubscribing() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let photo = try await owner.add(TestPhoto.small())
            try await owner.grant(Self.client, "full")
            let app = try await world.client(flatpak: "org.example.App")
            let second = try await app.anotherConnection()
            #expect(try await app.subscribe() == second.subscribe())
            #expect(try await app.subscribe() == second.subscribe())
            try await owner.set(["favorite": true], of: photo)
            let (one, other) = (try await app.nextChanges(), try await second.nextChanges())
            #expect(one.token == other.token && one.lists == ["updated": [photo]])
            try await app.unsubscribe()
            try await app.unsubscribe()
            let subscribed = try await owner.clients().filter { $0["subscribed"]?.flag == true }
            #expect(subscribed.map { $0["name"]?.text } == [second.name])
            try await owner.set(["favorite": false], of: photo)
            _ = try await second.nextChanges()
            try await second.disconnect()
            #expect(try await app.heardChanges().isEmpty)
            #expect(try await app.changes(since: one.token).lists == ["updated": [photo]])
            #expect(try await !owner.clients().contains { $0["subscribed"]?.flag == true })
        }
    }

    @Test("gets TokenExpired for a token that it never received: a different client's, half of its own, none")
    func tokens() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            try await owner.grant(Self.client, "full")
            try await owner.grant("flatpak:org.example.Other", "full")
            let app = try await world.client(flatpak: "org.example.App")
            let other = try await world.client(flatpak: "org.example.Other")
            let token = try await app.subscribe()
            #expect(try await app.changes(since: token).token == token)
            let foreign = try await other.subscribe()
            #expect(foreign != token)
            for bad in [
                foreign, String(token.dropLast()), "", token + "0", "0", String(repeating: "x", count: 100_000),
            ] {
                let error = try await refusal { try await app.changes(since: bad) }
                #expect(error.name == "org.filmgate.Error.TokenExpired", "\(bad.prefix(40))")
                #expect(!error.message.contains(bad) || bad.isEmpty)
            }
            let unknown = try await app.error(
                "Observation1", "Subscribe", "a{sv}", ["kinds": .texts(["asset"])])
            #expect(unknown.kind == "InvalidArgument" && unknown.message.contains("'kinds'"))
            let both = try await app.error(
                "Observation1", "ChangesSince", "sa{sv}", .text(token), ["limit": .uint32(1)])
            #expect(both.kind == "InvalidArgument" && both.message.contains("'limit'"))
        }
    }

    @Test("is in the audit log with what it was told")
    func audit() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            try await owner.grant(Self.client, "full")
            let app = try await world.client(flatpak: "org.example.App")
            let token = try await app.subscribe()
            let photos = try await owner.add(TestPhoto.several(2))
            _ = try await app.changes(since: token)
            let entries = try await owner.audit(["client": .text(Self.client)])
            #expect(entries.contains { $0.operation == "subscribe" && $0.outcome == "allowed" })
            let reported = try #require(entries.first { $0.operation == "changes-since" })
            #expect(reported.count == 2 && Set(reported.ids) == Set(photos))
            try await owner.grant(Self.client, "none")
            _ = try await refusal { try await app.subscribe() }
            #expect(
                try await owner.audit(["client": .text(Self.client)]).contains {
                    $0.operation == "subscribe" && $0.outcome == "access-denied"
                })
        }
    }
}
