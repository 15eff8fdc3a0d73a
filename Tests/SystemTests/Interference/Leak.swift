import FilmgateTestKit

/// A leak of invisible content, planted in the broker's own database: a trigger does what a bug in the broker could
/// do.
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
            // What came and went is in no list, but happened in the view.
            """
            AFTER INSERT ON change WHEN new.kind = 'inserted' AND NOT EXISTS (
                SELECT 1 FROM member JOIN app ON app.row = client WHERE asset = new.asset) BEGIN
                INSERT INTO sighting (client, change) SELECT row, new.number FROM app;
                INSERT INTO change (generation, date, kind, asset, id)
                VALUES (new.generation, new.date, 'deleted', new.asset, new.id);
                INSERT INTO sighting (client, change) SELECT row, (SELECT max(number) FROM change) FROM app;
            """
        case .signal:
            """
            AFTER INSERT ON asset BEGIN
                INSERT INTO change (generation, date, kind, asset, id, properties)
                SELECT (SELECT generation FROM library), new.added_date, 'updated', asset, id, 2
                FROM member JOIN app ON app.row = client WHERE trashed = 0 LIMIT 1;
            """
        case .errorText:
            // Invisible content exists for a client that asks for it by its identifier, in no list.
            """
            AFTER INSERT ON asset WHEN new.creator <> (SELECT row FROM app) BEGIN
                INSERT OR IGNORE INTO member (client, creation_date, id, asset, hidden, trashed, selected, albums, added)
                SELECT row, new.creation_date, new.id, new.row, 1, 1, 1, 0, 0 FROM app;
            """
        }
    }

    /// Whether this leak causes the difference of two answers, rather than a consequence elsewhere.
    func reports(_ difference: Transcript.Difference) -> Bool {
        let (here, there) = (difference.here, difference.there)
        return switch self {
        case .count: here.count != nil && there.count != nil && here.count != there.count
        // It exists for one that should be told that there is none.
        case .errorText:
            here.isNotFound != there.isNotFound
        case .token: here.isOfChanges && here.withoutTokens == there.withoutTokens && here.reported != there.reported
        case .signal: here.attempt == "changes" && here.signals != there.signals
        case .order: here.rows.count == there.rows.count && here.rows != there.rows
        }
    }

    func plant(in world: World, for client: String) async throws {
        let statements =
            "CREATE VIEW app AS SELECT row FROM client WHERE id = '\(client)'; CREATE TRIGGER leak \(trigger) END;"
        try await world.change("database.executescript(sys.argv[2])", statements)
    }
}

extension Transcript.Line {
    private var lines: [Substring] { reported.split(separator: "\n") }

    fileprivate var isOfChanges: Bool { attempt == "changes" || attempt.hasPrefix("history") }

    /// Of a list, of collections or of a snapshot: the number of rows that it states.
    fileprivate var count: Substring? {
        guard !isRefusal else { return nil }
        let isList = attempt.hasPrefix("list") || attempt.hasPrefix("collections")
        return (isList ? lines.first : attempt == "snapshot" ? lines.last : nil)?.prefix { $0 != " " }
    }

    /// A list without identifiers, which are replaced by the order of their first appearance.
    fileprivate var rows: [String] {
        guard !isRefusal, attempt.hasPrefix("list") else { return [] }
        return lines.dropFirst().map { String($0.replacing(/#[0-9]+/, with: "#")) }
    }

    fileprivate var isNotFound: Bool { isRefusal && reported.hasPrefix("NotFound") }

    fileprivate var withoutTokens: String { reported.replacing(/token [0-9]+/, with: "token") }

    fileprivate var signals: Int { lines.count { $0.hasPrefix("heard") } }
}
