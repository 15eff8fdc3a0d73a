import FilmgateTestKit

/// A place where a broker tells of what is not seen. All but one are planted in the broker's own database, where a trigger does what
/// a fault of the broker's might do; what errors say stands nowhere there, and so that one is planted in the transcript.
enum Leak: String, CaseIterable, Sendable {
    case count, errorText, token, signal, order

    private var trigger: String? {
        switch self {
        case .count:
            """
            AFTER INSERT ON asset WHEN new.creator <> (SELECT row FROM app) BEGIN
                INSERT OR IGNORE INTO member (client, creation_date, id, asset, hidden, trashed, selected, albums, added)
                SELECT row, new.creation_date, new.id, new.row, 0, 0, 1, 0, 0 FROM app;
            """
        case .order:
            """
            AFTER INSERT ON asset BEGIN
                UPDATE member SET creation_date = -creation_date WHERE client = (SELECT row FROM app);
            """
        case .token:
            """
            AFTER INSERT ON change WHEN new.kind = 'inserted' AND NOT EXISTS (
                SELECT 1 FROM member JOIN app ON app.row = client WHERE asset = new.asset) BEGIN
                INSERT OR IGNORE INTO sighting (client, change) SELECT row, new.number FROM app;
            """
        case .signal:
            """
            AFTER INSERT ON asset BEGIN
                INSERT INTO change (generation, date, kind, asset, id, properties)
                SELECT (SELECT generation FROM library), new.added_date, 'updated', asset, id, 2
                FROM member JOIN app ON app.row = client WHERE trashed = 0 LIMIT 1;
            """
        case .errorText: nil
        }
    }

    func plant(in world: World, for client: String) async throws {
        guard let trigger else { return }
        let statements =
            "CREATE VIEW app AS SELECT row FROM client WHERE id = '\(client)'; CREATE TRIGGER leak \(trigger) END;"
        let script = """
            import glob, sqlite3, sys
            sqlite3.connect(glob.glob(sys.argv[1] + "/*/library.sqlite3")[0], timeout=30).executescript(sys.argv[2])
            """
        let result = try await world.run("/usr/bin/python3", "-c", script, world.state, statements)
        guard result.code == 0 else { throw ClientFailure(result.errors) }
    }
}
