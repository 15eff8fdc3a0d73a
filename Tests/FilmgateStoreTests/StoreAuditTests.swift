import FilmgateModel
@testable import FilmgatePolicy
import FilmgateStore
import FilmgateTestKit
import Testing

@Suite("The audit log")
struct StoreAuditTests {
    @Test("returns entries in order, complete, each with its hash")
    func entries() async throws {
        let fixture = try await Fixture()
        let library = fixture.library
        let ids = [AssetID.random(), .random()]
        let first = AuditEntry.read(ids, at: 5)
        let second = AuditEntry(
            date: .seconds(6), client: "exe:/usr/bin/filmgatectl", user: 7, operation: "set-grant",
            outcome: "not-found",
            about: Fixture.other.description)
        try await library.record([first])
        try await library.record([second, first])
        let records = try await library.audit(matching: AuditFilter(), limit: 10)
        #expect(records.map(\.entry) == [first, second, first])
        #expect(records.map(\.sequence) == [1, 2, 3])
        #expect(Set(records.map(\.hash)).count == 3)
        #expect(records.allSatisfy { $0.hash.count == 32 })
        #expect(try await library.auditFindings() == [])
        #expect(try await fixture.problems() == [])
    }

    @Test("has the documented hash")
    func encoding() async throws {
        let fixture = try await Fixture()
        try await fixture.library.record([
            AuditEntry(
                date: Timestamp(rawValue: 1_700_000_000_123_456), client: "flatpak:org.example.App", user: 1000,
                operation: "read", outcome: .allowed, count: 3,
                ids: [ObjectID("00112233-4455-6677-8899-aabbccddeeff").orTrap], detail: "a rule")
        ])
        let hash = try await fixture.library.audit(matching: AuditFilter(), limit: 1)[0].hash
        // Computed with Python's hashlib and struct, from the table in AuditHasher.swift.
        #expect(Hexadecimal.text(of: hash) == "0af086e8438b5ec5adc6d3de0e0dd29dbe550f03dad0967ede6a5f28799ed21e")
    }

    struct Filtered: Sendable {
        let name: String
        let sequences: [UInt64]
        let change: @Sendable (inout AuditFilter) -> Void
    }

    static let asset = AssetID.random()

    @Test(
        "returns the entries that match each filter", .long,
        arguments: [
            Filtered(name: "everything", sequences: [1, 2, 3, 4]) { _ in },
            Filtered(name: "client, asking or concerned", sequences: [1, 3]) { $0.client = Fixture.app },
            Filtered(name: "asset", sequences: [1, 4]) { $0.asset = asset },
            Filtered(name: "user", sequences: [2]) { $0.user = 1001 },
            Filtered(name: "operation", sequences: [3]) { $0.operation = "set-grant" },
            Filtered(name: "outcome", sequences: [4]) { $0.outcome = "access-denied" },
            Filtered(name: "since", sequences: [2, 3, 4]) { $0.since = .seconds(20) },
            Filtered(name: "until", sequences: [1, 2]) { $0.until = .seconds(30) },
            Filtered(name: "after", sequences: [4]) { $0.after = 3 },
            Filtered(name: "two of them", sequences: [1]) {
                $0.asset = asset
                $0.client = Fixture.app
            },
            Filtered(name: "nothing", sequences: []) { $0.after = .max },
        ])
    func filters(_ filtered: Filtered) async throws {
        let fixture = try await Fixture()
        try await fixture.library.record([
            .read([.random(), Self.asset], at: 10),
            AuditEntry(date: .seconds(20), client: "", user: 1001, operation: "fetch", outcome: "not-determined"),
            AuditEntry(
                date: .seconds(30), client: "exe:/bin/x", user: 1000, operation: "set-grant", outcome: .allowed,
                about: Fixture.app.description),
            AuditEntry(
                date: .seconds(40), client: Fixture.other.description, user: 1000, operation: "read",
                outcome: "access-denied", ids: [ObjectID(Self.asset)]),
        ])
        var filter = AuditFilter()
        filtered.change(&filter)
        let records = try await fixture.library.audit(matching: filter, limit: 10)
        #expect(records.map(\.sequence) == filtered.sequences)
    }

