import FilmgateTestKit
import FilmgateTestWorlds
import Foundation
import Testing

@Suite("Quarantine", .inBothWorlds)
struct QuarantineTests {
    static let app = "org.example.Scanner"
    static let id = "flatpak:\(app)"
    static let world = WorldSettings(policy: "[flatpak:org.example.Scanner]\nquarantine=yes\n")

    @Test("hides what an app adds from every app until the person keeps it, and the receipt tells no more than that")
    func waits() async throws {
        try await withWorld(Self.world) { world in
            let owner = try await world.owner
            try await owner.grant(Self.id, "add-only")
            try await owner.grant("flatpak:org.example.Viewer", "full")
            let app = try await world.client(flatpak: Self.app)
            let viewer = try await world.client(flatpak: "org.example.Viewer")
            let token = try await viewer.subscribe()
            let added = try await app.add(TestPhoto.several(3))
            #expect(try await app.receipts(added) == ["added": 3])
            for client in [owner, viewer] {
                #expect(try await client.assets(["include-hidden": true, "include-trashed": true]).isEmpty)
            }
            #expect(try await refusal { try await viewer.open(added[0]) }.kind == "NotFound")
            #expect(try await refusal { try await viewer.requestImage(of: added[0]) }.kind == "NotFound")
            #expect(try await refusal { try await viewer.delete(added[0]) }.kind == "NotFound")
            #expect(try await viewer.changes(since: token).token == token, "nothing that it sees has changed")

            let waiting = try await owner.inbox()
            #expect(waiting.map { $0["id"]?.text } == added && waiting[0]["client"]?.text == Self.id)
            #expect(waiting[0]["file-size"]?.integer ?? 0 > 0 && waiting[0]["media-type"]?.text == "image")
            let picture = try await owner.requestImage(of: added[0], ["width": .uint32(20)])
            #expect(try await owner.response(to: picture).outcome == "success", "the person looks at it")
            try await owner.decide("AcceptAdded", [added[1], added[0]])
            try await owner.decide("RejectAdded", [added[2]])
            #expect(try await app.receipts(added) == ["seen": 2, "rejected": 1])
            #expect(try await Set(viewer.nextChanges()["inserted"]) == Set(added[..<2]))
            #expect(try await Set(viewer.assets(["include-trashed": true])) == Set(added[..<2]))
            let creator = try await owner.audit(["operation": "create-assets"]).last
            #expect(creator?.client == Self.id && creator?.count == 3)
            #expect(try await owner.audit(["operation": "accept-added"]).last?.count == 2)
            #expect(try await owner.inbox().isEmpty)
            #expect(try await owner.inbox(["rejected": true]).count == 1)
            // What was rejected is not lost, and nothing but its receipt tells.
            try await owner.decide("AcceptAdded", [added[2]])
            #expect(try await app.receipts(added) == ["seen": 3])
            try await owner.delete(added[0])
            try await owner.perform(("purge-assets", ["ids": .texts([added[0]])]))
            #expect(try await app.receipts(added) == ["seen": 3], "the app is not told of deletions")
            #expect(try await owner.verify().findings.isEmpty)
        }
    }

