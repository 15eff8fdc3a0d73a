import FilmgateModel
import FilmgateSQLite
import FilmgateSystem
import Testing

@testable import FilmgatePolicy
@testable import FilmgateStore

@Suite("The inbox of the store")
struct InboxTests {
    private static let app = Holder.client(Fixture.app)
    private static let unseen = Visibility(scope: .nothing, rights: [])

    @Test("an app withdraws within the hour, not later, and not before its time")
    func hour() async throws {
        let fixture = try await Fixture()
        let ids = try await [Self.add(to: fixture, at: 1_000), Self.add(to: fixture, at: 1_000, isQuarantined: false)]
        for second in [999, 1_000 + InboxLimits.withdrawalSeconds] {
            await #expect(throws: UnusableReceipt.self) { try await Self.withdraw(ids, from: fixture, at: second) }
        }
        #expect(try await fixture.library.receipts(ids, of: Self.app, at: .seconds(5_000)).count == 2)
        let withdrawal = try await Self.withdraw(ids, from: fixture, at: 999 + InboxLimits.withdrawalSeconds)
        #expect(Set(withdrawal.removed) == Set(ids) && withdrawal.bytes > 0)
        let counts = try await fixture.library.summary()
        #expect(counts.resources == 1 && counts.trashed == 1, "what was in the library is in the trash")
        #expect(try fixture.originals().count == 1)
        #expect(try await fixture.problems() == [])
    }

    @Test("receipts end after 30 days, and an app has a bounded number of assets that wait")
    func limits() async throws {
        let fixture = try await Fixture()
        let id = try await Self.add(to: fixture, at: 1_000)
        let end = 1_000 + InboxLimits.receiptSeconds
        #expect(try await fixture.library.receipts([id], of: Self.app, at: .seconds(end - 1)) == [id: .added])
        #expect(try await fixture.library.receipts([id], of: Self.app, at: .seconds(end)).isEmpty)
        let others = (1..<InboxLimits.waiting).map { _ in AssetID.random() }
        for part in stride(from: 0, to: others.count, by: 250) {
            var changes: [StoreChange] = []
            for id in others[part..<min(part + 250, others.count)] {
                changes.append(
                    .quarantine(
                        id, .photo(try await fixture.stage()), properties: AssetChanges(), unlessPresent: false))
            }
            try await fixture.library.apply(changes, visibleTo: Self.unseen, holder: Self.app, at: .seconds(2_000))
        }
        await #expect(throws: InboxFull.self) { try await Self.add(to: fixture, at: 2_001) }
        try await Self.decide(.reject, [id], in: fixture)
        try await Self.add(to: fixture, at: 2_002)
        #expect(try await fixture.problems() == [])
    }

    @Test("a version finds the original that waited with it")
    func versions() async throws {
        let fixture = try await Fixture()
        let (original, version) = (AssetID.random(), AssetID.random())
        let changes: [StoreChange] = [
            .quarantine(
                original, .photo(try await fixture.stage()), properties: AssetChanges(), unlessPresent: false),
            .quarantine(
                version, .photo(try await fixture.stage()), properties: AssetChanges(), original: original,
                unlessPresent: false),
        ]
        try await fixture.library.apply(changes, visibleTo: .everything, holder: Self.app, at: .seconds(2_000))
        try await Self.decide(.keep, [version, original], in: fixture)
        let isVersion = try await fixture.library.database.read { database in
            try database.exists(
                """
                SELECT 1 FROM asset AS v JOIN asset AS o ON o.row = v.original
                WHERE v.id = \(version.bytes) AND o.id = \(original.bytes)
                """)
        }
        #expect(isVersion)
        #expect(try await fixture.problems() == [])
    }

    @Test("what waits has no trace in the counts of the library, and what was rejected goes in its time")
    func rejected() async throws {
        let fixture = try await Fixture()
        let ids = try await [Self.add(to: fixture, at: 1_000), Self.add(to: fixture, at: 1_000)]
        var counts = try await fixture.library.summary()
        #expect(counts.assets == 0 && counts.trashed == 0 && counts.resources == 2, "its files count")
        try await Self.decide(.reject, [ids[0]], in: fixture)
        func purge(before second: Int64) async throws -> Int {
            try await fixture.library.removeRejected(before: .seconds(second), limit: 10, at: .seconds(9_000)) { ids in
                AuditEntry(
                    date: .seconds(9_000), client: "", user: 1000, operation: "reject-added", outcome: .allowed,
                    count: UInt32(ids.count), ids: ids.map { ObjectID($0) }, about: "")
            }
        }
        #expect(try await purge(before: 3_000) == 0)
        #expect(try await purge(before: 3_001) == 1)
        counts = try await fixture.library.summary()
        #expect(counts.resources == 1)
        #expect(try await !fixture.library.hasRejected())
        await #expect(throws: NoSuchAsset.self) { try await Self.decide(.keep, [ids[0]], in: fixture) }
        #expect(try await fixture.library.inbox(InboxQuery(limit: 10), visibleTo: .everything).map(\.id) == [ids[1]])
        #expect(try await fixture.library.inbox(InboxQuery(limit: 10), visibleTo: Self.unseen).isEmpty)
        #expect(try await fixture.library.picture(of: ids[1], visibleTo: .everything) != nil)
        let full = Visibility(scope: .everything, rights: .all, creators: .itself(Self.app))
        #expect(try await fixture.library.picture(of: ids[1], visibleTo: full) == nil, "an app with every right")
        // One that is gone, as if the app had withdrawn it at that moment.
        try await Self.decide(.keep, ids, in: fixture)
        #expect(try await fixture.library.summary().assets == 1)
        #expect(try await fixture.problems() == [])
    }

    @Test("the receipts of a connection end with it")
    func connections() async throws {
        let fixture = try await Fixture()
        let holder = Holder.connection("bus:1.1", of: Fixture.app)
        let id = try await Self.add(to: fixture, at: 1_000, by: holder)
        let library = fixture.library
        #expect(try await library.receipts([id], of: holder, at: .seconds(1_001)).count == 1)
        for other in [Self.app, .connection("bus:1.2", of: Fixture.app), .client(Fixture.other)] {
            #expect(try await library.receipts([id], of: other, at: .seconds(1_001)).isEmpty)
        }
        try await library.endConnection("bus:1.1")
        #expect(try await library.receipts([id], of: holder, at: .seconds(1_001)).isEmpty)
        try await Self.decide(.keep, [id], in: fixture)
        #expect(try await fixture.problems() == [])
    }

    @discardableResult
    private static func add(
        to fixture: Fixture, at second: Int64, by holder: Holder = app, isQuarantined: Bool = true
    ) async throws -> AssetID {
        let id = AssetID.random()
        let photo = StagedAsset.photo(try await fixture.stage())
        let change: StoreChange =
            isQuarantined
            ? .quarantine(id, photo, properties: AssetChanges(), unlessPresent: false)
            : .create(id, photo, properties: AssetChanges(), unlessPresent: false)
        try await fixture.library.apply([change], visibleTo: unseen, holder: holder, at: .seconds(second))
        return id
    }

    private static func withdraw(_ ids: [AssetID], from fixture: Fixture, at second: Int64) async throws -> Withdrawal {
        try await fixture.library.withdraw(
            WithdrawalRequest(ids, visibleTo: unseen, by: app, at: .seconds(second)))
    }

    private static func decide(_ decision: InboxDecision, _ ids: [AssetID], in fixture: Fixture) async throws {
        try await fixture.library.decide(
            InboxRequest(
                decision, about: ids, visibleTo: .everything, by: .client(Fixture.owner), at: .seconds(3_000)))
    }
}
