import FilmgateModel
import FilmgateSQLite

/// Checks that a backup's database has exactly the tables, indexes and triggers that the migrations create.
///
/// The broker would run additional triggers or views of a manipulated backup.
enum BackupSchemaCheck {
    private struct SchemaObject: Hashable, Comparable {
        let type: String
        let name: String
        let table: String
        let text: String

        static func < (left: SchemaObject, right: SchemaObject) -> Bool {
            (left.type, left.name) < (right.type, right.name)
        }
    }

    static func check(_ database: Database) async throws {
        // Drops the indexes of smart albums. The broker creates them again when it opens the library.
        try await database.write { try SmartAlbumIndex.dropAll(in: $0) }
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

    /// Returns all tables, views, indexes and triggers, except the indexes that SQLite creates itself. A trigger in a
    /// manipulated file can have a name that begins with `sqlite_`, so the name alone does not identify these indexes.
    private static func entries(of database: DatabaseConnection) throws -> Set<SchemaObject> {
        let rows = try database.all("SELECT type, name, tbl_name, ifnull(sql, '') FROM sqlite_schema") { row in
            SchemaObject(type: row.text(0), name: row.text(1), table: row.text(2), text: row.text(3))
        }
        return Set(
            rows.filter { entry in
                !(entry.type == "index" && entry.name.hasPrefix("sqlite_autoindex_") && entry.text.isEmpty)
            })
    }
}

/// Checks all values of a backup's database as strictly as the values that clients send. The schema must have been
/// checked before.
enum BackupValueChecker {
    /// - Throws: `RestoreRefusal.invalidDatabase`, and an error of the database.
    static func check(_ database: DatabaseConnection) throws {
        for rules in TableRules.all {
            if let column = try wrongColumn(rules, in: database) {
                throw RestoreRefusal.invalidDatabase("a value of '\(rules.table.text).\(column)' is not possible")
            }
        }
        let isSingle = try database.first("SELECT count(*) FROM library") { $0.integer(0) == 1 } ?? false
        guard isSingle else { throw RestoreRefusal.invalidDatabase("the row of the library is missing") }
        try database.each("SELECT id, connection FROM client") { row in
            guard let holder = Holder(key: row.text(0)), holder.key == row.text(0),
                holder.connection == row.optionalText(1)
            else { throw RestoreRefusal.invalidDatabase("a client has no possible name") }
            return true
        }
    }

    /// Returns the name of a column with an invalid value, or nil if all values are valid.
    private static func wrongColumn(_ rules: TableRules, in database: DatabaseConnection) throws -> String? {
        let conditions = rules.columns.map { ($0.name, $0.rule.holds(for: $0.name)) }
        let whole = conditions.map(\.1).joined(by: " AND ")
        guard try database.exists("SELECT 1 FROM \(rules.table) WHERE NOT (\(whole))") else { return nil }
        return try conditions.first { condition in
            try database.exists("SELECT 1 FROM \(rules.table) WHERE NOT \(condition.1)")
        }?.0.text
    }
}
