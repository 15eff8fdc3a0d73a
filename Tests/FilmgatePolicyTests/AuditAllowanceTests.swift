import FilmgateModel
import FilmgatePolicy
import FilmgateTestKit
import Testing

private typealias Client = FilmgateModel.Client

@Suite("An audit allowance")
struct AuditAllowanceTests {
    private static let app = client(.flatpak, "org.example.App")
    private static let user: UInt32 = 1000

    private static func client(_ kind: ClientKind, _ name: String) -> Client {
        Client(id: ClientID(kind, name)!, user: user, isOwnersTool: false, connection: ":1.1")
    }

    private static func program(_ number: Int) -> Client { client(.exe, "/usr/bin/program-\(number)") }

    private static func account(_ client: Client) -> AuditBatch.Account {
        AuditBatch.Account(of: client, user: user)
    }

    private static func entry(
        _ client: Client, _ operation: AuditEntry.Operation = "read", _ outcome: AuditEntry.Outcome = .allowed,
        ids: Int = 0, at second: Int64 = 0, about: String = ""
    ) -> AuditEntry {
        AuditEntry(
            date: at(second), client: client.id.description, user: user, operation: operation, outcome: outcome,
            count: UInt32(max(1, ids)), ids: (0..<ids).map { _ in .random() }, about: about)
    }

    private static func at(_ second: Int64) -> Timestamp { Timestamp(rawValue: second * 1_000_000) }

    private static func allowing(ids: Int = 100_000, entries: Int = 10_000) -> AuditLimits {
        var limits = AuditLimits()
        (limits.idsPerDay, limits.entriesPerDay) = (ids, entries)
        return limits
    }

    @Test("merges a million notes about different clients into few entries, which are written seldom", .long)
    func bounded() {
        var batch = AuditBatch()
        let account = Self.account(Self.app)
        var (taken, written, counted, most) = (0, 0, 0, 0)
        for index in 0..<1_000_000 {
            batch.add(Self.entry(Self.app, "reset-grant", "not-authorized", about: "exe:/\(index)"), of: account)
            if batch.isFull {
                let entries = batch.take(at: Self.at(0))
                taken += 1
                written += entries.count
                counted += entries.map { Int($0.count) }.reduce(0, +)
            }
            most = max(most, batch.count)
        }
        let last = batch.take(at: Self.at(0), all: true)
        counted += last.map { Int($0.count) }.reduce(0, +)
        #expect(taken <= 1 && written + last.count <= 1001)
        #expect(most <= 1001)
        #expect(counted == 1_000_000)
        #expect(batch.isEmpty)
    }

    @Test("bounds a batch that cannot be written, which is not full because of what was put back", .long)
    func unwritable() {
        var batch = AuditBatch(Self.allowing(entries: .max))
        let account = Self.account(Self.app)
        var taken = 0
        for index in 0..<100_000 {
            batch.add(Self.entry(Self.app, about: "exe:/\(index)"), of: account)
            guard batch.isFull else { continue }
            taken += 1
            batch.putBack(batch.take(at: Self.at(0)))
            #expect(!batch.isFull)
        }
        #expect(taken == 100_000 / AuditBatch.kindsAtMost)
        #expect(batch.count <= 2 * AuditBatch.kindsAtMost + 1)
        #expect(batch.take(at: Self.at(0)).map { Int($0.count) }.reduce(0, +) == 100_000)
    }

