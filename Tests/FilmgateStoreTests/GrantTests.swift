import FilmgateModel
import FilmgateStore
import Testing

@testable import FilmgatePolicy

@Suite("Grants and selections")
struct GrantTests {
    static let limited = Grant(
        addOnly: .authorized, readWrite: .limited, rights: [.originals, .location], grantor: .admin)

    @Test("a grant comes back as it was set, and a second one takes its place")
    func grants() async throws {
        let fixture = try await Fixture()
        let library = fixture.library
        #expect(try await library.grants() == [])
        try await library.setGrant(
            Fixture.other, grant: Self.limited, selection: nil, expires: .seconds(50), at: .seconds(5))
        let other = GrantRecord(
            client: Fixture.other, grant: Self.limited, grantedDate: .seconds(5), expires: .seconds(50))
        #expect(try await library.grants() == [other])

        let denied = Grant(addOnly: .restricted, readWrite: .denied, rights: [], grantor: .person)
        try await library.setGrant(Fixture.other, grant: denied, selection: nil, expires: nil, at: .seconds(6))
        try await library.setGrant(Fixture.app, grant: Self.limited, selection: [], expires: nil, at: .seconds(7))
        #expect(
            try await library.grants() == [
                GrantRecord(client: Fixture.app, grant: Self.limited, grantedDate: .seconds(7)),
                GrantRecord(client: Fixture.other, grant: denied, grantedDate: .seconds(6)),
            ])
    }

    @Test("a use is noted once a minute, and not for clients without a grant")
    func use() async throws {
        let fixture = try await Fixture()
        try await fixture.library.setGrant(
            Fixture.app, grant: Self.limited, selection: nil, expires: nil, at: .seconds(0))
        for (second, noted) in [(100, 100), (159, 100), (160, 160), (30, 30)] as [(Int64, Int64)] {
            try await fixture.library.noteUse(of: Fixture.app, at: .seconds(second))
            #expect(try await fixture.library.grants().map(\.lastUsed) == [.seconds(noted)])
        }
        try await fixture.library.noteUse(of: Fixture.other, at: .seconds(1))
        #expect(try await fixture.library.grants().count == 1)
    }

    @Test("a selection is what was added to it last, and changes with the grant when that brings another")
    func selection() async throws {
        let fixture = try await Fixture()
        let library = fixture.library
        let assets = [
            try await fixture.add(seconds: 3), try await fixture.add(seconds: 2), try await fixture.add(seconds: 1),
        ]
        func selected() async throws -> [AssetID] { try await library.selection(of: Fixture.app) }
        #expect(try await selected() == [])
        try await library.setGrant(
            Fixture.app, grant: Self.limited, selection: [assets[1], assets[0], assets[1]], expires: nil,
            at: .seconds(1))
        #expect(try await selected() == [assets[0], assets[1]])
        #expect(try await library.grants()[0].selectionCount == 2)
        try await library.changeSelection(
            of: Fixture.app, adding: [assets[2]], removing: [assets[0], .random()], at: .seconds(2))
        #expect(try await selected() == [assets[1], assets[2]])
        try await library.setGrant(Fixture.app, grant: Self.limited, selection: nil, expires: nil, at: .seconds(3))
        #expect(try await selected() == [assets[1], assets[2]])
        try await library.setGrant(
            Fixture.app, grant: Self.limited, selection: [assets[2]], expires: nil, at: .seconds(3))
        #expect(try await selected() == [assets[2]])
        #expect(try await library.selection(of: Fixture.other) == [])
        #expect(try await fixture.problems() == [])
    }

    @Test("an unknown identifier is refused by its index, and nothing of the change is made")
    func unknown() async throws {
        let fixture = try await Fixture()
        let known = try await fixture.add()
        await #expect(throws: SelectionRefusal(index: 1)) {
            try await fixture.library.changeSelection(
                of: Fixture.app, adding: [known, .random()], removing: [], at: .seconds(1))
        }
        await #expect(throws: SelectionRefusal(index: 0)) {
            try await fixture.library.setGrant(
                Fixture.app, grant: Self.limited, selection: [.random()], expires: nil, at: .seconds(1))
        }
        #expect(try await fixture.library.selection(of: Fixture.app) == [])
        #expect(try await fixture.library.grants() == [])
    }

    @Test("a reset takes the selection along, and leaves a client what it added itself")
    func reset() async throws {
        let fixture = try await Fixture()
        let own = try await fixture.add(by: .client(Fixture.app), seconds: 2)
        let selected = try await fixture.add(seconds: 1)
        try await fixture.library.setGrant(
            Fixture.app, grant: Self.limited, selection: [own, selected], expires: nil, at: .seconds(1))
        let departures = fixture.library.departures
        try await fixture.library.resetGrant(Fixture.app, at: .seconds(2))
        #expect(fixture.library.departures != departures)
        #expect(try await fixture.library.grants() == [])
        #expect(try await fixture.library.selection(of: Fixture.app) == [])
        #expect(try await fixture.list(.limited(Fixture.app)) == [own])
        #expect(try await fixture.problems() == [])
        try await fixture.library.resetGrant(Fixture.other, at: .seconds(3))
    }
}
