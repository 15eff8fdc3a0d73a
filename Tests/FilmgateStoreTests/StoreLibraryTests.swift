import FilmgateModel
@testable import FilmgatePolicy
import FilmgateStore
import FilmgateSystem
import Testing

@Suite("A library")
struct StoreLibraryTests {
    @Test("returns a stored file complete, read-only and without a name that others can use")
    func roundTrip() async throws {
        let fixture = try await Fixture()
        let id = try await fixture.add("the bytes")
        let access = try await fixture.library.openResource(of: id, type: .photo, visibleTo: .everything)
        let file = try #require(access.file)
        #expect(try file.contents(upTo: 100) == Array("the bytes".utf8))
        #expect(
            try await fixture.library.resources(of: id, visibleTo: .everything)
                == [Resource(type: .photo, mimeType: "image/jpeg", filename: "photo.jpg", fileSize: 9)])
        let facts = try file.facts()
        #expect(facts.permissions == 0o400)
        #expect(facts.links == 1)
        #expect(throws: Errno.self) { try file.write("x".utf8) }
        #expect(try await fixture.problems() == [])
    }

    @Test("is never open in two processes")
    func lock() async throws {
        let fixture = try await Fixture()
        await #expect(throws: LibraryInUse.self) {
            try await Library.open(in: Directory(path: fixture.path), user: 1000, waitTime: .zero)
        }
    }

    @Test("waits for a process that is about to close it; after closing, its lock is free at once")
    func lockPassesOn() async throws {
        let fixture = try await Fixture()
        await fixture.library.close()
        let folder = try Directory(path: fixture.path)
        let next = try await Library.open(in: folder, user: 1000)
        async let third = Library.open(in: folder, user: 1000, waitTime: .seconds(1_000))
        // That it waits cannot be seen.
        try await Task.sleep(for: .milliseconds(300))
        await next.close()
        try await third.close()
    }

    @Test("lists assets by their date, the newest first")
    func order() async throws {
        let fixture = try await Fixture()
        let old = try await fixture.add(seconds: 1)
        let new = try await fixture.add(seconds: 3)
        let middle = try await fixture.add(seconds: 2)
        #expect(try await fixture.list(.everything) == [new, middle, old])
        #expect(try await fixture.list(.everything) { $0.limit = 1 } == [new])
        #expect(try await fixture.list(.everything) { $0.identifiers = [old, .random(), new, old] } == [old, new])
    }
}
