import FilmgateModel
import FilmgatePolicy
import FilmgateSQLite
import FilmgateTestKit
import Testing

@testable import FilmgateStore

/// A change of the log by someone who can write to the file, with SQL.
@Suite("A manipulated audit log")
struct TamperedAuditTests {
    struct Manipulation: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let script: String
        let findings: [AuditFinding]

        init(_ what: String, _ script: String, _ findings: (AuditFinding.Kind, String)...) {
            testDescription = what
            self.script = script
            self.findings = findings.map { AuditFinding(kind: $0.0, detail: $0.1) }
        }
    }

    private static func changed(_ sequence: Int) -> (AuditFinding.Kind, String) {
        (.changed, "Entry \(sequence) is not the one that was written after entry \(sequence - 1).")
    }

    static let ways = [
        Manipulation("nothing", "SELECT 1"),
        Manipulation("another outcome", "UPDATE audit SET outcome = 'allowed!' WHERE sequence = 4", changed(4)),
        Manipulation(
            "another client", "UPDATE audit SET client = 'flatpak:org.example.Oth' WHERE sequence = 4", changed(4)),
        Manipulation("another user", "UPDATE audit SET user = user + 4294967296 WHERE sequence = 4", changed(4)),
        Manipulation("another count", "UPDATE audit SET count = 0 WHERE sequence = 10", changed(10)),
        Manipulation("another date", "UPDATE audit SET date = date + 1 WHERE sequence = 1", changed(1)),
        Manipulation("an identifier less", "UPDATE audit SET ids = x'' WHERE sequence = 7", changed(7)),
        Manipulation(
            "what is one text moved to the next",
            "UPDATE audit SET operation = 'rea', outcome = 'd' || outcome WHERE sequence = 4", changed(4)),
        Manipulation("another hash", "UPDATE audit SET hash = zeroblob(32) WHERE sequence = 4", changed(4), changed(5)),
        Manipulation("a row removed", "DELETE FROM audit WHERE sequence = 4", (.missing, "Entry 4 is missing.")),
        Manipulation(
            "rows removed", "DELETE FROM audit WHERE sequence BETWEEN 4 AND 6",
            (.missing, "The entries 4 to 6 are missing.")),
        Manipulation(
            "a row removed and the gap closed",
            """
            DELETE FROM audit WHERE sequence = 9; UPDATE audit SET sequence = 9 WHERE sequence = 10
            """, changed(9), (.end, "Entry 10 is missing, the newest of the log.")),
        Manipulation(
            "two rows swapped",
            """
            UPDATE audit SET sequence = 99 WHERE sequence = 4; UPDATE audit SET sequence = 4 WHERE sequence = 8;
            UPDATE audit SET sequence = 8 WHERE sequence = 99
            """, changed(4), changed(5), changed(8), changed(9)),
        Manipulation(
            "the tail cut", "DELETE FROM audit WHERE sequence > 7",
            (.end, "The entries 8 to 10 are missing, the newest of the log.")),
        Manipulation(
            "the beginning removed", "DELETE FROM audit WHERE sequence < 3",
            (.beginning, "The entries 1 to 2 are missing.")),
        Manipulation(
            "everything removed", "DELETE FROM audit", (.end, "The entries 1 to 10 are missing, the newest of the log.")
        ),
        Manipulation(
            "a row added behind the last",
            """
            INSERT INTO audit SELECT 11, date, user, count, client, about, through, operation, outcome, detail, ids,
                hash FROM audit
            WHERE sequence = 10
            """, (.added, "Entry 11 is after the last one that was written.")),
        Manipulation(
            "the last row replaced, its hash made right",
            "UPDATE audit SET hash = randomblob(32) WHERE sequence = 10", changed(10),
            (.end, "Entry 10 is not the last one that was written.")),
        Manipulation(
            "the bounds removed", "DELETE FROM library",
            (.end, "The stored beginning and end of the log are missing.")),
    ]

    @Test("is found", .long, arguments: ways)
    func found(_ tampering: Manipulation) async throws {
        let fixture = try await Fixture()
        for second in 1...10 { try await fixture.library.record([.read([.random()], at: Int64(second))]) }
        try await fixture.tamper(tampering.script)
        #expect(try await fixture.library.auditFindings() == tampering.findings)
    }

    @Test("continues to work, and the manipulation is still found")
    func shouldContinue() async throws {
        let fixture = try await Fixture()
        for second in 1...3 { try await fixture.library.record([.read([], at: Int64(second))]) }
        try await fixture.tamper("DELETE FROM audit WHERE sequence = 3")
        try await fixture.library.record([.read([], at: 4)])
        #expect(
            try await fixture.library.auditFindings() == [
                AuditFinding(kind: .missing, detail: "Entry 3 is missing.")
            ])
    }

    @Test("has an added row at its end, which is found even after further entries")
    func stranger() async throws {
        let fixture = try await Fixture()
        for second in 1...3 { try await fixture.library.record([.read([], at: Int64(second))]) }
        try await fixture.tamper(
            """
            INSERT INTO audit SELECT 4, date, user, count, client, about, through, operation, outcome, detail, ids,
                hash FROM audit
            WHERE sequence = 3
            """)
        try await fixture.library.record([.read([], at: 4)])
        let kinds = try await fixture.library.auditFindings().map(\.kind)
        #expect(kinds == [.changed])
        #expect(try await fixture.library.audit(matching: AuditFilter(), limit: 9).map(\.sequence) == [1, 2, 3, 4, 5])
    }

    @Test("lacks removed entries, which are found; pruned entries are not reported")
    func pruned() async throws {
        let fixture = try await Fixture()
        for second in 1...1200 { try await fixture.library.record([.read([], at: Int64(second))]) }
        var limits = AuditLimits()
        limits.days = 1
        let removed = try await fixture.library.pruneAudit(to: limits, at: .seconds(86_400 + 1101))
        #expect(removed == 1100)
        #expect(try await fixture.library.auditFindings() == [])
        #expect(try await fixture.library.audit(matching: AuditFilter(), limit: 1).map(\.sequence) == [1101])
        try await fixture.tamper("DELETE FROM audit WHERE sequence = 1101")
        #expect(
            try await fixture.library.auditFindings() == [
                AuditFinding(kind: .beginning, detail: "Entry 1101 is missing.")
            ])
        try await fixture.tamper(
            """
            INSERT INTO audit SELECT 7, date, user, count, client, about, through, operation, outcome, detail, ids,
                hash FROM audit
            WHERE sequence = 1102
            """)
        #expect(try await fixture.library.auditFindings().map(\.kind) == [.added, .beginning])
    }
}

