import Filmgate
import FilmgateTestKit
import FilmgateTestWorlds
import Testing

/// `FetchResult.updates` against the real broker.
@Suite("Updates of a result", .inProcess)
struct FollowedResultTests {
    @Test("report every change of it, whoever makes it, and it contains them")
    func differences() async throws {
        try await withWorld { world in
            let library = try await world.authorizedLibrary()
            let photos = try await world.owner.add(TestPhoto.several(3))
            let favorites = try await library.fetch(.assets.where(\.isFavorite))
            #expect(favorites.count == 0)
            var updates = favorites.updates.makeAsyncIterator()
            try await world.owner.set(["favorite": true], of: photos[0])
            let inserted = try #require(try await updates.next())
            #expect(inserted.isIncremental && inserted.inserted == [0] && favorites.count == 1)
            #expect(favorites.elements.first?.id.description == photos[0])
            // Changes that do not affect it are not reported: the next difference is about one that does.
            try await world.owner.set(["title": "No favorite"], of: photos[1])
            try await world.owner.set(["favorite": false], of: photos[0])
            let removed = try #require(try await updates.next())
            #expect(removed.removed == [0] && removed.count == 0 && favorites.elements.isEmpty)
        }
    }

    @Test(
        "continue over a restart of the broker, whether it knows the connection or not, with a result that is fetched again",
        .asProcesses
    )
    func restart() async throws {
        try await withWorld { world in
            let library = try await world.authorizedLibrary()
            let albums = try await library.fetch(.albums.where("type = 'album'"))
            var updates = albums.updates.makeAsyncIterator()
            for (number, forgets) in [false, true].enumerated() {
                _ = try await LibraryUpdateTests.make("One", world.library())
                let made = try #require(try await updates.next())
                #expect(made.isIncremental && made.inserted.count == 1 && albums.count == 2 * number + 1)
                try await world.killBroker()
                if forgets { try world.forgetConnections() }
                try await world.startBroker()
                // A change by a client that the broker knows.
                _ = try await LibraryUpdateTests.make("Meanwhile", world.library())
                var count = 0
                while count < 2 * number + 2 { count = try #require(try await updates.next()).count }
                #expect(albums.count == 2 * number + 2 && albums.elements.allSatisfy { $0.type == .album })
            }
        }
    }

    @Test("end with the reason if the result stays beyond the app's limits, but not if it is soon within them again")
    func limits() async throws {
        try await withWorld(WorldSettings(configuration: "[limits]\nresult-rows=8\n")) { world in
            let library = try await world.authorizedLibrary()
            let photos = try await world.owner.add(TestPhoto.several(3))
            let result = try await library.fetch(.assets)
            var updates = result.updates.makeAsyncIterator()
            let owner = try await world.owner
            let more = try await owner.add(TestPhoto.several(12))
            async let deletion: Void = {
                // The update was refused.
                try await eventually { try await owner.audit().contains { $0.outcome == "limits-exceeded" } }
                try await owner.perform(("delete-assets", ["ids": .texts(more + photos.prefix(1))]))
            }()
            #expect(try await updates.next()?.count == 2)
            try await deletion
            try await owner.perform(("restore-assets", ["ids": .texts(more)]))
            let error = await #expect(throws: PhotoLibraryError.self) { while try await updates.next() != nil {} }
            guard case .limitsExceeded = error else { throw try #require(error) }
            #expect(result.count == 2)
        }
    }

    @Test("empty it if access is revoked, and fill it if it is given again")
    func access() async throws {
        try await withWorld { world in
            let library = try await world.authorizedLibrary()
            let me = try #require(try await library.clientIdentity().id)
            try await world.owner.add(TestPhoto.small())
            let result = try await library.fetch(.assets)
            var updates = result.updates.makeAsyncIterator()
            let photo = try await world.owner.add(TestPhoto.small())
            #expect(try await updates.next()?.count == 2)
            try await world.owner.grant(me.description, "none")
            let emptied = try #require(try await updates.next())
            #expect(!emptied.isIncremental && emptied.count == 0 && result.count == 0 && result.elements.isEmpty)
            try await world.owner.grant(me.description, "limited", selection: [photo])
            let filled = try #require(try await updates.next())
            #expect(!filled.isIncremental && filled.count == 1 && result.elements.first?.id.description == photo)
        }
    }
}
