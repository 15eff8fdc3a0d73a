import FilmgateTestKit
import Foundation
import Testing

@testable import FilmgateLibraryTools

@Suite("Databases of other programs that would keep an import busy")
struct HostileDatabaseTests {
    private static func withDatabase(_ script: String, _ body: (String) throws -> Void) throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "filmgate-\(UUID().uuidString).db").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        let run = try ChildProcess.run(["sqlite3", path, script])
        try #require(run.code == 0, "\(run)")
        try body(path)
    }

    private static func open(
        _ path: String, within limits: ForeignDatabase.Limits = ForeignDatabase.Limits()
    ) throws -> ForeignDatabase {
        try ForeignDatabase(FoundPath(named: DiskPath(path)), within: limits)
    }

    @Test("a table that computes its values, or is no plain table, is refused before anything is read of it")
    func computed() throws {
        // SQLite cannot be interrupted while it looks for the one in the other.
        let endless = "instr(zeroblob(15000000), CAST(zeroblob(7000000) || x''01'' AS BLOB))"
        for script in [
            """
            CREATE TABLE EventTable (id INTEGER, name TEXT GENERATED ALWAYS AS (1) VIRTUAL);
            INSERT INTO EventTable (id) VALUES (1); PRAGMA writable_schema = 1;
            UPDATE sqlite_schema SET sql = replace(sql, 'AS (1)', 'AS (\(endless))')
            """,
            "CREATE VIEW EventTable AS SELECT 1 AS id, 'x' AS name",
            "CREATE VIRTUAL TABLE EventTable USING fts5(id, name)",
        ] {
            try Self.withDatabase(script) { path in
                let failure = #expect(throws: UnreadableLibraryError.self) { try Self.open(path).check(["EventTable"]) }
                #expect(failure?.reason.contains("computes EventTable") == true, "\(String(describing: failure))")
            }
        }
        try Self.withDatabase("CREATE TABLE EventTable (id INTEGER PRIMARY KEY, name TEXT)") { path in
            try Self.open(path).check(["EventTable", "NoSuchTable"])
        }
    }

    @Test("a table with more rows or more text than a library has ends with an error that says what to do")
    func large() throws {
        let rows = "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c LIMIT 1000)"
        try Self.withDatabase("CREATE TABLE t (x, y TEXT); INSERT INTO t \(rows) SELECT x, 'a text' FROM c") { path in
            for limits in [ForeignDatabase.Limits(rows: 999), ForeignDatabase.Limits(textBytes: 1000)] {
                let database = try Self.open(path, within: limits)
                let failure = #expect(throws: UnreadableLibraryError.self) {
                    try database.each("SELECT x, y FROM t") { _ in }
                }
                #expect(failure?.reason.contains("'--from folder'") == true, "\(String(describing: failure))")
            }
            var count = 0
            try Self.open(path).each("SELECT x, y FROM t") { _ in count += 1 }
            #expect(count == 1000)
        }
    }

    @Test("a file that may not be read is not missing: the error says why", .enabled(if: geteuid() != 0))
    func denied() throws {
        try Self.withDatabase("CREATE TABLE t (x)") { path in
            try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: path)
            let failure = #expect(throws: UnreadableLibraryError.self) {
                try ForeignDatabase.find(["photo.db"], in: [DiskPath(path)])
            }
            #expect(failure?.reason.contains("Permission denied") == true, "\(String(describing: failure))")
        }
    }

    @Test("a file larger than any such database is refused before it is copied")
    func sparse() throws {
        try Self.withDatabase("CREATE TABLE t (x)") { path in
            let file = try #require(FileHandle(forWritingAtPath: path))
            try file.truncate(atOffset: 1 << 40)
            try file.close()
            let failure = #expect(throws: UnreadableLibraryError.self) { try Self.open(path) }
            #expect(failure?.reason.contains("larger") == true, "\(String(describing: failure))")
        }
    }

    @Test("a table whose pages lead to the same pages again, with endless rows, ends after a time")
    func circular() throws {
        let rows = "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c LIMIT 3000)"
        let script = """
            PRAGMA page_size = 512; CREATE TABLE t (x INTEGER PRIMARY KEY); INSERT INTO t \(rows) SELECT x FROM c
            """
        try Self.withDatabase(script) { path in
            var pages = Self.pages(try [UInt8](Data(contentsOf: URL(filePath: path))))
            // The root is an interior page. Each further level is a copy of it, all of whose children are the next
            // level.
            let root = try #require(pages.indices.dropFirst().first { pages[$0][0] == 5 })
            let leaf = try #require(pages.indices.dropFirst().first { pages[$0][0] == 13 })
            let template = pages[root]
            var child = leaf
            for _ in 0..<12 {
                pages.append(Self.interior(template, to: child))
                child = pages.count - 1
            }
            pages[root] = Self.interior(template, to: child)
            Self.put(UInt32(pages.count), into: &pages[0], at: 28)
            try Data(pages.joined()).write(to: URL(filePath: path))

            let database = try Self.open(path, within: ForeignDatabase.Limits(time: .milliseconds(300)))
            let clock = ContinuousClock()
            let time = clock.measure {
                for question in ["SELECT count(*) FROM t WHERE x < 0 OR x + 0 > 99999", "SELECT x FROM t"] {
                    let failure = #expect(throws: UnreadableLibraryError.self) { try database.each(question) { _ in } }
                    #expect(failure?.reason.contains("takes too long") == true, "\(String(describing: failure))")
                }
            }
            #expect(time < .seconds(60))
        }
    }

    private static func pages(_ bytes: [UInt8]) -> [[UInt8]] {
        stride(from: 0, to: bytes.count, by: 512).map { Array(bytes[$0..<min($0 + 512, bytes.count)]) }
    }

    /// An interior page all of whose children are one page.
    private static func interior(_ template: [UInt8], to child: Int) -> [UInt8] {
        var page = template
        let cells = Int(page[3]) << 8 | Int(page[4])
        put(UInt32(child + 1), into: &page, at: 8)
        for cell in 0..<cells {
            let place = Int(page[12 + 2 * cell]) << 8 | Int(page[13 + 2 * cell])
            put(UInt32(child + 1), into: &page, at: place)
        }
        return page
    }

    private static func put(_ number: UInt32, into page: inout [UInt8], at place: Int) {
        for byte in 0..<4 { page[place + byte] = UInt8(truncatingIfNeeded: number >> (24 - 8 * UInt32(byte))) }
    }
}