    @Test("lets the person watch a video that waits and open its file, and no app")
    func looking() async throws {
        try await withWorld(Self.world) { world in
            let owner = try await world.owner
            try await owner.grant(Self.id, "add-only")
            try await owner.grant("flatpak:org.example.Viewer", "full")
            let app = try await world.client(flatpak: Self.app)
            let viewer = try await world.client(flatpak: "org.example.Viewer")
            let video = try SampleVideo("320x240")
            let id = try await app.add(video: video.file)
            let row = try await owner.inbox()[0]
            #expect(row["media-type"]?.text == "video" && row["orientation"]?.integer == 1)
            let poster = try await owner.requestImage(of: id, ["width": .uint32(64)])
            let picture = try await owner.signal("Delivery", at: poster.path)
            #expect(picture.values[1].table?["pixel-width"]?.integer == 64)
            #expect(try await owner.response(to: poster).outcome == "success")
            let playing = try await owner.requestVideo(of: id, ["preset": "low"])
            #expect(try await owner.response(to: playing).outcome == "success")
            #expect(try await owner.resources(of: id).map { $0["type"]?.text } == ["video"])
            #expect(try await owner.open(id, "video").size == (try Data(contentsOf: video.file).count))
            let original = try await owner.requestResource(of: id, "video")
            #expect(try await owner.response(to: original).outcome == "success")
            #expect(try await refusal { try await owner.open(id, "photo") }.kind == "NotFound")
            let asked: [@Sendable () async throws -> Void] = [
                { _ = try await viewer.requestImage(of: id) }, { _ = try await viewer.requestVideo(of: id) },
                { _ = try await viewer.resources(of: id) }, { _ = try await viewer.open(id, "video") },
                { _ = try await viewer.call("Resources1", "GetMetadata", "sa{sv}", .text(id), [:]) },
                { _ = try await viewer.requestResource(of: id, "video") },
                { _ = try await viewer.beginEditing(id) },
            ]
            for ask in asked { #expect(try await refusal(ask).kind == "NotFound") }
        }
    }

    @Test(
        "lets the person play a live photo that waits, of two files or of one, and open its files, and no app", .long,
        arguments: [true, false])
    func live(_ isPair: Bool) async throws {
        try await withWorld(Self.world) { world in
            let owner = try await world.owner
            try await owner.grant(Self.id, "add-only")
            try await owner.grant("flatpak:org.example.Viewer", "full")
            let app = try await world.client(flatpak: Self.app)
            let viewer = try await world.client(flatpak: "org.example.Viewer")
            let video = try SampleVideo("640x480", seconds: 1)
            let motion = try LivePhotoTests.motionPhoto(video.file)
            let id = try await isPair ? app.add(pair: video.file) : app.add(.memory(motion))
            let types = isPair ? ["paired-video", "photo"] : ["photo"]
            for isWaiting in [true, false] {
                let request = try await owner.requestLivePhoto(
                    of: id, ["delivery": "high-quality", "width": .uint32(100)])
                #expect(try await owner.outcome(at: request) == "success")
                let parts = try await owner.signals("Delivery", at: request, count: 2).compactMap { $0.values[1].table }
                #expect(parts.map { $0["type"]?.text } == ["photo", "paired-video"])
                #expect(parts.map { $0["pixel-width"]?.integer } == [100, 640])
                #expect(try await Set(owner.resources(of: id).compactMap { $0["type"]?.text }) == Set(types))
                for type in types {
                    let file = try await owner.open(id, type)
                    if type == "paired-video" { #expect(file.size == (try Data(contentsOf: video.file).count)) }
                    if !isPair { #expect(file.size == motion.count) }
                    if isWaiting { #expect(try await refusal { try await viewer.open(id, type) }.kind == "NotFound") }
                }
                guard isWaiting else { continue }
                #expect(try await refusal { try await viewer.requestLivePhoto(of: id) }.kind == "NotFound")
                #expect(try await refusal { try await app.requestLivePhoto(of: id) }.kind == "AccessDenied")
                try await owner.call("Admin1", "AcceptAdded", "asa{sv}", .list([.text(id)]), [:])
            }
            #expect(try await owner.assets() == [id])
        }
    }

    @Test("leaves no trace in searches, counts, albums and comparisons of content, also for the owner's fetches")
    func noTrace() async throws {
        try await withWorld(Self.world) { world in
            let owner = try await world.owner
            try await owner.grant(Self.id, "add-only")
            try await owner.grant("flatpak:org.example.Viewer", "full", rights: ["originals", "captions", "metadata"])
            let app = try await world.client(flatpak: Self.app)
            let viewer = try await world.client(flatpak: "org.example.Viewer")
            let properties: [String: BusArgument] = ["title": "needle", "favorite": true]
            let photo = try TestPhoto.small()
            let waiting = try await app.add(photo, properties: properties)
            for client in [owner, viewer] {
                let favorites = try #require(await client.smart("favorites")?.text)
                for options in [["search": "needle"], ["album": .text(favorites)]] as [[String: BusArgument]] {
                    #expect(try await client.assets(options).isEmpty, "\(options)")
                }
                let years = try await client.call("Library1", "CountBy", "sa{sv}", .text("year"), [:])
                #expect(years[0]?.list?.isEmpty ?? true, "\(years)")
                #expect(try await client.smart("favorites", "count")?.integer ?? 0 == 0)
            }
            // The same file is new to everybody else.
            let (change, keys) = TestClient.creation(of: .memory(photo.bytes))
            let added = try await owner.perform((change, keys.merging(["unless-present": true]) { $1 }))
            #expect(added != [""] && added != [waiting])
        }
    }

    @Test("a list of what waits comes in pages, from which nothing is left out while the person decides")
    func pages() async throws {
        try await withWorld(Self.world) { world in
            let owner = try await world.owner
            try await owner.grant(Self.id, "add-only")
            let added = try await world.client(flatpak: Self.app).add(TestPhoto.several(5))
            let first = try await owner.inbox(["limit": .uint32(2)])
            #expect(first.map { $0["id"]?.text } == Array(added[..<2]))
            try await owner.decide("AcceptAdded", Array(added[..<2]))
            let sequence = UInt64(try #require(first.last?["sequence"]?.integer))
            let rest = try await owner.inbox(["after": .variant("t", .unsigned(sequence))])
            #expect(rest.map { $0["id"]?.text } == Array(added[2...]))
        }
    }

    @Test("keeps properties and albums of the same batch until the person keeps the photo")
    func batch() async throws {
        try await withWorld(Self.world) { world in
            let owner = try await world.owner
            try await owner.grant(Self.id, "full", rights: ["originals", "captions", "metadata", "location", "write"])
            let app = try await world.client(flatpak: Self.app)
            let photo = BusArgument.Content.memory(try TestPhoto.small().bytes)
            let ids = try await app.perform(
                ("create-album", ["title": "Scans", "placeholder": "@album"]),
                TestClient.creation(of: photo, filename: "scan.jpg", placeholder: "@scan"),
                ("set-properties", ["id": "@scan", "properties": .variant("a{sv}", .table(["title": "Letter"]))]),
                ("add-keywords", ["ids": .texts(["@scan"]), "keywords": .texts(["paper"])]),
                ("add-assets", ["album": "@album", "ids": .texts(["@scan"])]),
                ("set-cover", ["album": "@album", "id": "@scan"]))
            #expect(try await app.assets().isEmpty, "not even the app itself sees it")
            #expect(try await app.assets(["album": .text(ids[0])]).isEmpty)
            #expect(try await refusal { try await app.set(["title": "x"], of: ids[1]) }.kind == "NotFound")
            #expect(try await refusal { try await app.delete(ids[1]) }.kind == "NotFound")
            // A second time, nothing is added.
            let (name, keys) = TestClient.creation(of: photo)
            let again = (name, keys.merging(["unless-present": true]) { $1 })
            #expect(try await app.perform(again) == [""])
            #expect(try await owner.inbox().map { $0["title"]?.text } == ["Letter"])
            try await owner.decide("AcceptAdded", [ids[1]])
            #expect(try await app.assets(["album": .text(ids[0])]) == [ids[1]])
            let row = try await app.properties(of: ids[1], "title", "keywords", "filename")
            #expect(row["title"]?.text == "Letter" && row["keywords"]?.texts?.contains("paper") == true)
            #expect(row["filename"]?.text == "scan.jpg")
            #expect(try await app.perform(again) == [""])
            #expect(try await owner.verify().findings.isEmpty)
        }
    }

    @Test("receipts are for the app alone that added, and the same answer meets unknown ones")
    func foreign() async throws {
        try await withWorld(Self.world) { world in
            let owner = try await world.owner
            try await owner.grant(Self.id, "add-only")
            try await owner.grant("flatpak:org.example.Other", "full", rights: ["write", "manage", "originals"])
            let app = try await world.client(flatpak: Self.app)
            let other = try await world.client(flatpak: "org.example.Other")
            let (own, others) = (try await app.add(TestPhoto.small()), try await other.add(TestPhoto.small("other")))
            let unknown = "00000000-0000-4000-8000-000000000000"
            #expect(try await other.receipts([own, unknown]).isEmpty)
            #expect(try await app.receipts([others, unknown]).isEmpty)
            let refusals = try await [
                refusal { try await app.withdraw([unknown]) }, refusal { try await app.withdraw([own, others]) },
                refusal { try await other.withdraw([own]) },
            ]
            #expect(refusals.allSatisfy { $0.kind == "NotFound" && $0.message == refusals[0].message })
            #expect(try await app.receipts([own]) == ["added": 1], "all or none")
            try await owner.decide("AcceptAdded", [own])
            #expect(try await other.receipts([own]).isEmpty, "although it sees the photo")
            #expect(try await refusal { try await other.decide("AcceptAdded", [own]) }.kind == "NotAuthorized")
            #expect(try await refusal { try await app.inbox() }.kind == "NotAuthorized")
            try await owner.resetGrant(Self.id)
            #expect(try await refusal { try await app.receipts([own]) }.kind == "NotDetermined")
        }
    }

    @Test(
        "an app withdraws what it added, unless the person or another app did something with it, which it is not told")
    func withdrawing() async throws {
        try await withWorld(Self.world) { world in
            let owner = try await world.owner
            try await owner.grant(Self.id, "add-only")
            try await owner.grant("flatpak:org.example.Camera", "add-only")
            let quarantined = try await world.client(flatpak: Self.app)
            let camera = try await world.client(flatpak: "org.example.Camera")
            let viewer = try await world.client(flatpak: "org.example.Viewer")
            try await owner.grant("flatpak:org.example.Viewer", "full", rights: ["write"])
            _ = try await viewer.subscribe()
            let waiting = try await quarantined.add(TestPhoto.several(3))
            try await owner.decide("AcceptAdded", [waiting[0]])
            try await owner.decide("RejectAdded", [waiting[1]])
            try await quarantined.withdraw(waiting)
            #expect(try await quarantined.receipts(waiting).isEmpty)
            #expect(try await owner.assets() == [waiting[0]], "the person has kept it")
            #expect(try await owner.inbox(["rejected": true]).map { $0["id"]?.text } == [waiting[1]])
            #expect(try await owner.inbox().isEmpty)
            #expect(try await refusal { try await quarantined.withdraw([waiting[2]]) }.kind == "NotFound")
            _ = try await viewer.nextChanges()

            let added = try await camera.add(TestPhoto.several(6))
            #expect(try await camera.receipts(added) == ["added": 6])
            try await owner.set(["favorite": true], of: added[0])
            try await viewer.set(["rating": .variant("i", 3)], of: added[1])
            let album = try await owner.perform(("create-album", ["title": "Album"]))[0]
            try await owner.perform(("add-assets", ["album": .text(album), "ids": .texts([added[2]])]))
            try await owner.delete(added[3])
            try await owner.grant("flatpak:org.example.Third", "limited", selection: [added[4]])
            try await camera.withdraw(added)
            #expect(try await Set(owner.assets()) == Set(added[..<3] + [added[4], waiting[0]]))
            #expect(try await Set(owner.assets(["include-trashed": true])) == Set(added + [waiting[0]]))
            let entry = try #require(await owner.audit(["operation": "withdraw-added", "outcome": "allowed"]).last)
            #expect(entry.client == "flatpak:org.example.Camera" && entry.count == 1 && Set(entry.ids) == Set(added))
            #expect(try await camera.receipts(added).isEmpty)
            #expect(try await owner.undo("flatpak:org.example.Camera")["undone"] != nil)
            #expect(try await owner.verify().findings.isEmpty)
        }
    }

    @Test("receipts and what waits outlive a broker that is killed", .asProcesses)
    func killed() async throws {
        try await withWorld(Self.world) { world in
            try await world.owner.grant(Self.id, "add-only")
            let added = try await world.client(flatpak: Self.app).add(TestPhoto.several(2))
            try await world.owner.decide("RejectAdded", [added[1]])
            try await world.killBroker()
            try await world.startBroker()
            let app = try await world.client(flatpak: Self.app)
            #expect(try await app.receipts(added) == ["added": 1, "rejected": 1])
            let owner = try await world.owner
            #expect(try await owner.inbox().map { $0["id"]?.text } == [added[0]])
            #expect(try await owner.verify().findings.isEmpty)
            try await app.withdraw([added[0]])
            #expect(try await owner.inbox().isEmpty)
            #expect(try await owner.assets().isEmpty)
        }
    }

    @Test("an undo rejects what waits, and the policy's end leaves it waiting")
    func undo() async throws {
        try await withWorld(Self.world) { world in
            let owner = try await world.owner
            try await owner.grant(Self.id, "add-only")
            let app = try await world.client(flatpak: Self.app)
            let added = try await app.add(TestPhoto.several(2))
            try await owner.decide("AcceptAdded", [added[0]])
            #expect(try await owner.undo(Self.id, ["dry-run": true])["undone"]?.integer == 1)
            #expect(try await owner.inbox().count == 1)
            #expect(try await owner.undo(Self.id)["undone"]?.integer == 1)
            #expect(try await app.receipts(added) == ["seen": 1, "rejected": 1])
            #expect(try await owner.assets() == [added[0]], "the person has kept it")
            #expect(try await owner.verify().findings.isEmpty)
        }
    }
}

extension TestClient {
    /// The number of receipts in each state.
    fileprivate func receipts(_ ids: [String]) async throws -> [String: Int] {
        let states = try await call("Library1", "GetReceipts", "as", .list(ids.map(BusArgument.text)))[0]?.table ?? [:]
        return states.values.reduce(into: [:]) { $0[$1.text ?? "", default: 0] += 1 }
    }

    fileprivate func withdraw(_ ids: [String]) async throws {
        try await call("Library1", "WithdrawAdded", "as", .list(ids.map(BusArgument.text)))
    }

    fileprivate func undo(_ client: String, _ options: [String: BusArgument] = [:]) async throws -> [String: Value] {
        try await call("Admin1", "UndoChanges", "sa{sv}", .text(client), .table(options), timeout: nil)[0]?.table ?? [:]
    }

    fileprivate func inbox(_ filter: [String: BusArgument] = [:]) async throws -> [[String: Value]] {
        try await call("Admin1", "ListInbox", "a{sv}", .table(filter))[0]?.list?.compactMap(\.table) ?? []
    }

    fileprivate func decide(_ member: String, _ ids: [String], _ options: [String: BusArgument] = [:]) async throws {
        try await call("Admin1", member, "asa{sv}", .list(ids.map(BusArgument.text)), .table(options))
    }
}
