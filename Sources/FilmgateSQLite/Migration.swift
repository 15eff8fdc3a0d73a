/// One step of a schema's history; what was released never changes any more.
public struct Migration: Sendable {
    /// 1 for the first; each is one more than the one before it.
    public let number: Int
    /// Run inside the transaction that also notes the number.
    public let script: String

    public init(_ number: Int, _ script: String) {
        self.number = number
        self.script = script
    }
}

/// Brings a database's schema to the last of the migrations, all or nothing.
func migrate(_ connection: Connection, by migrations: [Migration]) throws {
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
