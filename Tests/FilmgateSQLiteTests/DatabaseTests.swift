import FilmgateSQLite
import Foundation
import Testing

/// A database in a temporary folder, with a table of one column.
final class Numbers: Sendable {
    let path: String
    let database: DatabasePool

    static let first = Migration(1, "CREATE TABLE number (value INTEGER UNIQUE, note TEXT, bytes BLOB) STRICT")

    init(_ migrations: [Migration] = [first], functions: [PatternFunction] = []) throws {
        path = FileManager.default.temporaryDirectory.path + "/filmgate-sqlite-\(UUID())"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        database = try DatabasePool(
            path: path + "/file", named: "numbers", migrations: migrations, functions: functions)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// Of the file, once the database is closed.
    var bytes: Data { get throws { try Data(contentsOf: URL(filePath: path + "/file")) } }

    func add(_ value: Int) async throws {
        try await database.write { try $0.execute("INSERT INTO number (value) VALUES (\(value))") }
    }

    var all: [Int64] {
        get async throws {
            try await database.read { try $0.all("SELECT value FROM number ORDER BY value") { $0.integer(0) } }
        }
    }
}

@Suite("A database")
struct DatabaseTests {
    @Test("stores values of all types")
    func values() async throws {
        let numbers = try Numbers()
        let text = "naïve\0\u{1F4F7} '"
        try await numbers.database.write { database in
            try database.execute(
                "INSERT INTO number VALUES (\(Int64.min), \(text), \([0, 255, 7] as [UInt8]))")
            try database.execute("INSERT INTO number VALUES (\(nil as Int64?), \(""), \([] as [UInt8]))")
        }
        try await numbers.database.read { database in
            let rows = try database.all("SELECT value, note, bytes FROM number ORDER BY value DESC") {
                ($0.optionalInteger(0), $0.optionalText(1), $0.optionalBlob(2))
            }
            #expect(rows.map(\.0) == [Int64.min, nil])
            #expect(rows.map(\.1) == [text, ""])
            #expect(rows.map(\.2) == [[0, 255, 7], []])
            #expect(
                try database.first("SELECT \(0.25), \(Double.nan)") { ($0.real(0), $0.isNull(1)) } ?? (0, false) == (
                    0.25, true
                ))
        }
    }

    @Test("rolls back a write that throws")
    func rollback() async throws {
        struct Stop: Error {}
        let numbers = try Numbers()
        try await numbers.add(1)
        await #expect(throws: Stop.self) {
            try await numbers.database.write { database in
                try database.execute("INSERT INTO number (value) VALUES (2)")
                throw Stop()
            }
        }
        #expect(try await numbers.all == [1])
    }

    @Test("rolls back a read whose commit fails, and can use the connection again")
    func failedReading() async throws {
        struct Stop: Error {}
        let path = FileManager.default.temporaryDirectory.path + "/filmgate-sqlite-\(UUID())"
        defer { for end in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + end) } }
        let database = try Database(path: path, access: .readWrite, named: "test") { connection in
            try connection.script(
                """
                CREATE TABLE parent (id INTEGER PRIMARY KEY);
                CREATE TABLE child (parent INTEGER REFERENCES parent DEFERRABLE INITIALLY DEFERRED)
                """)
        }
        // Its commit fails, and the transaction would stay open.
        await #expect(throws: DatabaseError.self) {
            try await database.read { try $0.script("INSERT INTO child VALUES (1)") }
        }
        #expect(try await database.read { try $0.exists("SELECT 1 FROM child") } == false)
        // If the body throws, nothing is committed, and its error is thrown, even after SQLite has rolled back.
        await #expect(throws: Stop.self) {
            try await database.read { connection in
                try connection.script("INSERT INTO parent VALUES (1)")
                throw Stop()
            }
        }
        await #expect(throws: Stop.self) {
            try await database.read { connection in
                try connection.script("ROLLBACK")
                throw Stop()
            }
        }
        #expect(try await database.read { try $0.exists("SELECT 1 FROM parent") } == false)
    }

    @Test("has a code for a constraint violation, and stays usable after it")
    func violation() async throws {
        let numbers = try Numbers()
        try await numbers.add(1)
        let error = await #expect(throws: DatabaseError.self) { try await numbers.add(1) }
        #expect(error?.code.primary == .constraint)
        try await numbers.add(2)
        #expect(try await numbers.all == [1, 2])
    }

    @Test("reads one consistent state without waiting while a different connection writes")
    func isolation() async throws {
        let numbers = try Numbers()
        let counts = try await numbers.database.read { database in
            let before = try database.all("SELECT value FROM number") { $0.integer(0) }
            let other = try DatabasePool(path: numbers.path + "/file", named: "other", migrations: [Numbers.first])
            let written = DispatchSemaphore(value: 0)
            Task {
                try await other.write { try $0.execute("INSERT INTO number (value) VALUES (7)") }
                written.signal()
            }
            written.wait()
            return (before, try database.all("SELECT value FROM number") { $0.integer(0) })
        }
        #expect(counts.0 == counts.1)
        #expect(try await numbers.all == [7])
    }

    @Test("lets neither other reads nor writes wait for a long read")
    func longRead() async throws {
        let numbers = try Numbers()
        let others = DispatchSemaphore(value: 0)
        async let long: Void = numbers.database.read { _ in others.wait() }
        for value in 1...3 {
            try await numbers.add(value)
            #expect(try await numbers.all.count == value)
        }
        others.signal()
        try await long
    }

    @Test("does not let a reader write")
    func readOnly() async throws {
        let numbers = try Numbers()
        await #expect(throws: DatabaseError.self) {
            try await numbers.database.read { try $0.execute("INSERT INTO number (value) VALUES (1)") }
        }
        #expect(try await numbers.all == [])
    }

    @Test("can run a statement again while its rows are read")
    func nesting() async throws {
        let numbers = try Numbers()
        for value in 1...3 { try await numbers.add(value) }
        let sums = try await numbers.database.read { database in
            func values() throws -> [Int64] { try database.all("SELECT value FROM number") { $0.integer(0) } }
            return try database.all("SELECT value FROM number") { _ in try values().reduce(0, +) }
        }
        #expect(sums == [6, 6, 6])
    }

    @Test("runs one statement for each of many keys, and stops at one without a row")
    func keys() async throws {
        let numbers = try Numbers()
        for value in 1...3 { try await numbers.add(value) }
        let (all, some, found) = try await numbers.database.read { database in
            let statement: SQL = "SELECT value FROM number WHERE value > \(1) AND value = ?"
            var found: [Int64] = []
            let all = try database.each(statement, forEach: [3, 2]) { found.append($0.integer(0)) }
            let some = try database.each(statement, forEach: [3, 1, 2]) { found.append($0.integer(0)) }
            return (all, some, found)
        }
        #expect(all && !some && found == [3, 2, 3])
    }

    @Test("throws an error for every access after it is closed")
    func closing() async throws {
        let numbers = try Numbers()
        await numbers.database.close()
        let error = await #expect(throws: DatabaseError.self) { try await numbers.add(1) }
        #expect(error?.code == .misuse)
        let files = try FileManager.default.contentsOfDirectory(atPath: numbers.path)
        #expect(files == ["file"], "the log is folded into the file")
    }

    @Test("throws an error for a file that is not a database, and does not overwrite it")
    func garbage() throws {
        let numbers = try Numbers()
        let path = numbers.path + "/garbage"
        try Data(repeating: 65, count: 5_000).write(to: URL(filePath: path))
        let error = #expect(throws: DatabaseError.self) {
            try DatabasePool(path: path, named: "garbage", migrations: [Numbers.first])
        }
        #expect(error?.code.rawValue == 26)
        #expect(try Data(contentsOf: URL(filePath: path)).count == 5_000)
    }
}

