import FilmgateModel
import FilmgatePolicy
import Testing

@Suite("An audit batch")
struct AuditBatchTests {
    private static let app = Client(
        id: ClientID(.flatpak, "org.example.App")!, user: 1000, isOwnersTool: false, connection: ":1.1")
    private static let program = Client(
        id: ClientID(.exe, "/usr/bin/a")!, user: 1000, isOwnersTool: false, connection: ":1.2")
    private static let otherProgram = Client(
        id: ClientID(.exe, "/usr/bin/b")!, user: 1000, isOwnersTool: false, connection: ":1.3")

    private static func entry(
        _ client: Client, _ operation: AuditEntry.Operation = "read", _ outcome: AuditEntry.Outcome = .allowed,
        count: UInt32 = 1, ids: [ObjectID] = [], at second: Int64 = 0, about: String = ""
    ) -> AuditEntry {
        AuditEntry(
            date: Timestamp(rawValue: second * 1_000_000), client: client.id.description, user: client.user,
            operation: operation, outcome: outcome, count: count, ids: ids, about: about)
    }

    private static func ids(_ count: Int) -> [ObjectID] { (0..<count).map { _ in .random() } }

    private static func gathered(
        within limits: AuditLimits = AuditLimits(), _ items: [(AuditEntry, Client)]
    ) -> AuditBatch {
        var batch = AuditBatch(limits)
        for (entry, client) in items { batch.add(entry, of: AuditBatch.Account(of: client, user: client.user)) }
        return batch
    }

    private static func at(_ second: Int64) -> Timestamp { Timestamp(rawValue: second * 1_000_000) }

    @Test("merges equal entries: it adds counts, unites identifiers and keeps the first date")
    func merging() {
        let ids = Self.ids(3)
        var batch = Self.gathered(
            [
                (Self.entry(Self.app, count: 2, ids: [ids[0], ids[1]], at: 5), Self.app),
                (Self.entry(Self.app, count: 2, ids: [ids[1], ids[2]], at: 6), Self.app),
            ])
        #expect(batch.take(at: Self.at(6)) == [Self.entry(Self.app, count: 4, ids: ids, at: 5)])
        #expect(batch.isEmpty)
        #expect(batch.take(at: Self.at(7)) == [])
    }

    @Test("keeps entries apart that differ in anything else, in order of arrival")
    func apart() {
        let entries = [
            Self.entry(Self.app), Self.entry(Self.program), Self.entry(Self.app, "fetch"),
            Self.entry(Self.app, "read", "access-denied"), Self.entry(Self.app, about: "flatpak:org.example.Other"),
        ]
        var batch = Self.gathered(entries.map { ($0, Self.app) })
        #expect(batch.take(at: Self.at(0)) == entries)
    }

    @Test("holds a thousand identifiers in an entry, and the count of all")
    func bounded() {
        let ids = Self.ids(1500)
        var batch = Self.gathered(
            [
                (Self.entry(Self.app, count: 900, ids: Array(ids[..<900])), Self.app),
                (Self.entry(Self.app, count: 600, ids: Array(ids[900...])), Self.app),
            ])
        #expect(batch.take(at: Self.at(0)) == [Self.entry(Self.app, count: 1500, ids: Array(ids[..<1000]))])
    }

    @Test("does not let counts overflow")
    func overflow() {
        var batch = Self.gathered(
            [(Self.entry(Self.app, count: .max), Self.app), (Self.entry(Self.app, count: 2), Self.app)])
        #expect(batch.take(at: Self.at(0)).map(\.count) == [.max])
    }

    @Test(
        "keeps counts alone beyond a client's daily identifiers; a different client and the next day have their own"
    )
    func identifiersADay() {
        var limits = AuditLimits()
        limits.idsPerDay = 5
        var batch = AuditBatch(limits)
        let app = AuditBatch.Account(of: Self.app, user: 1000)
        for second in 0..<3 as Range<Int64> {
            batch.add(Self.entry(Self.app, count: 2, ids: Self.ids(2), at: second), of: app)
            _ = batch.take(at: Self.at(second))
        }
        batch.add(Self.entry(Self.app, count: 2, ids: Self.ids(2), at: 4), of: app)
        batch.add(
            Self.entry(Self.program, count: 2, ids: Self.ids(2), at: 4),
            of: AuditBatch.Account(of: Self.program, user: 1000))
        let entries = batch.take(at: Self.at(4))
        #expect(entries.map(\.ids.count) == [0, 2])
        #expect(entries.map(\.count) == [2, 2])
        batch.add(Self.entry(Self.app, count: 2, ids: Self.ids(2), at: 86_400), of: app)
        #expect(batch.take(at: Self.at(86_400)).map(\.ids.count) == [2])
    }

    @Test("has one entry of each kind an hour beyond a client's daily entries, with the full count")
    func entriesADay() {
        var limits = AuditLimits()
        limits.entriesPerDay = 2
        var batch = AuditBatch(limits)
        let app = AuditBatch.Account(of: Self.app, user: 1000)
        var written: [AuditEntry] = []
        for second in 0..<4000 as Range<Int64> {
            batch.add(Self.entry(Self.app, at: second), of: app)
            written += batch.take(at: Self.at(second))
        }
        #expect(written.map(\.count) == [1, 1, 3601])
        #expect(written.map(\.date) == [Self.at(0), Self.at(1), Self.at(2)])
        #expect(batch.take(at: Self.at(4000)) == [])
        #expect(batch.take(at: Self.at(4000), all: true).map(\.count) == [397])
    }

    @Test("gives the owner's tools the whole allowance")
    func ownersTool() {
        let tool = Client(
            id: ClientID(.exe, "/usr/bin/filmgatectl")!, user: 1000, isOwnersTool: true, connection: ":1.4")
        var limits = AuditLimits()
        limits.entriesPerDay = 20
        var batch = Self.gathered(
            within: limits,
            (0..<20).map { (Self.entry(tool, AuditEntry.Operation(rawValue: "read-\($0)")), tool) })
        #expect(batch.take(at: Self.at(0)).count == 20)
    }

    @Test("writes waiting entries if the clock is set back")
    func clockSetBack() {
        var limits = AuditLimits()
        limits.entriesPerDay = 0
        var batch = Self.gathered(within: limits, [(Self.entry(Self.app, at: 90_000), Self.app)])
        #expect(batch.take(at: Self.at(90_000)) == [])
        #expect(batch.take(at: Self.at(10)).count == 1)
    }

    @Test("returns entries again that could not be written, merged with new ones, and charges them once")
    func putBack() {
        var limits = AuditLimits()
        limits.idsPerDay = 2
        let ids = Self.ids(2)
        var batch = Self.gathered(within: limits, [(Self.entry(Self.app, ids: ids), Self.app)])
        let taken = batch.take(at: Self.at(0))
        batch.putBack(taken)
        #expect(batch.take(at: Self.at(0)) == taken)
        batch.putBack(taken)
        batch.add(Self.entry(Self.app, at: 1), of: AuditBatch.Account(of: Self.app, user: 1000))
        #expect(batch.take(at: Self.at(1)) == [Self.entry(Self.app, count: 2, ids: ids)])
    }
}
