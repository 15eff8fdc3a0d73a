import FilmgateDBus
import FilmgateModel
import FilmgatePolicy
import FilmgateWire
import Testing

@Suite("Values for administrators on the wire")
struct AdminValueTests {
    static let client = ClientID("flatpak:org.example.App")!

    @Test("a grant has the keys and types of the contract, and optional ones only if they say something")
    func grant() throws {
        var record = GrantRecord(
            holder: .connection("bus:1.7", of: Self.client),
            grant: Grant(addOnly: .authorized, readWrite: .limited, rights: .captions, grantor: .person),
            terms: GrantTerms(both: .connection("bus:1.7")), grantedDate: Timestamp(rawValue: 5),
            lastUsed: Timestamp(rawValue: 6), selectionCount: 3)
        let required = [
            "client": "s", "user": "u", "level": "s", "add-only": "s", "read-write": "s", "selection-count": "u",
            "selected-albums": "u", "rights": "as", "max-pixels": "u", "location-precision": "s", "media-types": "as",
            "granted-date": "x",
            "granted-by": "s",
        ]
        let once = ["once": "b", "connection": "s", "last-used": "x"]
        #expect(signatures(ClientGrant(record, user: 4, pause: nil)) == required.merging(once) { $1 })
        record.holder = .client(Self.client)
        record.terms = GrantTerms(both: .until(Timestamp(rawValue: 7), remaining: .max))
        record.lastUsed = nil
        #expect(signatures(ClientGrant(record, user: 4, pause: nil)) == required.merging(["expires": "x"]) { $1 })
    }

    @Test("an audit entry survives encoding and decoding, with the keys and types of the contract")
    func auditEntry() throws {
        let entry = AuditEntry(
            date: Timestamp(rawValue: 9), client: Self.client.description, user: 4, operation: "set-grant",
            outcome: .allowed, count: 2, ids: [.random(), .random()], about: "exe:/usr/bin/a", detail: "kiosk")
        let record = AuditLogRow(AuditRecord(sequence: 3, entry: entry, hash: [1, 0xFF]))
        #expect(try AuditLogRow(representation: record.representation) == record)
        var keys = [
            "sequence": "t", "time": "x", "client": "s", "user": "u", "operation": "s", "outcome": "s", "count": "u",
            "ids": "as", "about": "s", "detail": "s", "hash": "s",
        ]
        #expect(signatures(record) == keys)
        var plain = record.record
        (plain.entry.about, plain.entry.detail) = ("", "")
        (keys["about"], keys["detail"]) = (nil, nil)
        #expect(signatures(AuditLogRow(plain)) == keys)
        plain.entry.operation = "open-resource"
        var used = AuditLogRow(plain)
        used.name = "Beach"
        #expect(signatures(used) == keys.merging(["use": "s", "name": "s"]) { $1 })
        #expect(try AuditLogRow(representation: used.representation) == used)
    }

    @Test("a filter of the audit log survives encoding and decoding, and has bounds")
    func auditFilter() throws {
        var filter = AuditLogFilter()
        #expect(signatures(filter) == ["limit": "u"])
        #expect(try AuditLogFilter(representation: [:]) == filter)
        filter.filter.client = Self.client
        filter.filter.asset = .random()
        filter.filter.user = 4
        filter.filter.operation = "read"
        filter.filter.outcome = .allowed
        filter.filter.since = Timestamp(rawValue: 1)
        filter.filter.until = Timestamp(rawValue: 2)
        filter.filter.after = 3
        filter.filter.before = 9
        filter.newest = true
        #expect(try AuditLogFilter(representation: filter.representation) == filter)
        for limit: UInt32 in [0, 10_001] {
            #expect(throws: WireError.self) { try AuditLogFilter(representation: ["limit": Variant(limit)]) }
        }
        #expect(throws: WireError.self) { try AuditLogFilter(representation: ["clients": Variant("x")]) }
    }

    @Test("a summary survives encoding and decoding, and a standing of a newer broker is none that is known")
    func summary() throws {
        let summary = LibrarySummary(
            version: "1", library: "l", user: 4, assets: 7, trashed: 1, trashDays: 30, bytes: 8, capacity: 9,
            policy: .kept,
            policyFaults: ["a:1: b"]
        )
        #expect(try LibrarySummary(representation: summary.representation) == summary)
        #expect(
            signatures(summary) == [
                "version": "s", "library": "s", "user": "u", "assets": "u", "trashed": "u", "trash-days": "u",
                "bytes": "t", "capacity": "t",
                "policy": "s", "policy-faults": "as",
            ])
        var options = summary.representation
        options["policy"] = Variant("suspended")
        #expect(try LibrarySummary(representation: options).policy == nil)
    }

    @Test("what an undo did survives encoding and decoding, and says since when all is kept only if something is not")
    func undone() throws {
        let partial = UndoneChanges(undone: [.random(), .random()], skipped: [], keptSince: Timestamp(rawValue: 7))
        #expect(try UndoneChanges(representation: partial.representation) == partial)
        #expect(
            signatures(partial) == [
                "undone": "u", "ids": "as", "skipped": "aa{sv}", "skipped-count": "u", "kept-since": "x",
            ])
        #expect(signatures(UndoneChanges(undone: [], skipped: []))?["kept-since"] == nil)
    }

    @Test("a program and an identity survive encoding and decoding, identified or not")
    func programs() throws {
        for client in [Self.client, nil] {
            let app = ConnectedApp(
                name: ":1.7", client: client, through: client, user: client.map { _ in 4 }, pid: 5, openResults: 1,
                openRequests: 2,
                isSubscribed: true, level: .addOnly, pause: "It took too many.")
            #expect(try ConnectedApp(representation: app.representation) == app)
            let identity = ClientIdentity(
                client, rights: .usual,
                limits: ContentLimits(maxPixels: 512, locationPrecision: .town, mediaTypes: [.video]))
            #expect(try ClientIdentity(representation: identity.representation) == identity)
            #expect(
                signatures(identity) == [
                    "id": "s", "kind": "s", "verified": "b", "rights": "as", "max-pixels": "u",
                    "location-precision": "s", "media-types": "as",
                ])
        }
        let unknown = ConnectedApp(
            name: ":1.7", client: nil, user: nil, pid: nil, openResults: 0, openRequests: 0, isSubscribed: false)
        #expect(
            signatures(unknown) == [
                "name": "s", "client": "s", "kind": "s", "verified": "b", "results": "u", "requests": "u",
                "subscribed": "b",
            ])
    }

    @Test("the results of a request have the keys of the contract")
    func results() throws {
        var failed = RequestResults()
        failed.status = "denied"
        failed.error = ErrorReply(name: "org.filmgate.Error.NoAgent", message: "Nobody.")
        #expect(signatures(failed) == ["status": "s", "error-name": "s", "error-message": "s"])
        #expect(failed.error == ErrorReply(name: "org.filmgate.Error.NoAgent", message: "Nobody."))
        #expect(RequestResults().error.name == "org.filmgate.Error.Io")
        for count in [2, 1_001] {
            let change = SelectionChange(added: (0..<count).map { _ in .random() }, removed: [], kept: 4)
            let results = try RequestResults(change)
            #expect(try results.selectionChange() == change)
            let added = count > 1_000 ? "added-content" : "added"
            #expect(Set(results.representation.keys) == ["kept", added, "removed"])
        }
    }

    private func signatures(_ value: some DBusRepresentable) -> [String: String]? {
        (value.representation as? Options)?.mapValues(\.signature)
    }
}
