/// One step of a schema's history. A released migration never changes.
public struct Migration: Sendable {
    /// Starts at 1 and has no gaps.
    public let number: Int
    /// Runs in the transaction that also sets the number.
    public let script: String

    public init(_ number: Int, _ script: String) {
        self.number = number
        self.script = script
    }
}

/// Runs the missing migrations in one transaction.
func migrate(_ connection: DatabaseConnection, by migrations: [Migration]) throws {
    let version = try connection.first("PRAGMA user_version") { Int($0.integer(0)) } ?? 0
    let newest = migrations.last?.number ?? 0
    guard version <= newest else { throw UnknownSchema(version: version) }
    guard version < newest else { return }
    try connection.script("BEGIN IMMEDIATE")
    do {
        for migration in migrations where migration.number > version {
            try connection.script(migration.script)
            try connection.script("PRAGMA user_version = \(migration.number)")
        }
        try connection.script("COMMIT")
    } catch {
        try? connection.script("ROLLBACK")
        throw error
    }
}
