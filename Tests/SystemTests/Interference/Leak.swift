import FilmgateTestKit

/// A place where a broker tells of what is not seen, planted in the broker's own database: a trigger does there what a fault of the
/// broker's might do.
enum Leak: String, CaseIterable, Sendable {
    case count, errorText, token, signal, order

    private var trigger: String {
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
        case .errorText:
            // What is not seen is there all the same for whoever asks for it by its identifier, in no list.
            """
            AFTER INSERT ON asset WHEN new.creator <> (SELECT row FROM app) BEGIN
                INSERT OR IGNORE INTO member (client, creation_date, id, asset, hidden, trashed, selected, albums, added)
                SELECT row, new.creation_date, new.id, new.row, 1, 1, 1, 0, 0 FROM app;
            """
        }
    }

    /// Whether it is this leak that tells two answers apart, and not what comes of it elsewhere.
    func tells(_ difference: Transcript.Difference) -> Bool {
        switch self {
        case .errorText: difference.here.isRefusal || difference.there.isRefusal
        case .token, .signal: ["changes", "signals"].contains(difference.here.attempt)
        case .count, .order: !difference.here.isRefusal && !difference.there.isRefusal
        }
    }

    func plant(in world: World, for client: String) async throws {
        let statements =
            "CREATE VIEW app AS SELECT row FROM client WHERE id = '\(client)'; CREATE TRIGGER leak \(trigger) END;"
        try await world.change("database.executescript(sys.argv[2])", statements)
    }
}

extension World {
    /// Has a script of Python at the broker's own `database`.
    func change(_ script: String, _ argument: String = "") async throws {
        let opening = """
            import glob, sqlite3, sys, time
            database = sqlite3.connect(glob.glob(sys.argv[1] + "/*/library.sqlite3")[0], timeout=30)

            """
        let result = try await run("/usr/bin/python3", "-c", opening + script, state, argument)
        guard result.code == 0 else { throw ClientFailure(result.errors) }
    }
}
