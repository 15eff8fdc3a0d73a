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
            await #expect(throws: UnusableReceiptError.self) { try await Self.withdraw(ids, from: fixture, at: second) }
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
                    .createAsset(id, AssetCreation(.photo(try await fixture.stage()), isQuarantined: true)))
            }
            try await fixture.library.apply(changes, visibleTo: Self.unseen, holder: Self.app, at: .seconds(2_000))
        }
        await #expect(throws: AssetInboxFull.self) { try await Self.add(to: fixture, at: 2_001) }
        try await Self.decide(.reject, [id], in: fixture)
        try await Self.add(to: fixture, at: 2_002)
        #expect(try await fixture.problems() == [])
    }

    @Test(
        "a version finds the original that waited with it, whichever the person keeps first", arguments: [false, true])
    func versions(_ isOriginalFirst: Bool) async throws {
        let fixture = try await Fixture()
        let (original, version) = (AssetID.random(), AssetID.random())
        try await fixture.library.apply(
            [
                try await Self.quarantine(original, in: fixture),
                try await Self.quarantine(version, versionOf: original, in: fixture),
            ], visibleTo: .everything, holder: Self.app, at: .seconds(2_000))
        let order = isOriginalFirst ? [original, version] : [version, original]
        try await Self.decide(.keep, [order[0]], in: fixture)
        #expect(try await fixture.problems() == [])
        try await Self.decide(.keep, [order[1]], in: fixture)
        #expect(try await Self.original(of: version, in: fixture) == original)
        #expect(try await fixture.problems() == [])
    }

    @Test("a version that the person keeps finds its original also if that was rejected, but not if it is removed")
    func rejectedOriginal() async throws {
        let fixture = try await Fixture()
        let originals = [AssetID.random(), .random()]
        let versions = [AssetID.random(), .random()]
        var changes: [StoreChange] = []
        for (original, version) in zip(originals, versions) {
            changes.append(try await Self.quarantine(original, in: fixture))
            changes.append(try await Self.quarantine(version, versionOf: original, in: fixture))
        }
        try await fixture.library.apply(changes, visibleTo: .everything, holder: Self.app, at: .seconds(2_000))
        try await Self.decide(.keep, versions, in: fixture)
        try await Self.decide(.reject, [originals[0]], in: fixture)
        try await Self.decide(.keep, [originals[0]], in: fixture)
        try await Self.decide(.remove, [originals[1]], in: fixture)
        #expect(try await Self.original(of: versions[0], in: fixture) == originals[0])
        #expect(try await Self.original(of: versions[1], in: fixture) == nil)
        #expect(try await fixture.library.summary().assets == 3)
        #expect(try await fixture.problems() == [])
    }

    @Test("a version finds an original that waited already, and for which the batch used a new identifier")
    func standIn() async throws {
        let fixture = try await Fixture()
        let (waiting, standIn, version) = (AssetID.random(), AssetID.random(), AssetID.random())
        func add(_ id: AssetID) async throws -> StoreChange {
            .createAsset(
                id,
                AssetCreation(
                    .photo(try await fixture.stage("same")), AssetCreationOptions(unlessPresent: true),
                    isQuarantined: true))
        }
        try await fixture.library.apply([add(waiting)], visibleTo: .everything, holder: Self.app, at: .seconds(2_000))
        try await fixture.library.apply(
            [add(standIn), Self.quarantine(version, versionOf: standIn, in: fixture)], visibleTo: .everything,
            holder: Self.app, at: .seconds(2_001))
        try await Self.decide(.keep, [version], in: fixture)
        try await Self.decide(.keep, [waiting], in: fixture)
        #expect(try await Self.original(of: version, in: fixture) == waiting)
        #expect(try await fixture.problems() == [])
    }

    @Test("the owner opens every file of what waits, and an app with every right none")
    func files() async throws {
        let fixture = try await Fixture()
        let id = AssetID.random()
        let video = StagedAsset.video(try await fixture.stage("moving"))
        try await fixture.library.apply(
            [.createAsset(id, AssetCreation(video, isQuarantined: true))], visibleTo: Self.unseen,
            holder: Self.app, at: .seconds(1_000))
        let library = fixture.library
        for isRejected in [false, true] {
            #expect(try await library.resources(of: id, visibleTo: .everything)?.map(\.filename) == ["clip.mp4"])
            let opened = try await library.openResource(of: id, type: .video, visibleTo: .everything)
            let content = try #require(opened.file)
            #expect(try content.bytes(at: 0, count: 20) == Array("moving".utf8))
            guard case .noSuchResource = try await library.openResource(of: id, type: .photo, visibleTo: .everything)
            else { return #expect(Bool(false), "it has no photo") }
            guard case .found(let file) = try await library.video(of: id, as: .video, visibleTo: .everything) else {
                return #expect(Bool(false), "the owner watches it")
            }
            #expect(file.duration == 1 && file.pixelWidth == 40 && !file.isReplaced)
            #expect(try await library.picture(of: id, visibleTo: .everything)?.type == .video)
            let full = Visibility(scope: .everything, rights: .all, creators: .itself(Self.app))
            #expect(try await library.resources(of: id, visibleTo: full) == nil)
            guard case .noSuchAsset = try await library.openResource(of: id, type: .video, visibleTo: full),
                case .noSuchAsset = try await library.video(of: id, as: .video, visibleTo: full)
            else { return #expect(Bool(false), "no app opens it") }
            if !isRejected { try await Self.decide(.reject, [id], in: fixture) }
        }
    }

    @Test("a page of the inbox ends before it is too heavy, and the next begins behind it")
    func pages() async throws {
        let fixture = try await Fixture()
        var ids: [AssetID] = []
        for _ in 0..<5 { ids.append(try await Self.add(to: fixture, at: 1_000)) }
        var query = InboxFilter(limit: 10)
        func page(room: Int) async throws -> [InboxItem] {
            try await fixture.library.inbox(query, visibleTo: .everything, room: room) { _ in 10 }
        }
        let first = try await page(room: 25)
        #expect(first.map(\.id) == Array(ids[..<2]))
        // What is decided about meanwhile moves nothing.
        try await Self.decide(.keep, [ids[0], ids[2]], in: fixture)
        query.after = try #require(first.last?.sequence)
        let second = try await page(room: 1)
        #expect(second.map(\.id) == [ids[3]], "at least one")
        query.after = try #require(second.last?.sequence)
        #expect(try await page(room: 100).map(\.id) == [ids[4]])
    }

    @Test("old receipts are removed, whether their apps come back or not, and an app has a bounded number of them")
    func oldReceipts() async throws {
        let fixture = try await Fixture()
        let early = try await Self.add(to: fixture, at: 1_000)
        _ = try await Self.add(to: fixture, at: 1_000, by: .client(Fixture.other))
        let late = try await Self.add(to: fixture, at: 2_000)
        func count() async throws -> Int64 {
            try await fixture.library.database.read { database in
                try database.first("SELECT count(*) FROM receipt") { $0.integer(0) } ?? 0
            }
        }
        let end = 1_000 + InboxLimits.receiptSeconds
        #expect(try await fixture.library.removeOldReceipts(limit: 10, at: .seconds(end - 1)) == 0)
        #expect(try await fixture.library.removeOldReceipts(limit: 1, at: .seconds(end)) == 1)
        #expect(try await fixture.library.removeOldReceipts(limit: 10, at: .seconds(end)) == 1)
        #expect(try await count() == 1)
        #expect(try await fixture.library.receipts([early, late], of: Self.app, at: .seconds(end)) == [late: .added])

        try await fixture.library.database.write { database in
            try database.execute(
                """
                WITH RECURSIVE n (i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < \(InboxLimits.receipts))
                INSERT INTO receipt (id, client, date, state, size)
                SELECT randomblob(16), (SELECT client FROM receipt), (SELECT date FROM receipt), 'added', 1 FROM n
                """)
        }
        let last = try await Self.add(to: fixture, at: 2_001)
        #expect(try await count() == InboxLimits.receipts)
        let kept = try await fixture.library.receipts([late, last], of: Self.app, at: .seconds(2_002))
        #expect(kept == [last: .added], "the oldest went")
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
        #expect(try await fixture.library.inbox(InboxFilter(limit: 10), visibleTo: .everything).map(\.id) == [ids[1]])
        #expect(try await fixture.library.inbox(InboxFilter(limit: 10), visibleTo: Self.unseen).isEmpty)
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
        let change = StoreChange.createAsset(id, AssetCreation(photo, isQuarantined: isQuarantined))
        try await fixture.library.apply([change], visibleTo: unseen, holder: holder, at: .seconds(second))
        return id
    }

    private static func quarantine(
        _ id: AssetID, versionOf original: AssetID? = nil, in fixture: Fixture
    ) async throws -> StoreChange {
        .createAsset(id, AssetCreation(.photo(try await fixture.stage()), originalAsset: original, isQuarantined: true))
    }

    private static func original(of version: AssetID, in fixture: Fixture) async throws -> AssetID? {
        try await fixture.library.database.read { database in
            try database.first(
                """
                SELECT o.id FROM asset AS v JOIN asset AS o ON o.row = v.original WHERE v.id = \(version.bytes)
                """
            ) { AssetID(bytes: $0.blob(0)) } ?? nil
        }
    }

    private static func withdraw(_ ids: [AssetID], from fixture: Fixture, at second: Int64) async throws
        -> WithdrawalResult
    {
        try await fixture.library.withdraw(
            WithdrawalRequest(ids, visibleTo: unseen, by: app, at: .seconds(second)))
    }

    private static func decide(_ decision: InboxDecision, _ ids: [AssetID], in fixture: Fixture) async throws {
        try await fixture.library.decide(
            InboxDecisionRequest(
                decision, about: ids, visibleTo: .everything, by: .client(Fixture.owner), at: .seconds(3_000)))
    }
}
