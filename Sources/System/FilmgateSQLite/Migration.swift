/// One step in the history of a schema. The first migration creates the schema, and each later one changes it. A
/// released migration never changes.
public struct Migration: Sendable {
    /// The number of the schema that this migration produces. Numbers start at 1 and have no gaps.
    public let number: Int
    /// SQL statements. They run in the transaction that also sets the schema's number.
    public let script: String

    public init(_ number: Int, _ script: String) {
        self.number = number
        self.script = script
    }
}

/// Runs the migrations that the database lacks, all in one transaction.
///
/// - Throws: `UnknownSchema` if no migration produces the schema of the database. Then the database stays unchanged.
func migrate(_ connection: DatabaseConnection, by migrations: [Migration]) throws {
    guard let oldest = migrations.first?.number, let newest = migrations.last?.number else { return }
    let version = try connection.first("PRAGMA user_version") { Int($0.integer(0)) } ?? 0
    let isEmpty = try version == 0 && !connection.exists("SELECT 1 FROM sqlite_schema")
    guard isEmpty || (oldest...newest).contains(version) else {
        throw UnknownSchema(version: version, known: oldest...newest)
    }
    guard version < newest else { return }
    try connection.transaction("BEGIN IMMEDIATE") {
        for migration in migrations where migration.number > version {
            try connection.script(migration.script)
            try connection.script("PRAGMA user_version = \(migration.number)")
        }
        try connection.script("COMMIT")
    }
}
