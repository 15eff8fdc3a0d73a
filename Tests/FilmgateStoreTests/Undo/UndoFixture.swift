import FilmgateModel
import FilmgateSQLite
import FilmgateTestKit

@testable import FilmgatePolicy
@testable import FilmgateStore

/// A library whose clients change it at ever later times, in seconds.
final class UndoFixture {
    let store: Fixture
    private(set) var now: Int64 = 10_000

    init() async throws { store = try await Fixture(in: "/dev/shm") }

    static let owner = Fixture.owner
    static let app = Fixture.app
    static let other = Fixture.other

    /// That of a client that the person allowed everything.
    private static func visibility(of client: ClientID) -> Visibility {
        client == owner
            ? .everything : Visibility(scope: .everything, rights: .all, creators: .itself(.client(client)))
    }

    @discardableResult
    func apply(_ changes: [StoreChange], by client: ClientID) async throws -> [ObjectID?] {
        now += 1
        return try await store.library.apply(
            changes, visibleTo: Self.visibility(of: client), holder: .client(client), at: .seconds(now))
    }

    @discardableResult
    func add(by client: ClientID, title: String? = nil) async throws -> AssetID {
        let id = AssetID.random()
        var properties = AssetChanges()
        properties.title = title
        properties.creationDate = .seconds(now)
        let file = try await store.stage(for: client)
        try await apply([.createAsset(id, AssetCreation(.photo(file), properties: properties))], by: client)
        return id
    }

    func set(_ id: AssetID, by client: ClientID, _ change: (inout AssetChanges) -> Void) async throws {
        var changes = AssetChanges()
        change(&changes)
        try await apply([.setProperties(id, changes)], by: client)
    }

    /// Returns the hash of the render.
    @discardableResult
    func edit(_ id: AssetID, by client: ClientID) async throws -> ContentHash {
        guard let asset = try await store.library.editableAsset(id, visibleTo: .everything) else {
            throw ClientFailure("no asset")
        }
        let (render, data) = (try await store.stage(for: client), try await store.stage("data", for: client))
        let format = AdjustmentFormat(identifier: "org.example.Format", version: "1").orTrap
        let facts = MediaFacts(mediaType: .image, mimeType: "image/png", pixelWidth: 7, pixelHeight: 5)
        let edit = AssetEdit(
            of: asset, [StagedResource(.fullSizePhoto, render, filename: nil, mimeType: "image/png")], facts, format,
            data: data)
        try await apply([.setContent(id, edit)], by: client)
        return render.hash
    }

    // Compiler fault: 2
    /// What is undone.
    final class Wanted {
        let selection: UndoSelection
        let isDryRun: Bool

        init(_ client: ClientID, since: Int64? = nil, until: Int64? = nil, isDryRun: Bool = false) {
            selection = .client(client, since: since.map { .seconds($0) }, until: until.map { .seconds($0) })
            self.isDryRun = isDryRun
        }

        /// What the owner's tools changed.
        init(ofOwnerSince since: Int64) {
            (selection, isDryRun) = (.owner(since: .seconds(since), until: nil), false)
        }
    }

    /// - Parameter wanted: nil for the owner's last change.
    @discardableResult
    func undo(_ wanted: Wanted? = nil) async throws -> UndoReport {
        now += 1
        return try await store.library.undo(
            UndoRequest(
                wanted?.selection ?? .lastOfOwner, visibleTo: .everything, by: .client(Self.owner), at: .seconds(now),
                isDryRun: wanted?.isDryRun ?? false))
    }

    func state() async throws -> [String] { try await store.library.undoableState() }
}

extension Library {
    /// Everything that can be undone, one line for each object, but not who did it and when.
    func undoableState() async throws -> [String] {
        try await database.read { database in
            try database.all(
                """
                SELECT 'asset ' || hex(id) || ' ' || (trashed_date IS NULL) || ' ' || ifnull(title, '-') || ' '
                    || ifnull(caption, '-') || ' ' || ifnull(hex(keywords), '-') || ' ' || favorite || hidden || rating || ' '
                    || creation_date || ' ' || ifnull(latitude, '-') || ' ' || ifnull(longitude, '-') || ' '
                    || ifnull(place, '-') || ' ' || ifnull(alt_text, '-') || ' '
                    || ifnull(adjustment_format, '-') || pixel_width || ' '
                    || (SELECT group_concat(type || hex(hash)) FROM (SELECT * FROM resource WHERE asset = a.row ORDER BY type))
                FROM asset AS a
                UNION ALL
                SELECT 'album ' || hex(id) || ' ' || title || ' ' || ifnull(cover, '-') || ' ' || ifnull(rule, '-') || ' '
                    || ifnull((SELECT hex(f.id) FROM folder AS f WHERE f.row = l.folder), '-') || ' '
                    || ifnull((SELECT group_concat(asset) FROM (
                        SELECT asset FROM album_asset WHERE album = l.row ORDER BY position)), '-')
                FROM album AS l
                UNION ALL
                SELECT 'folder ' || hex(id) || ' ' || title || ' '
                    || EXISTS (SELECT 1 FROM album WHERE folder = f.row AND position IS NOT NULL
                        UNION ALL SELECT 1 FROM folder WHERE parent = f.row AND position IS NOT NULL) || ' '
                    || ifnull((SELECT group_concat(child) FROM (SELECT child FROM (
                        SELECT 'a' || row AS child, position, title, id FROM album WHERE folder = f.row
                        UNION ALL SELECT 'f' || row, position, title, id FROM folder WHERE parent = f.row)
                        ORDER BY position IS NULL, position, title COLLATE NOCASE, id)), '-') || ' '
                    || ifnull((SELECT hex(p.id) FROM folder AS p WHERE p.row = f.parent), '-')
                FROM folder AS f
                UNION ALL
                SELECT 'top ' || group_concat(child) FROM (SELECT child FROM (
                    SELECT 'a' || row AS child, position, title, id FROM album WHERE folder IS NULL
                    UNION ALL SELECT 'f' || row, position, title, id FROM folder WHERE parent IS NULL)
                    ORDER BY position IS NULL, position, title COLLATE NOCASE, id)
                WHERE child IS NOT NULL HAVING count(*) > 0
                ORDER BY 1
                """
            ) { $0.text(0) }
        }
    }
}
