import FilmgateSQLite

/// Compares a foreign database with the tables, indexes and triggers that the migrations make.
///
/// A trigger or a view that someone added to a backup would run inside the broker.
enum SchemaCheck {
    private struct Entry: Hashable, Comparable {
        let type: String
        let name: String
        let table: String
        let text: String

        static func < (left: Entry, right: Entry) -> Bool { (left.type, left.name) < (right.type, right.name) }
    }

    /// - Throws: `RestoreRefusal`.
    static func check(_ database: Database) async throws {
        // The declarations of smart albums create them again.
        try await database.write { try SmartIndex.dropAll(in: $0) }
        let (version, found) = try await database.read { database in
            (try database.first("PRAGMA user_version") { Int($0.integer(0)) } ?? 0, try entries(of: database))
        }
        guard version > 0 else { throw RestoreRefusal.invalidDatabase("it has no version") }
        guard version >= Schema.migrations.first?.number ?? 0 else { throw RestoreRefusal.olderSchema }
        guard version <= Schema.migrations.last?.number ?? 0 else { throw RestoreRefusal.newerSchema }
        let model = try Database(
            path: ":memory:", access: .readWrite, named: "schema", functions: [.like],
            migrations: Schema.migrations.filter { $0.number <= version })
        let expected = try await model.read { try entries(of: $0) }
        await model.close()
        guard found == expected else {
            let names = found.symmetricDifference(expected).sorted().prefix(3).map { "\($0.type) \($0.name)" }
            throw RestoreRefusal.invalidDatabase("its schema differs: \(names.joined(separator: ", "))")
        }
    }

    /// Leaves out the tables and indexes that SQLite itself creates. A name that begins with `sqlite_` proves nothing:
    /// a trigger in a crafted file can have one.
    private static func entries(of database: DatabaseConnection) throws -> Set<Entry> {
        let rows = try database.all("SELECT type, name, tbl_name, ifnull(sql, '') FROM sqlite_schema") { row in
            Entry(type: row.text(0), name: row.text(1), table: row.text(2), text: row.text(3))
        }
        return Set(
            rows.filter { entry in
                !(entry.type == "index" && entry.name.hasPrefix("sqlite_autoindex_") && entry.text.isEmpty)
            })
    }
}
