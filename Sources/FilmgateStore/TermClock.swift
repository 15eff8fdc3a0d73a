public import FilmgateModel
internal import FilmgateSQLite

/// What is left of the terms of grants is written down now and then, so that a clock that is set back while nobody looks
/// prolongs none of them by more than since then.
extension Library {
    /// When `noteRemaining` was last called; nil where it never was.
    public func termClock() async throws -> Timestamp? {
        try await database.read { database in
            try database.first("SELECT clock FROM library WHERE clock <> 0") { Timestamp(rawValue: $0.integer(0)) }
        }
    }

    /// Writes down what is left of each term, in microseconds.
    public func noteRemaining(_ terms: [Holder: Terms], at now: Timestamp) async throws {
        try await database.write { database in
            try database.execute("UPDATE library SET clock = \(now.rawValue)")
            for (holder, terms) in terms {
                try database.execute(
                    """
                    UPDATE access SET
                        add_only_remaining = ifnull(\(terms.addOnly?.remaining(from: 0)), add_only_remaining),
                        read_write_remaining = ifnull(\(terms.readWrite?.remaining(from: 0)), read_write_remaining)
                    WHERE client = (SELECT row FROM client WHERE id = \(holder.key))
                    """)
            }
        }
    }
}
