import FilmgateTestKit

/// The possible states of something that is changed in steps: the confirmed one, and the one after the unconfirmed
/// step.
struct Possible<State: Hashable & Sendable>: Sendable {
    private(set) var known: State
    private var attempted: State?

    init(_ state: State) { known = state }

    /// - Returns: whether the step was confirmed; otherwise it may still have been made.
    mutating func step(to state: State, _ body: () async throws -> Void) async -> Bool {
        attempted = state
        guard (try? await body()) != nil else { return false }
        known = state
        attempted = nil
        return true
    }

    /// - Returns: whether the observed state is possible.
    mutating func settle(_ seen: State) -> Bool {
        defer { (known, attempted) = (seen, nil) }
        return seen == known || seen == attempted
    }
}

/// The ratings of some photos, several changed in one batch.
struct RatingModel: Sendable {
    private let ids: [String]
    private var ratings: Possible<[Int]>
    private var random = SeededRandom(stream: 1)

    init(_ ids: [String]) {
        self.ids = ids
        ratings = Possible(ids.map { _ in 0 })
    }

    func changed(by client: TestClient) async -> RatingModel {
        var model = self
        while true {
            var next = model.ratings.known
            for _ in 0..<4 {
                let index = Int.random(in: ids.indices, using: &model.random)
                next[index] = Int.random(in: 0...5, using: &model.random)
            }
            let done = await model.ratings.step(to: next) {
                try await client.perform(
                    zip(ids, next).map { id, rating in
                        let properties: [String: BusArgument] = ["rating": .variant("i", .integer(Int64(rating)))]
                        return ("set-properties", ["id": .text(id), "properties": .options(properties)])
                    })
            }
            guard done else { return model }
        }
    }

    mutating func settle(with client: TestClient) async throws -> Bool {
        let result = try await client.fetch(["identifiers": .texts(ids)])
        let rows = try await client.read(result, "id", "rating")
        try await client.close(result)
        let seen = Dictionary(uniqueKeysWithValues: rows.map { ($0["id"]?.text ?? "", $0["rating"]?.integer ?? 0) })
        return ratings.settle(ids.map { seen[$0] ?? -1 })
    }
}

/// The edits of some photos, whose originals never change.
struct EditModel: Sendable {
    private let ids: [String]
    /// Of the originals.
    private let hashes: [String]
    /// The formats of the edits; "" for a photo that is not edited.
    private var formats: Possible<[String]>
    private var random = SeededRandom(stream: 2)
    private static let names = ["org.example.First", "org.example.Second"]

    init(of photos: [TestPhoto], by owner: TestClient) async throws {
        ids = try await owner.add(photos)
        hashes = try photos.map { try $0.sha256 }
        formats = Possible(ids.map { _ in "" })
    }

    func changed(by client: TestClient) async -> EditModel {
        var model = self
        while true {
            let index = Int.random(in: ids.indices, using: &model.random)
            let format = (EditModel.names + [""]).randomElement(using: &model.random) ?? ""
            var next = model.formats.known
            next[index] = format
            let done = await model.formats.step(to: next) {
                if format.isEmpty {
                    try await client.revert(ids[index])
                } else {
                    try await client.edit(ids[index], as: TestPhoto.small(), format: format, data: Array(format.utf8))
                }
            }
            guard done else { return model }
        }
    }

    mutating func settle(with client: TestClient) async throws -> Bool {
        var seen: [String] = []
        for (id, hash) in zip(ids, hashes) {
            guard try await client.open(id).sha256 == hash else { return false }
            let format = try await client.properties(of: id, "adjustment-format")["adjustment-format"]?.text ?? ""
            let files = try await client.resources(of: id).count
            guard files == (format.isEmpty ? 1 : 3) else { return false }
            if !format.isEmpty {
                guard try await client.open(id, "adjustment-data").size == format.utf8.count else { return false }
            }
            seen.append(format)
        }
        return formats.settle(seen)
    }
}

/// An album's members in their order.
struct AlbumModel: Sendable {
    private let album: String
    private let ids: [String]
    private var members = Possible<[String]>([])
    private var random = SeededRandom(stream: 3)

    init(_ album: String, of ids: [String]) {
        self.album = album
        self.ids = ids
    }

    func changed(by client: TestClient) async -> AlbumModel {
        var model = self
        while true {
            let old = model.members.known
            let id = ids[Int.random(in: ids.indices, using: &model.random)]
            var next = old.filter { $0 != id }
            let change: (String, [String: BusArgument])
            if old.contains(id), Bool.random(using: &model.random) {
                change = ("remove-assets", ["album": .text(album), "ids": .texts([id])])
            } else {
                let place = Int.random(in: 0...next.count, using: &model.random)
                next.insert(id, at: place)
                change = (
                    old.contains(id) ? "move-assets" : "insert-assets",
                    ["album": .text(album), "ids": .texts([id]), "index": .uint32(UInt32(place))]
                )
            }
            guard await model.members.step(to: next, { _ = try await client.perform([change]) }) else { return model }
        }
    }

    mutating func settle(with client: TestClient) async throws -> Bool {
        members.settle(try await client.assets(["album": .text(album)]))
    }
}

/// The levels and selections of some clients.
struct GrantModel: Sendable {
    private struct Grant: Hashable, Sendable {
        var level = "undetermined"
        var selection: Set<String> = []
    }

    private let clients: [String]
    private let photos: [String]
    private let levels: [String]
    private var grants: [Possible<Grant>]
    private var random = SeededRandom(stream: 4)

    init(
        _ clients: [String], _ photos: [String], _ levels: [String] = ["none", "add-only", "limited", "full"]
    ) {
        self.clients = clients
        self.photos = photos
        self.levels = levels
        grants = clients.map { _ in Possible(Grant()) }
    }

