import FilmgateSQLite

/// The account against whose limit a batch counts. Undoing a client's changes has an account of its own. So neither the
/// changes of an app nor undoing them can push out what was before the owner's changes.
struct UndoAccount: Equatable {
    let row: Int64
    /// Whether the client's identity is not verified. One program can have many such names.
    let isShared: Bool
    let isOfUndos: Bool

    /// Returns the account of a client's changes.
    static func of(_ client: Int64, isShared: Bool, in database: DatabaseConnection) throws -> UndoAccount {
        try made(for: client, isShared: isShared, isOfUndos: false, in: database)
    }

    /// Returns the account of undoing a client's changes.
    static func ofUndos(of client: Int64, in database: DatabaseConnection) throws -> UndoAccount {
        let isShared = try database.exists("SELECT 1 FROM undo_account WHERE client = \(client) AND is_shared = 1")
        return try made(for: client, isShared: isShared, isOfUndos: true, in: database)
    }

    private static func made(
        for client: Int64, isShared: Bool, isOfUndos: Bool, in database: DatabaseConnection
    ) throws -> UndoAccount {
        let known = try database.first(
            "SELECT row, is_shared FROM undo_account WHERE client = \(client) AND is_of_undos = \(isOfUndos)"
        ) { UndoAccount(row: $0.integer(0), isShared: $0.flag(1), isOfUndos: isOfUndos) }
        // An account of the owner's tools never becomes a shared one.
        if let known, !known.isShared || isShared { return known }
        let row = try database.integer(
            """
            INSERT INTO undo_account (client, is_of_undos, is_shared) VALUES (\(client), \(isOfUndos), \(isShared))
            ON CONFLICT (client, is_of_undos) DO UPDATE SET is_shared = excluded.is_shared RETURNING row
            """)
        guard let row else { throw DamagedRow(table: "undo_account") }
        return UndoAccount(row: row, isShared: isShared, isOfUndos: isOfUndos)
    }
}