    @Test("does not let the number of clients grow a batch that cannot be written without bounds", .long)
    func manyClients() {
        var batch = AuditBatch(Self.allowing(entries: .max))
        for operation in ["read", "fetch", "observe", "open-resource"] {
            for number in 0..<AuditBatch.kindsAtMost {
                let client = Self.client(.flatpak, "org.example.App\(number)")
                batch.add(
                    Self.entry(client, AuditEntry.Operation(rawValue: operation)), of: Self.account(client))
            }
        }
        #expect(batch.count <= 3 * AuditBatch.kindsAtMost + 1)
        let entries = batch.take(at: Self.at(0))
        #expect(entries.map { Int($0.count) }.reduce(0, +) == 4 * AuditBatch.kindsAtMost)
        #expect(
            entries.filter { $0.client == AuditBatch.severalClients }.map(\.count) == [UInt32(AuditBatch.kindsAtMost)])
    }

    @Test("is separate for refused, opened, read and changed assets")
    func apart() {
        var batch = AuditBatch(Self.allowing(ids: 100, entries: 100))
        let account = Self.account(Self.app)
        for second in 0..<200 as Range<Int64> {
            batch.add(Self.entry(Self.app, "open-resource", "not-found", ids: 10, at: second), of: account)
            batch.add(Self.entry(Self.app, "read", ids: 10, at: second), of: account)
            _ = batch.take(at: Self.at(second))
        }
        batch.add(Self.entry(Self.app, "open-resource", ids: 100, at: 200), of: account)
        let entries = batch.take(at: Self.at(200))
        #expect(entries.map(\.operation.rawValue) == ["open-resource"])
        #expect(entries.map(\.ids.count) == [100])
        let change = Self.entry(Self.app, "delete-assets", ids: 100, at: 200)
        let hasRoom = batch.hasRoom(forChanges: 100, of: account, at: Self.at(200))
        #expect(hasRoom)
        #expect(batch.bounded(change, of: account) == change)
    }

    @Test("is a tenth for refusals, of identifiers and of entries")
    func refusals() {
        var batch = AuditBatch(Self.allowing(ids: 100, entries: 100))
        var written: [AuditEntry] = []
        for second in 0..<100 as Range<Int64> {
            batch.add(
                Self.entry(Self.app, "read", "not-found", ids: 1, at: second), of: Self.account(Self.app))
            written += batch.take(at: Self.at(second))
        }
        #expect(written.count == 10)
        #expect(written.flatMap(\.ids).count == 10)
        #expect(batch.take(at: Self.at(100), all: true).map(\.count) == [90])
    }

    @Test("lets an entry that is full of identifiers be written at once, even if it waited for its hour")
    func fullEntry() {
        var batch = AuditBatch(Self.allowing(entries: 0))
        let account = Self.account(Self.app)
        batch.add(Self.entry(Self.app, "open-resource", ids: 999), of: account)
        #expect(batch.take(at: Self.at(0)).isEmpty)
        batch.add(Self.entry(Self.app, "open-resource", ids: 1, at: 1), of: account)
        #expect(batch.take(at: Self.at(1)).map(\.ids.count) == [1000])
    }

    @Test("merges changes beyond a day's entries into one an hour, and is not charged for changes that failed")
    func changes() {
        var batch = AuditBatch(Self.allowing(ids: 8, entries: 4))
        let account = Self.account(Self.app)
        let change = Self.entry(Self.app, "set-properties", ids: 2)
        func hasRoom(_ count: Int, _ second: Int64) -> Bool {
            batch.hasRoom(forChanges: count, of: account, at: Self.at(second))
        }
        for _ in 0..<50 { #expect(batch.bounded(change, of: account) == change) }
        for _ in 0..<3 { batch.made(batch.bounded(change, of: account), of: account) }
        #expect(hasRoom(1, 0))
        #expect(!hasRoom(2, 0))
        batch.made(batch.bounded(change, of: account), of: account)
        #expect(!hasRoom(1, 0))
        #expect(batch.bounded(change, of: account).ids.isEmpty)
        for _ in 0..<5 { batch.add(change, of: account, isChange: true) }
        #expect(batch.take(at: Self.at(3599)).isEmpty)
        #expect(batch.take(at: Self.at(3600)).map(\.count) == [10])
        #expect(hasRoom(4, 86_400))
    }

    @Test("is separate for each unverified program, up to a few dozen of them a day")
    func programs() {
        var batch = AuditBatch(Self.allowing(entries: 10))
        for program in 0..<AuditBatch.unprovenAtMost {
            for _ in 0..<2 {
                batch.add(Self.entry(Self.program(program), "fetch"), of: Self.account(Self.program(program)))
            }
            for _ in 0..<2 { batch.add(Self.entry(Self.program(program)), of: Self.account(Self.program(program))) }
        }
        let entries = batch.take(at: Self.at(0), all: true)
        #expect(Set(entries.map(\.client)).count == AuditBatch.unprovenAtMost)
        #expect(entries.count == 2 * AuditBatch.unprovenAtMost)
        // A tenth of ten is one: the second kind of each program waits for its hour, under the program's name.
        #expect(!entries.map(\.client).contains(AuditBatch.severalClients))
    }

    @Test("is shared by further programs, which become one entry when it is used up; a different user's do not")
    func manyPrograms() {
        var batch = AuditBatch(Self.allowing(entries: 10))
        for program in 0..<1000 {
            batch.add(Self.entry(Self.program(program)), of: Self.account(Self.program(program)))
        }
        let other = Client(id: Self.program(0).id, user: 1001, isOwnersTool: false, connection: ":1.9")
        var entry = Self.entry(other)
        entry.user = 1001
        batch.add(entry, of: AuditBatch.Account(of: other, user: 1001))
        batch.add(Self.entry(Self.program(5), at: 1), of: Self.account(Self.program(5)))
        let entries = batch.take(at: Self.at(1), all: true)
        // One further program keeps its name, because the shared allowance has room for one entry.
        #expect(entries.count == AuditBatch.unprovenAtMost + 3)
        let several = entries.filter { $0.client == AuditBatch.severalClients }
        #expect(several.map(\.count) == [UInt32(1000 - AuditBatch.unprovenAtMost - 1)])
        #expect(entries.filter { $0.user == 1001 }.map(\.client) == [other.id.description])
        #expect(entries.filter { $0.client == Self.program(5).id.description }.map(\.count) == [2])
    }

    @Test("of callers that could not be identified is one for each user")
    func unidentified() {
        var batch = AuditBatch(Self.allowing(entries: 10))
        for second in 0..<3 as Range<Int64> {
            for user in [Self.user, 1001] {
                var entry = Self.entry(Self.app, "fetch", "access-denied", at: second, about: "\(second)")
                (entry.client, entry.user) = ("", user)
                batch.add(entry, of: AuditBatch.Account(of: nil, user: user))
            }
        }
        // A tenth of a tenth, but at least one. The others share one entry.
        let entries = batch.take(at: Self.at(3), all: true)
        #expect(entries.map(\.user) == [Self.user, 1001, Self.user, 1001])
        #expect(entries.map(\.count) == [1, 1, 2, 2])
        #expect(entries.map(\.client) == ["", "", AuditBatch.severalClients, AuditBatch.severalClients])
    }

    @Test("a name of 4 KiB is shortened to its ends")
    func longNames() {
        let long = Self.client(.exe, "/" + String(repeating: "é", count: 2000) + "/end")
        let entry = Self.entry(long, about: long.id.description)
        #expect(entry.client.utf8.count <= 256 && entry.about == entry.client)
        #expect(entry.client.hasPrefix("exe:/é") && entry.client.hasSuffix("é/end"))
        #expect(AuditEntry.bounded(entry.client) == entry.client)
    }
}
