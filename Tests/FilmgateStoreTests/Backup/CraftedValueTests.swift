import FilmgateModel
import FilmgateSQLite
import FilmgateTestKit
import Testing

@testable import FilmgatePolicy
@testable import FilmgateStore

/// A number that traps ends the process of the tests: that is a failure, too.
@Suite("A backup with impossible values", .serialized)
struct CraftedValueTests {
    /// The ends of what a column of a type can hold, and beyond what it should.
    static func values(of type: String) -> [String] {
        let (integers, reals) = (["-9223372036854775808", "-1", "9223372036854775807"], ["9e999", "-9e999"])
        let (texts, blobs) = (
            ["''", "printf('%.*c', 3000000, 'x')", "CAST(x'61006200' AS TEXT)"], ["x''", "zeroblob(40)"]
        )
        return switch type {
        case "INTEGER": integers + ["NULL"]
        case "REAL": reals + ["NULL"]
        case "TEXT": texts + ["NULL"]
        case "BLOB": blobs + ["NULL"]
        default: integers + reals + texts + blobs + ["NULL"]
        }
    }

    @Test("has a rule for each column of each table")
    func rules() async throws {
        let backup = try await CraftedBackup()
        let ruled = TableRules.all.flatMap { rules in rules.columns.map { "\(rules.table.text).\($0.name.text)" } }
        let columns = try await backup.columns().map { "\($0.table).\($0.column)" }
        #expect(Set(ruled) == Set(columns))
        #expect(ruled.count == columns.count)
    }

    @Test("in any column is refused, or opens whole, and a sound one can be restored over it", .long)
    func values() async throws {
        let backup = try await CraftedBackup()
        var library = backup.fixture.library
        var (refused, opened) = (0, 0)
        for (table, column, type, hasRowID) in try await backup.columns() {
            let place = hasRowID ? "WHERE rowid = (SELECT min(rowid) FROM \(table))" : ""
            for value in Self.values(of: type) {
                let script = "UPDATE \(table) SET \(column) = \(value) \(place)"
                guard let outcome = try await backup.restore(altered: script, into: library) else { continue }
                library = outcome.library
                guard outcome.refusal == nil else {
                    refused += 1
                    continue
                }
                opened += 1
                #expect(
                    try await library.problems().filter { $0.kind != .stray } == [], "\(table).\(column) = \(value)")
                library = try await backup.restoreSound(into: library)
            }
        }
        library = try await backup.restoreSound(into: library)
        #expect(try await library.problems() == [])
        #expect(refused > 250 && opened > 30, "\(refused) refused, \(opened) opened")
        await library.close()
    }

    @Test(
        "that end a broker when it computes with them are refused",
        arguments: [
            "UPDATE library SET clock = -9223372036854775808", "UPDATE library SET generation = 9223372036854775807",
            "UPDATE album_asset SET position = 9223372036854775807 WHERE asset = 1",
            "UPDATE asset SET pixel_width = 4294967295, pixel_height = 4294967295",
            "UPDATE access SET read_write_remaining = -9223372036854775808",
            "UPDATE sqlite_sequence SET seq = 9223372036854775807",
        ])
    func numbers(_ script: String) async throws {
        let backup = try await CraftedBackup()
        let outcome = try await backup.restore(altered: script, into: backup.fixture.library)
        #expect(outcome?.refusal?.contains("is not possible") == true, "\(String(describing: outcome?.refusal))")
    }

    @Test(
        "of what follows from other rows gets the right ones",
        arguments: [
            "UPDATE library SET assets = 70, hidden = 7, bytes = 1", "UPDATE client SET selected = 9",
            "UPDATE album SET assets = 12, hidden = 3", "UPDATE member SET hidden = 1, trashed = 1",
            "UPDATE member SET added = 1", "DELETE FROM member", "UPDATE listed_day SET assets = 5",
            "UPDATE album_stretch SET assets = 9", "UPDATE undo_account SET size = 1, file_size = 3",
            "INSERT INTO search (search) VALUES ('delete-all')", "UPDATE library SET undo_batch = 1",
            "INSERT INTO sighting SELECT client, change + 5000 FROM sighting",
        ])
    func derived(_ script: String) async throws {
        let backup = try await CraftedBackup()
        let outcome = try await backup.restore(altered: script, into: backup.fixture.library)
        #expect(outcome != nil && outcome?.refusal == nil, "\(String(describing: outcome))")
        guard let outcome else { return }
        #expect(try await outcome.library.problems() == [])
        await outcome.library.close()
    }

    @Test(
        "or with a crafted index for words gets a sound one, or is refused if SQLite cannot open it",
        arguments: [
            "DELETE FROM search_data", "UPDATE search_data SET block = randomblob(length(block) + 100)",
            "UPDATE search_data SET block = x'FFFFFFFFFFFFFFFFFFFF'", "UPDATE search_idx SET pgno = 9000000000",
            "UPDATE search_docsize SET sz = x'FFFFFFFFFFFFFFFFFF'",
        ])
    func index(_ script: String) async throws {
        let backup = try await CraftedBackup()
        let outcome = try await backup.restore(alteredOutside: script, into: backup.fixture.library)
        if let refusal = outcome.refusal {
            #expect(refusal.contains("search"), "\(refusal)")
        } else {
            #expect(try await outcome.library.problems() == [])
        }
        await outcome.library.close()
    }

    @Test(
        "or with a schema of its own is refused",
        arguments: [
            "CREATE TRIGGER a AFTER UPDATE ON access BEGIN DELETE FROM access; END", "CREATE VIEW b AS SELECT 1",
            "CREATE TABLE c (d)", "CREATE INDEX e ON asset (title)", "DROP TRIGGER undo_title", "ANALYZE",
        ])
    func schema(_ script: String) async throws {
        let backup = try await CraftedBackup()
        let outcome = try await backup.restore(altered: script, into: backup.fixture.library)
        #expect(outcome?.refusal?.contains("schema") == true, "\(String(describing: outcome?.refusal))")
    }

    @Test(
        "or with a schema of a newer or older program, or of none, is refused",
        arguments: [(1_000, "newerSchema"), (30, "olderSchema"), (0, "it has no version")])
    func version(_ number: Int, _ refusal: String) async throws {
        let backup = try await CraftedBackup()
        let outcome = try await backup.restore(
            altered: "PRAGMA user_version = \(number)", into: backup.fixture.library)
        #expect(outcome?.refusal?.contains(refusal) == true, "\(String(describing: outcome?.refusal))")
    }

    @Test("or with an index whose name is a statement does not run it")
    func indexName() async throws {
        let backup = try await CraftedBackup()
        let name = "smart_x; DELETE FROM access"
        let outcome = try await backup.restore(
            altered: "CREATE UNIQUE INDEX \"\(name)\" ON access (client)", into: backup.fixture.library)
        #expect(outcome != nil && outcome?.refusal == nil, "\(String(describing: outcome))")
        #expect(try await outcome?.library.grants().count == 1)
        await outcome?.library.close()
    }
}
