import Filmgate
import FilmgateTestKit
import FilmgateTestWorlds
import Testing

/// `changes(since:)` with the real broker; the test process is the app.
@Suite("Updates of the library", .inProcess)
struct LibraryUpdateTests {
    static func make(_ title: String, _ library: PhotoLibrary) async throws -> AlbumID {
        var request = ChangeRequest()
        let album = request.createAlbum(title: title)
        return try #require(try await library.perform(request)[album])
    }

    @Test("begin with one without changes, and then report each change once to each listener")
    func updates() async throws {
        try await withWorld { world in
            let library = try await world.authorizedLibrary()
            var updates = library.changes().makeAsyncIterator()
            let beginning = try #require(try await updates.next())
            #expect(beginning.changes == LibraryChanges())
            let album = try await Self.make("One", library)
            let first = try #require(try await updates.next())
            #expect(first.changes.albumsInserted == [album] && first.changes.count == 1)
            // A second listener begins later, at an earlier position.
            var later = library.changes().makeAsyncIterator()
            var earlier = library.changes(since: beginning.token).makeAsyncIterator()
            #expect(try await later.next()?.token == first.token)
            #expect(try await earlier.next() == first)
            let second = try await Self.make("Two", library)
            #expect(try await updates.next()?.changes.albumsInserted == [second])
            #expect(try await later.next()?.changes.albumsInserted == [second])
            #expect(try await earlier.next()?.changes.albumsInserted == [second])
        }
    }

    @Test(
        "continue after the broker is killed and restarted, whether it knows the connection or not", .asProcesses
    )
    func restart() async throws {
        try await withWorld { world in
            let library = try await world.authorizedLibrary()
            var updates = library.changes().makeAsyncIterator()
            _ = try await updates.next()
            for forgets in [false, true, false] {
                let before = try await Self.make("Before", library)
                try await world.killBroker()
                if forgets { try world.forgetConnections() }
                try await world.startBroker()
                // A change by a client that the broker knows.
                let after = try await Self.make("After", world.library())
                var heard: [AlbumID] = []
                while heard.count < 2 {
                    let update = try #require(try await updates.next())
                    #expect(update.changes.isIncremental)
                    heard += update.changes.albumsInserted
                }
                #expect(heard == [before, after])
                let last = try await Self.make("Last", library)
                #expect(try await updates.next()?.changes.albumsInserted == [last])
            }
        }
    }

    @Test("report that access was lost and that it is back, also over a restart of the broker", .asProcesses)
    func access() async throws {
        try await withWorld { world in
            let library = try await world.authorizedLibrary()
            let me = try #require(try await library.clientIdentity().id)
            var updates = library.changes().makeAsyncIterator()
            _ = try await updates.next()
            for restarts in [false, true] {
                if restarts { try await world.killBroker() }
                if restarts { try await world.startBroker() }
                try await world.owner.grant(me.description, "none")
                let lost = try #require(try await updates.next())
                #expect(lost.isLossOfAccess && !lost.changes.isIncremental && lost.changes.reason == .grant)
                try await world.owner.grant(me.description, "full")
                let back = try #require(try await updates.next())
                #expect(!back.isLossOfAccess && !back.changes.isIncremental && back.changes.reason == .grant)
                let album = try await Self.make("One", library)
                #expect(try await updates.next()?.changes.albumsInserted == [album])
            }
        }
    }

    @Test("are refused if nothing may be read, and end with the bus and with their task", .asProcesses)
    func ending() async throws {
        try await withWorld { world in
            let library = try await world.library()
            let refused = await #expect(throws: PhotoLibraryError.self) {
                for try await _ in library.changes() {}
            }
            guard case .notDetermined? = refused else {
                Issue.record("\(String(describing: refused))")
                return
            }
            let me = try #require(try await library.clientIdentity().id)
            try await world.owner.grant(me.description, "full")
            let began = AsyncStream.makeStream(of: Void.self)
            let listening = Task {
                for try await _ in library.changes() { began.continuation.finish() }
            }
            for await _ in began.stream {}
            listening.cancel()
            try await listening.value
            // A token of a different library, and none at all: fetch again.
            for token in ["made up", ""] {
                var updates = library.changes(since: ChangeToken(token)).makeAsyncIterator()
                let first = try #require(try await updates.next())
                #expect(!first.changes.isIncremental && first.token.text != token)
            }
            var updates = library.changes().makeAsyncIterator()
            _ = try await updates.next()
            world.bus.stopDaemon()
            await #expect(throws: PhotoLibraryError.self) { while try await updates.next() != nil {} }
            #expect(try await updates.next() == nil)
        }
    }
}
