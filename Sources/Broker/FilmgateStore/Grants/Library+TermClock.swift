public import FilmgateModel
import FilmgateSQLite

/// Stores the remaining time of terms regularly, so that setting the clock back while the broker does not run extends a
/// term at most by the time since the last call.
extension Library {
    /// Returns when `noteRemaining` was last called. Returns nil if it was never called.
    public func termClock() async throws -> Timestamp? {
        try await database.read { database in
            try database.first("SELECT clock FROM library WHERE clock <> 0") { Timestamp(rawValue: $0.integer(0)) }
        }
    }

    /// Stores the remaining time of these grants' terms. Ignores a grant that was replaced meanwhile.
    public func noteRemaining(_ records: [GrantRecord], at now: Timestamp) async throws {
        try await database.write { database in
            try database.execute(
                """
                UPDATE access SET
                    add_only_remaining = add_only_remaining - max(\(now.rawValue) - clock, 0),
                    read_write_remaining = read_write_remaining - max(\(now.rawValue) - clock, 0)
                FROM library WHERE clock <> 0
                """)
            try database.execute("UPDATE library SET clock = \(now.rawValue)")
            for record in records {
                let terms = record.terms
                try database.execute(
                    """
                    UPDATE access SET
                        add_only_remaining = ifnull(\(terms.addOnly?.remaining(from: 0)), add_only_remaining),
                        read_write_remaining = ifnull(\(terms.readWrite?.remaining(from: 0)), read_write_remaining)
                    WHERE client = (SELECT row FROM client WHERE id = \(record.holder.key))
                    AND granted_date = \(record.grantedDate.rawValue)
                    """)
            }
        }
    }
}
