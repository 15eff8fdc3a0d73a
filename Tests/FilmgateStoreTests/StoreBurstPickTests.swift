import FilmgateModel
import FilmgateSQLite
import FilmgateTestKit
import Testing

@testable import FilmgatePolicy
@testable import FilmgateStore

@Suite("Picked photos of bursts in the store")
struct StoreBurstPickTests {
    @Test("are listed by the photo that was picked last, before those that files mark; undo takes it back")
    func pickedInLibrary() async throws {
        let fixture = try await UndoFixture()
        let store = fixture.store
        let first = try await store.addToBurst(seconds: 1)
        let marked = try await store.addToBurst(seconds: 2, isPicked: true)
        let third = try await store.addToBurst(seconds: 3)
        let alone = try await store.addToBurst("L", seconds: 4)
        let holder = Holder.client(UndoFixture.owner)
        func pick(_ id: AssetID, _ expected: [AssetID], updated: Set<AssetID>) async throws {
            let token = try await store.library.token(visibleTo: .everything, of: holder)
            try await fixture.apply([.setBurstPick(id)], by: UndoFixture.owner)
            #expect(try await store.list(.everything) == [alone] + expected)
            let changes = try await store.library.changes(since: token, visibleTo: .everything, of: holder).changes
            #expect(Set(changes.updated) == updated)
            #expect(try await store.problems() == [])
        }
        try await pick(third, [third], updated: [third, marked])
        try await pick(first, [first], updated: [first, third])
        try await pick(first, [first], updated: [])
        try await pick(third, [third], updated: [first, third])
        for expected in [first, third, first] {
            #expect(try await fixture.undo().skipped == [])
            #expect(try await store.list(.everything) == [alone, expected])
            #expect(try await store.problems() == [])
        }
        await #expect(throws: ChangeRefusal(index: 0, reason: .notInBurst)) {
            try await fixture.apply([.setBurstPick(alone)], by: UndoFixture.owner)
        }
        await #expect(throws: ChangeRefusal(index: 0, reason: .notFound)) {
            try await fixture.apply([.setBurstPick(.random())], by: UndoFixture.owner)
        }
    }

    @Test("a pick is not noticed by a client that sees only other photos of the burst")
    func pickedUnseen() async throws {
        let fixture = try await Fixture()
        let ids = [
            try await fixture.addToBurst(seconds: 1), try await fixture.addToBurst(seconds: 2, isPicked: true),
            try await fixture.addToBurst(seconds: 3),
        ]
        let limited = Visibility.limited(Fixture.app)
        let holder = Holder.client(Fixture.app)
        try await fixture.grant(GrantTests.limited, to: holder, selection: [ids[0], ids[1]])
        let token = try await fixture.library.token(visibleTo: limited, of: holder)
        _ = try await fixture.apply([.setBurstPick(ids[2])])
        #expect(try await fixture.list(.everything) == [ids[2]])
        #expect(try await fixture.list(limited) == [ids[1]])
        #expect(try await fixture.library.token(visibleTo: limited, of: holder) == token)
        _ = try await fixture.apply([.setBurstPick(ids[0])])
        #expect(try await fixture.list(limited) == [ids[0]])
        #expect(try await fixture.library.token(visibleTo: limited, of: holder) != token)
        #expect(try await fixture.problems() == [])
        _ = try await fixture.apply([.deleteAssets([ids[0]])])
        #expect(try await fixture.list(limited) == [ids[1]])
        #expect(try await fixture.list(.everything) == [ids[2]])
    }

    @Test("moments have the photo that was picked")
    func moments() async throws {
        let fixture = try await Fixture()
        try await fixture.addToBurst(seconds: 1)
        let later = try await fixture.addToBurst(seconds: 100)
        func start() async throws -> Timestamp? {
            try await fixture.library.moments(visibleTo: .everything).moments.first?.start
        }
        let before = try await start()
        _ = try await fixture.apply([.setBurstPick(later)])
        #expect(try await start() != before)
    }
}