@Suite("Pruning the audit log")
struct AuditPruningTests {
    @Test(
        "removes the oldest entries, and somewhat more than necessary, so that it does not run for every entry", .long)
    func size() async throws {
        let fixture = try await Fixture()
        let ids = (0..<1000).map { _ in AssetID.random() }
        for second in 1...40 { try await fixture.library.record([.read(ids, at: Int64(second))]) }
        var limits = AuditLimits()
        limits.bytes = 640_000
        let removed = try await fixture.library.pruneAudit(to: limits, at: .seconds(100))
        // Each has a little over 16,000 bytes: 37 fit into fifteen sixteenths.
        #expect(removed == 3)
        #expect(try await fixture.library.pruneAudit(to: limits, at: .seconds(100)) == 0)
        #expect(try await fixture.library.auditFindings() == [])
    }

    @Test("can remove all entries, and the log continues")
    func everything() async throws {
        let fixture = try await Fixture()
        try await fixture.library.record([.read([], at: 1), .read([], at: 2)])
        #expect(try await fixture.library.pruneAudit(to: AuditLimits(), at: .seconds(400 * 86_400)) == 2)
        #expect(try await fixture.library.auditFindings() == [])
        try await fixture.library.record([.read([], at: 400 * 86_400)])
        #expect(try await fixture.library.audit(matching: AuditFilter(), limit: 9).map(\.sequence) == [3])
        #expect(try await fixture.library.auditFindings() == [])
    }

    @Test("subtracts the same sizes as were added")
    func accounts() async throws {
        let fixture = try await Fixture()
        try await fixture.library.record([
            .read([.random()], at: 1),
            AuditEntry(
                date: .seconds(2), client: "exe:/home/ä/ü", user: 1, operation: "fetch", outcome: "not-found",
                about: "flatpak:org.example.Größe"),
        ])
        var limits = AuditLimits()
        limits.bytes = 0
        #expect(try await fixture.library.pruneAudit(to: limits, at: .seconds(3)) == 2)
        let database = try Database(path: fixture.path + "/library.sqlite3", access: .readOnly, named: "test")
        let left = try await database.read { try $0.first("SELECT audit_bytes FROM library") { $0.integer(0) } }
        #expect(left == 0)
    }
}
