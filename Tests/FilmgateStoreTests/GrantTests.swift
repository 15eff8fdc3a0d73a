import FilmgateModel
import Testing

@testable import FilmgatePolicy
@testable import FilmgateStore

@Suite("Grants and selections")
struct GrantTests {
    static let limited = Grant(
        addOnly: .authorized, readWrite: .limited, rights: [.originals, .location], grantor: .admin)

    static let app = Holder.client(Fixture.app)
    static let other = Holder.client(Fixture.other)

    @Test("are stored completely, and a second grant replaces the first")
    func grants() async throws {
        let fixture = try await Fixture()
        let library = fixture.library
        #expect(try await library.grants() == [])
        let terms = GrantTerms(addOnly: .until(.seconds(50), remaining: 45), readWrite: .connection("bus:1.5"))
        try await fixture.grant(Self.limited, to: Self.other, terms: terms, at: 5)
        let other = GrantRecord(holder: Self.other, grant: Self.limited, terms: terms, grantedDate: .seconds(5))
        #expect(try await library.grants() == [other])
        #expect(try await library.grant(of: Self.other) == other)
        #expect(try await library.grant(of: Self.app) == nil)

        let denied = Grant(
            addOnly: .restricted, readWrite: .denied, rights: .all,
            limits: ContentLimits(maxPixels: .max, locationPrecision: .town),
            grantor: .person)
        try await fixture.grant(denied, to: Self.other, at: 6)
        try await fixture.grant(Self.limited, to: Self.app, selection: [], at: 7)
        #expect(
            try await library.grants() == [
                GrantRecord(holder: Self.app, grant: Self.limited, grantedDate: .seconds(7)),
                GrantRecord(holder: Self.other, grant: denied, grantedDate: .seconds(6)),
            ])
    }

    @Test("keep the connections of which the last one ends them, unless they were replaced meanwhile")
    func namedConnections() async throws {
        let fixture = try await Fixture()
        let library = fixture.library
        func terms() async throws -> GrantTerms? { try await library.grant(of: Self.app)?.terms }
        for names: Set<String> in [[], ["bus:1.5"], ["bus:1.5", "bus:1.41"]] {
            let once = GrantTerms(both: .lastConnection(of: names))
            try await fixture.grant(Self.limited, to: Self.app, terms: once, selection: [], at: 5)
            #expect(try await terms() == once)
        }
        let mixed = GrantTerms(
            addOnly: .until(.seconds(50), remaining: 45), readWrite: .lastConnection(of: ["bus:1.5"]))
        try await fixture.grant(Self.limited, to: Self.app, terms: mixed, at: 6)
        var record = try #require(try await library.grant(of: Self.app))
        record.terms = record.terms.belonging(to: ["bus:1.7"])
        try await library.noteConnections(of: record)
        let changed = try await terms()
        #expect(changed?.readWrite == .lastConnection(of: ["bus:1.7"]))
        #expect(changed?.addOnly == record.terms.addOnly)
        try await fixture.grant(Self.limited, to: Self.app, at: 7)
        try await library.noteConnections(of: record)
        #expect(try await terms() == GrantTerms())
    }

    @Test("have the date of the last change of the selection, and of nothing else")
    func selectionDates() async throws {
        let fixture = try await Fixture()
        let library = fixture.library
        func date() async throws -> Timestamp? { try await library.selectionDate(of: Self.app) }
        #expect(try await date() == nil)
        try await fixture.grant(Self.limited, to: Self.app, selection: [], at: 5)
        #expect(try await date() == .seconds(5))
        try await fixture.grant(Self.limited, to: Self.app, at: 6)
        #expect(try await date() == .seconds(5), "a grant that keeps the selection")
        try await library.changeSelection(of: Self.app, adding: [], removing: [], at: .seconds(7))
        #expect(try await date() == .seconds(7))
        _ = try await library.editSelection(of: Self.app, adding: [], removing: [], at: .seconds(8))
        #expect(try await date() == .seconds(8))
        #expect(try await library.selectionDate(of: Self.other) == nil)
        try await library.resetGrants([Self.app], at: .seconds(9))
        #expect(try await date() == nil)
    }

    @Test("have remaining times as of one time, which can be read")
    func remaining() async throws {
        let fixture = try await Fixture()
        let library = fixture.library
        #expect(try await library.termClock() == nil)
        func left() async throws -> [Int64] {
            try await library.grants().compactMap { record in
                guard case .until(_, let remaining)? = record.terms.readWrite else { return nil }
                return remaining / 1_000_000
            }
        }
        let term = GrantTerm.until(.seconds(110), from: .seconds(10))
        try await fixture.grant(Self.limited, to: Self.app, terms: GrantTerms(readWrite: term), at: 10)
        #expect(try await library.termClock() == .seconds(10))
        #expect(try await left() == [100])
        // Thirty seconds later a second grant is made for a hundred seconds: as of the first time it has thirty more.
        let later = GrantTerm.until(.seconds(140), from: .seconds(40))
        try await fixture.grant(Self.limited, to: Self.other, terms: GrantTerms(readWrite: later), at: 40)
        #expect(try await library.termClock() == .seconds(10))
        #expect(try await left() == [100, 130])
        let now = GrantTerm.until(.seconds(110), remaining: 50_000_000)
        var record = GrantRecord(
            holder: Self.app, grant: Self.limited, terms: GrantTerms(readWrite: now), grantedDate: .seconds(10))
        try await library.noteRemaining([record], at: .seconds(60))
        #expect(try await library.termClock() == .seconds(60))
        // The time of the grant that is not named has passed as well.
        #expect(try await left() == [50, 80])
        // A replaced grant does not get the remaining time of the one before.
        try await fixture.grant(Self.limited, to: Self.app, terms: GrantTerms(readWrite: term), at: 70)
        record.terms.readWrite = .until(.seconds(110), remaining: 1)
        try await library.noteRemaining([record], at: .seconds(70))
        #expect(try await left() == [100, 70])
    }

    @Test("keep the part of a grant that has not ended, and are not affected by the end of a replaced grant")
    func ending() async throws {
        let fixture = try await Fixture()
        let library = fixture.library
        let asset = try await fixture.add()
        try await fixture.grant(Self.limited, to: Self.app, selection: [asset], at: 5)
        var left = try #require(try await library.grant(of: Self.app))
        left.grant.readWrite = .notDetermined
        try await library.endGrant(of: Self.app, leaving: left, ifGranted: .seconds(4), at: .seconds(9))
        #expect(try await library.grant(of: Self.app)?.grant == Self.limited)
        try await library.endGrant(of: Self.app, leaving: left, ifGranted: .seconds(5), at: .seconds(9))
        #expect(try await library.grant(of: Self.app)?.grant == left.grant)
        #expect(try await library.selection(of: Self.app) == [])
        try await library.endGrant(of: Self.app, leaving: nil, ifGranted: .seconds(6), at: .seconds(9))
        #expect(try await library.grants().count == 1)
        try await library.endGrant(of: Self.app, leaving: nil, ifGranted: .seconds(5), at: .seconds(9))
        #expect(try await library.grants() == [])
    }

    @Test("of a connection end with it; what it added stays")
    func connections() async throws {
        let fixture = try await Fixture()
        let program = ClientID(.exe, "/usr/bin/program").orTrap
        let first = Holder.connection("bus:1.1", of: program)
        let second = Holder.connection("bus:1.2", of: program)
        let added = try await fixture.add(by: first)
        let selected = try await fixture.add()
        for holder in [first, second] { try await fixture.grant(Self.limited, to: holder, selection: [selected]) }
        #expect(fixture.library.connections == ["bus:1.1", "bus:1.2"])
        #expect(try await fixture.library.grants().map(\.holder) == [first, second])
        try await fixture.library.endConnection("bus:1.1")
        #expect(fixture.library.connections == ["bus:1.2"])
        #expect(try await fixture.library.grants().map(\.holder) == [second])
        #expect(try await fixture.library.selection(of: second) == [ObjectID(selected)])
        #expect(try await fixture.list(.limited(program)) == [added])
        #expect(try await fixture.problems() == [])
        // Its row number in the change log is not reused.
        try await fixture.grant(Self.limited, to: first, selection: [selected])
        #expect(try await fixture.list(Visibility(scope: .selection(of: first), rights: .all)) == [selected])
        let lines = try await fixture.log().filter { $0.contains("program") }
        #expect(lines.count == 5, "\(lines)")
    }

    @Test("record their use; clients without a grant have none")
    func use() async throws {
        let fixture = try await Fixture()
        try await fixture.grant(Self.limited, to: Self.app)
        try await fixture.library.noteUse(of: Self.app, at: .seconds(100))
        #expect(try await fixture.library.grants().map(\.lastUsed) == [.seconds(100)])
        try await fixture.library.noteUse(of: Self.other, at: .seconds(1))
        #expect(try await fixture.library.grants().count == 1)
    }

    @Test("change selections by additions and removals, and with a grant that has a new one")
    func selection() async throws {
        let fixture = try await Fixture()
        let library = fixture.library
        let assets = [
            try await fixture.add(seconds: 3), try await fixture.add(seconds: 2), try await fixture.add(seconds: 1),
        ]
        func selected() async throws -> [AssetID] {
            try await library.selection(of: Self.app).map { AssetID(uuid: $0.uuid) }
        }
        #expect(try await selected() == [])
        try await fixture.grant(Self.limited, to: Self.app, selection: [assets[1], assets[0], assets[1]], at: 1)
        #expect(try await selected() == [assets[0], assets[1]])
        #expect(try await library.grants()[0].selectionCount == 2)
        try await fixture.changeSelection(of: Self.app, adding: [assets[2]], removing: [assets[0], .random()], at: 2)
        #expect(try await selected() == [assets[1], assets[2]])
        try await fixture.grant(Self.limited, to: Self.app, selection: nil, at: 3)
        #expect(try await selected() == [assets[1], assets[2]])
        try await fixture.grant(Self.limited, to: Self.app, selection: [assets[2]], at: 3)
        #expect(try await selected() == [assets[2]])
        #expect(try await library.selection(of: Self.other) == [])
        #expect(try await fixture.problems() == [])
    }

    @Test("refuse an unknown identifier by its index, and change nothing then")
    func unknown() async throws {
        let fixture = try await Fixture()
        let known = try await fixture.add()
        await #expect(throws: SelectionRefusal(index: 1)) {
            try await fixture.changeSelection(of: Self.app, adding: [known, .random()])
        }
        await #expect(throws: SelectionRefusal(index: 0)) {
            try await fixture.grant(Self.limited, to: Self.app, selection: [.random()], at: 1)
        }
        #expect(try await fixture.library.selection(of: Self.app) == [])
        #expect(try await fixture.library.grants() == [])
    }

    @Test("are reset with the selection; a client keeps what it added")
    func reset() async throws {
        let fixture = try await Fixture()
        let own = try await fixture.add(by: .client(Fixture.app), seconds: 2)
        let selected = try await fixture.add(seconds: 1)
        try await fixture.grant(Self.limited, to: Self.app, selection: [own, selected], at: 1)
        let visibilityEpoch = fixture.library.visibilityEpoch
        try await fixture.library.resetGrants([Self.app], at: .seconds(2))
        #expect(fixture.library.visibilityEpoch != visibilityEpoch)
        #expect(try await fixture.library.grants() == [])
        #expect(try await fixture.library.selection(of: Self.app) == [])
        #expect(try await fixture.list(.limited(Fixture.app)) == [own])
        #expect(try await fixture.problems() == [])
        try await fixture.library.resetGrants([Self.other], at: .seconds(3))
    }
}
