import FilmgateTestKit
import FilmgateTestWorlds
import Testing

/// An app that stores what it was told, and the token, while the broker dies at any time.
@Suite("A client's observed changes", .inProcess)
struct ObservationRestartTests {
    static let client = "flatpak:org.example.App"

    /// The app's knowledge of the library's albums, only from changes that it was told.
    struct Follower {
        private(set) var albums: Set<String> = []
        private(set) var reported: String
        /// The position up to which signals were received; nil if none come.
        private(set) var heard: String?

        init(at token: String) { (reported, heard) = (token, token) }

        /// Applies changes that must not repeat anything.
        private mutating func apply(_ changes: TestClient.Changes) {
            #expect(changes.isIncremental == true)
            for id in changes["albums-inserted"] { #expect(albums.insert(id).inserted, "\(id) is told twice") }
            for id in changes["albums-updated"] { #expect(albums.contains(id), "\(id) was never told") }
            for id in changes["albums-deleted"] { #expect(albums.remove(id) != nil, "\(id) was never told") }
            reported = changes.token
        }

        mutating func hear(_ signals: [TestClient.Changes]) {
            for changes in signals {
                if reported == heard { apply(changes) }
                heard = changes.token
            }
        }

        mutating func answered(_ changes: TestClient.Changes) { apply(changes) }

        mutating func subscribed(at token: String) { heard = token }

        mutating func brokerDied() { heard = nil }
    }

    @Test(
        "are complete and come once, whenever the broker is killed: between change, signal, token and ChangesSince",
        .asProcesses,
        arguments: [1, 2, 3] as [UInt64])
    func kills(_ seed: UInt64) async throws {
        var settings = WorldSettings()
        settings.isInMemory = true
        try await withWorld(settings) { world in
            var random = SeededRandom(seed: seed)
            let owner = try await world.owner
            try await owner.grant(Self.client, "full")
            let app = try await world.client(flatpak: "org.example.App")
            var follower = Follower(at: try await app.subscribe())

            func change() async throws {
                let there = try await owner.albums().compactMap { $0["id"]?.text }
                var batch: [(String, [String: BusArgument])] = (0..<Int.random(in: 1...3, using: &random)).map { _ in
                    ("create-album", ["title": "One"])
                }
                for id in there.shuffled(using: &random).prefix(2) {
                    batch.append(
                        Bool.random(using: &random)
                            ? ("rename", ["id": .text(id), "title": "Other"]) : ("delete-albums", ["ids": .texts([id])])
                    )
                }
                _ = try await owner.perform(batch)
            }
            func die() async throws {
                try await world.killBroker()
                follower.hear(try await app.arrivedChanges())
                follower.brokerDied()
                try await world.startBroker()
            }

            for _ in 0..<40 {
                switch Int.random(in: 0..<9, using: &random) {
                case 0...3: try await change()
                case 4: follower.hear(try await app.heardChanges())
                case 5: follower.answered(try await app.changes(since: follower.reported))
                case 6:
                    let token = try await app.subscribe()
                    follower.hear(try await app.arrivedChanges())
                    follower.subscribed(at: token)
                case 7: try await die()
                default:
                    // During a change, which may have been made or not.
                    let sent = AsyncStream.makeStream(of: Void.self)
                    async let unanswered: [String]? = try? owner.perform(
                        [("create-album", ["title": "Unknown"])], whenSent: { sent.continuation.finish() })
                    for await _ in sent.stream {}
                    try await die()
                    _ = await unanswered
                }
            }
            follower.hear(try await app.heardChanges())
            follower.answered(try await app.changes(since: follower.reported))
            let there = Set(try await app.albums().compactMap { $0["id"]?.text })
            #expect(follower.albums == there)
            #expect(try await app.changes(since: follower.reported).token == follower.reported)
        }
    }

    @Test("continue from an earlier connection and broker, with a selection changed in between", .asProcesses)
    func later() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let photos = try await owner.add(TestPhoto.several(4))
            try await owner.grant(Self.client, "limited", selection: [photos[0], photos[1]])
            let app = try await world.client(flatpak: "org.example.App")
            let token = try await app.subscribe()
            await app.end()
            try await owner.changeSelection(of: Self.client, add: [photos[2]], remove: [photos[0]])
            try await world.restartBroker()
            try await owner.set(["favorite": true], of: photos[3])
            try await world.killBroker()
            try await world.startBroker()
            try await owner.set(["favorite": true], of: photos[1])
            let again = try await world.client(flatpak: "org.example.App")
            let changes = try await again.changes(since: token)
            #expect(
                changes.lists == [
                    "entered-scope": [photos[2]], "left-scope": [photos[0]], "updated": [photos[1]],
                ])
            #expect(try await again.subscribe() == changes.token)
        }
    }
}