    @Test("ends a list at its limit of entries and of weight")
    func limits() async throws {
        let fixture = try await Fixture()
        try await fixture.library.record((0..<5).map { .read([], at: $0) })
        #expect(try await fixture.library.audit(matching: AuditFilter(), limit: 2).map(\.sequence) == [1, 2])
        let short = try await fixture.library.audit(matching: AuditFilter(), limit: 9, room: 7) { Int($0.sequence) }
        #expect(short.map(\.sequence) == [1, 2, 3])
    }

    @Test("writes a change and its entry together or not at all")
    func changes() async throws {
        let fixture = try await Fixture()
        let id = AssetID.random()
        let change = StoreChange.createAsset(id, AssetCreation(.photo(try await fixture.stage())))
        let audit: @Sendable (AppliedBatch) -> [AuditEntry] = { batch in
            [
                AuditEntry(
                    date: .seconds(1), client: Fixture.app.description, user: 1000, operation: "create-assets",
                    outcome: .allowed, ids: batch.created.compactMap(\.self))
            ]
        }
        await #expect(throws: ChangeRefusal.self) {
            _ = try await fixture.library.apply(
                [change, .deleteAssets([.random()])], visibleTo: .everything, holder: .client(Fixture.app),
                at: .seconds(1),
                audit: audit)
        }
        #expect(try await fixture.library.audit(matching: AuditFilter(), limit: 9) == [])
        let again = StoreChange.createAsset(id, AssetCreation(.photo(try await fixture.stage())))
        _ = try await fixture.library.apply(
            [again], visibleTo: .everything, holder: .client(Fixture.app), at: .seconds(1), audit: audit)
        #expect(try await fixture.library.audit(matching: AuditFilter(), limit: 9).map(\.entry.ids) == [[ObjectID(id)]])
    }

    @Test("writes a grant and its entry together or not at all")
    func grants() async throws {
        let fixture = try await Fixture()
        let library = fixture.library
        let entry = AuditEntry(
            date: .seconds(1), client: "exe:/bin/x", user: 1000, operation: "set-grant", outcome: .allowed,
            about: Fixture.app.description)
        let record = GrantRecord(holder: GrantTests.app, grant: GrantTests.limited, grantedDate: .seconds(1))
        await #expect(throws: SelectionRefusal.self) {
            try await library.setGrant(record, selection: [.random()], at: .seconds(1), audit: entry)
        }
        await #expect(throws: SelectionRefusal.self) {
            try await library.changeSelection(
                of: record.holder, adding: [.random()], removing: [], at: .seconds(1), audit: entry)
        }
        #expect(try await library.audit(matching: AuditFilter(), limit: 9) == [])
        try await library.setGrant(record, selection: [], at: .seconds(1), audit: entry)
        try await library.changeSelection(of: record.holder, adding: [], removing: [], at: .seconds(2), audit: entry)
        try await library.resetGrants([record.holder], at: .seconds(3), audit: entry)
        #expect(try await library.audit(matching: AuditFilter(), limit: 9).map(\.entry) == [entry, entry, entry])
        #expect(try await library.auditFindings() == [])
    }
}

extension AuditEntry {
    static func read(_ ids: [AssetID], at second: Int64) -> AuditEntry {
        AuditEntry(
            date: .seconds(second), client: Fixture.app.description, user: 1000, operation: "read", outcome: .allowed,
            count: UInt32(ids.count), ids: ids.objects)
    }
}

extension Library {
    /// Verifies the whole log, and returns all findings.
    func auditFindings() async throws -> [AuditFinding] {
        var findings: [AuditFinding] = []
        var cursor: String? = ""
        while let current = cursor {
            let page = try await verifyAudit(after: current).orTrap
            findings += page.findings
            cursor = page.cursor
        }
        return findings
    }
}