    func changed(by owner: TestClient) async -> GrantModel {
        var model = self
        while true {
            let index = Int.random(in: clients.indices, using: &model.random)
            let level = levels.randomElement(using: &model.random) ?? "full"
            let selection = level == "limited" ? Array(photos.shuffled(using: &model.random).prefix(3)) : []
            let done = await model.grants[index].step(to: Grant(level: level, selection: Set(selection))) {
                try await owner.grant(clients[index], level, selection: level == "limited" ? selection : nil)
            }
            guard done else { return model }
        }
    }

    /// Gives the first client this level and, if it is limited access, selects the first photo.
    ///
    /// - Returns: whether it was confirmed.
    mutating func give(_ level: String, by owner: TestClient) async -> Bool {
        let (client, selection) = (clients[0], level == "limited" ? Array(photos.prefix(1)) : nil)
        return await grants[0].step(to: Grant(level: level, selection: Set(selection ?? []))) {
            try await owner.grant(client, level, selection: selection)
        }
    }

    mutating func settle(with owner: TestClient) async throws -> Bool {
        let levels = try await owner.grants()
        for (index, client) in clients.enumerated() {
            var seen = Grant()
            if let row = levels.first(where: { $0["client"]?.text == client }) {
                seen.level = row["level"]?.text ?? ""
                if seen.level == "limited" { seen.selection = try await Set(owner.selection(of: client)) }
            }
            guard grants[index].settle(seen) else { return false }
        }
        return true
    }
}

/// Which of some photos are in the trash.
struct TrashModel: Sendable {
    private let ids: [String]
    private var trashed = Possible<Set<String>>([])
    private var random = SeededRandom(stream: 5)

    init(_ ids: [String]) { self.ids = ids }

    func changed(by client: TestClient) async -> TrashModel {
        var model = self
        while true {
            let old = model.trashed.known
            let id = ids[Int.random(in: ids.indices, using: &model.random)]
            let done = await model.trashed.step(to: old.symmetricDifference([id])) {
                let change = old.contains(id) ? "restore-assets" : "delete-assets"
                _ = try await client.perform((change, ["ids": .texts([id])]))
            }
            guard done else { return model }
        }
    }

    mutating func settle(with client: TestClient) async throws -> Bool {
        trashed.settle(Set(ids).subtracting(try await client.assets(["identifiers": .texts(ids)])))
    }
}

/// All photos that a client sees, kept up to date only from signals and, after a kill, from missed changes. It never
/// fetches again, so every change must be listed.
struct ObserverModel: Sendable {
    private var photos: Set<String>
    /// The photos that it was told are deleted. While it has full access it sees the trash, so it is told once more
    /// when they are purged.
    private var deleted: Set<String> = []
    /// The user-made albums, as long as the client sees them.
    private var counts: [String: Int]
    private var token: String
    /// The number of signals and of answers about missed changes that listed something.
    private(set) var heard = 0
    private(set) var missed = 0
    /// How many of these listed what a change of level showed or hid.
    private(set) var ofOtherLevels = 0
    /// The number of changed album counts in total.
    private(set) var recounts = 0

    init(by client: TestClient) async throws {
        token = try await client.subscribe()
        photos = try await Set(client.allAssets())
        counts = try await client.albumCounts()
    }

    /// - Returns: what was missed, repeated or left to be fetched, including counts; nil for nothing.
    mutating func settle(with client: TestClient) async throws -> String? {
        let before = counts
        for changes in try await client.heardChanges() {
            if let fault = apply(changes) { return "heard: \(fault)" }
            guard changes.listsSomething else { return "heard of nothing, which is useless: \(changes)" }
            heard += 1
        }
        _ = try await client.subscribe()
        var hasMore = true
        while hasMore {
            let changes = try await client.changes(since: token)
            if let fault = apply(changes) { return "missed: \(fault)" }
            if changes.listsSomething { missed += 1 }
            hasMore = changes.hasMore
        }
        let now = try await client.albumCounts()
        recounts += before.count { album, count in now[album].map { $0 != count } ?? false }
        let unknown = counts.filter { now[$0.key] != $0.value }
        counts = now
        let shown = try await Set(client.allAssets())
        if !unknown.isEmpty { return "not told that \(unknown) became \(now)" }
        return photos == shown
            ? nil : "lacks \(shown.subtracting(photos)), and has \(photos.subtracting(shown)), which are not shown"
    }

    private mutating func apply(_ changes: TestClient.Changes) -> String? {
        token = changes.token
        let (came, went) = (changes["inserted"] + changes["entered-scope"], changes["deleted"] + changes["left-scope"])
        guard changes.isIncremental == true, photos.isDisjoint(with: came),
            photos.isSuperset(of: changes["updated"] + changes["left-scope"]),
            photos.union(deleted).isSuperset(of: changes["deleted"])
        else { return "\(changes), but there are \(photos)" }
        if changes.reason == "grant", changes.listsSomething { ofOtherLevels += 1 }
        // Reads changed objects again, and compares everything else then.
        for album in changes["albums-updated"] + changes["albums-deleted"] { counts[album] = nil }
        photos.formUnion(came)
        photos.subtract(went)
        deleted = deleted.symmetricDifference(changes["deleted"]).subtracting(came)
        return nil
    }
}

extension TestClient {
    fileprivate func albumCounts() async throws -> [String: Int] {
        let albums = try await collections("album").filter { $0["type"]?.text == "album" }
        return Dictionary(uniqueKeysWithValues: albums.map { ($0["id"]?.text ?? "", $0["count"]?.integer ?? -1) })
    }
}

extension TestClient.Changes {
    fileprivate var listsSomething: Bool { lists.values.contains { !$0.isEmpty } }
}