@Suite("Migrations")
struct MigrationTests {
    static let second = Migration(2, "ALTER TABLE number ADD COLUMN third TEXT; UPDATE number SET third = 'old'")

    @Test("update an older database, and keep its content")
    func upgrade() async throws {
        let numbers = try Numbers()
        try await numbers.add(5)
        await numbers.database.close()
        let newer = try DatabasePool(
            path: numbers.path + "/file", named: "newer", migrations: [Numbers.first, Self.second])
        let row = try await newer.read {
            try $0.first("SELECT value, third FROM number") { ($0.integer(0), $0.text(1)) }
        }
        #expect(row?.0 == 5)
        #expect(row?.1 == "old")
    }

    @Test("are all rolled back if one fails")
    func failure() async throws {
        let numbers = try Numbers()
        await numbers.database.close()
        let broken = Migration(3, "CREATE TABLE nonsense (")
        #expect(throws: DatabaseError.self) {
            try DatabasePool(
                path: numbers.path + "/file", named: "newer", migrations: [Numbers.first, Self.second, broken])
        }
        let again = try DatabasePool(path: numbers.path + "/file", named: "again", migrations: [Numbers.first])
        #expect(try await again.read { try $0.exists("SELECT * FROM number") } == false)
    }

    @Test("do not change a database of a newer program")
    func newer() async throws {
        let numbers = try Numbers([Numbers.first, Self.second])
        await numbers.database.close()
        let error = #expect(throws: UnknownSchema.self) {
            try DatabasePool(path: numbers.path + "/file", named: "older", migrations: [Numbers.first])
        }
        #expect(error?.version == 2)
    }

    @Test("do not change a database of an older program from which none of them leads")
    func older() async throws {
        let numbers = try Numbers([Numbers.first, Self.second])
        await numbers.database.close()
        let before = try numbers.bytes
        let error = #expect(throws: UnknownSchema.self) {
            try DatabasePool(
                path: numbers.path + "/file", named: "newer",
                migrations: [Migration(3, "CREATE TABLE other (value INTEGER)")])
        }
        #expect(error?.version == 2)
        #expect(error?.description.hasPrefix("an older program wrote the database") == true)
        #expect(try numbers.bytes == before)
    }

    @Test("do not change a database of something else")
    func foreign() async throws {
        let numbers = try Numbers()
        try await numbers.database.write { try $0.script("PRAGMA user_version = 0") }
        await numbers.database.close()
        let before = try numbers.bytes
        let error = #expect(throws: UnknownSchema.self) {
            try DatabasePool(path: numbers.path + "/file", named: "again", migrations: [Self.added])
        }
        #expect(error?.description.hasPrefix("the database belongs to another program") == true)
        #expect(try numbers.bytes == before)
    }

    private static let added = Migration(1, "CREATE TABLE other (value INTEGER)")
}
