import FilmgateModel
import FilmgateSQLite
import FilmgateSystem
import FilmgateTestKit
import Foundation

@testable import FilmgatePolicy
@testable import FilmgateStore

/// A library that has something in every table, and backups of it that were changed by someone who can write to the
/// folder.
final class CraftedBackup: Sendable {
    let fixture: Fixture
    /// The sound backup's database.
    private let sound: String
    let altered: String

    static let now = Timestamp.seconds(100_000)

    init() async throws {
        fixture = try await Fixture(in: "/dev/shm")
        (sound, altered) = (fixture.path + "/sound.sqlite3", fixture.path + "/altered.sqlite3")
        let (app, owner) = (Holder.client(Fixture.app), Holder.client(Fixture.owner))
        let photos = [
            try await fixture.add("one"), try await fixture.add("two", seconds: 5, hidden: true),
            try await fixture.add("three", by: app, seconds: 9), try await fixture.add("four", seconds: 12),
        ]
        let (album, folder) = (AlbumID.random(), FolderID.random())
        var changes = AssetChanges()
        (changes.title, changes.caption, changes.keywords, changes.rating) = ("Beach", "Sun", ["a", "b"], 3)
        changes.location = Location(latitude: 50, longitude: 8)
        changes.altText = "Waves"
        _ = try await fixture.apply([
            .createFolder(folder, title: "Years"), .createAlbum(album, title: "Summer", in: folder),
            .addAssets(photos, to: album), .setProperties(photos[0], changes), .deleteAssets([photos[3]]),
            .setCover(photos[0], of: album), .rename(ObjectID(album), title: "Summer 2024"),
        ])
        _ = try await fixture.apply([.setProperties(photos[0], changes), .removeAssets([photos[1]], from: album)])
        let grant = Grant(addOnly: .authorized, readWrite: .limited, rights: .usual, grantor: .person)
        try await fixture.grant(
            grant, to: app, terms: GrantTerms(both: .until(.seconds(9_000_000), from: Self.now)),
            selection: [photos[0]],
            albums: [album])
        try await fixture.library.record([
            AuditEntry(
                date: .seconds(3), client: "flatpak:org.example.App", user: 1000, operation: "fetch", outcome: .allowed)
        ])
        let entry = AuditEntry(date: .seconds(3), client: "", user: 1000, operation: "tripwire", outcome: "paused")
        let pause = ClientPause("It took too much.", until: nil)
        try await fixture.library.pause(Fixture.other, pause, at: .seconds(4), audit: entry)
        _ = owner
        try await fixture.library.database.write { try $0.script(Self.further) }
        let backup = try await fixture.library.backup()
        try Self.write(backup.database, to: sound)
    }

    /// A row for each table that stays empty above.
    private static let further = """
        INSERT INTO addition VALUES (1, 5000000, 1, 10);
        INSERT INTO burst (row, id) VALUES (1, x'00112233445566778899aabbccddeeff');
        INSERT INTO burst_asset (asset, burst, rank, creation_date, id, listed)
            SELECT row, 1, 1, creation_date, id, hidden = 0 AND trashed_date IS NULL FROM asset WHERE row = 1;
        INSERT INTO quarantined (number, id, media_type, subtypes, creation_date, modification_date, added_date, favorite,
            hidden, rating, keywords, pixel_width, pixel_height, orientation, creator)
            SELECT 1, x'10112233445566778899aabbccddeeff', 'image', 0, 1, 2, 3, 0, 0, 0, '["x"]', 4, 5, 1, row
            FROM client WHERE id = 'flatpak:org.example.App';
        INSERT INTO quarantined_resource (asset, type, mime_type, filename, size, hash, file)
            SELECT 1, type, mime_type, filename, size, hash, x'20112233445566778899aabbccddeeff' FROM resource WHERE asset = 1;
        INSERT INTO quarantined_album (asset, album) SELECT 1, row FROM album;
        INSERT INTO receipt (number, id, client, date, state, size)
            SELECT 1, id, creator, added_date, 'added', 5 FROM quarantined;
        INSERT INTO early_version (version, original) VALUES (2, 1);
        INSERT INTO undo_client (client, lost_date) VALUES (1, 7);
        INSERT INTO undo_entry (number, batch, aspect, object, value)
            SELECT 1000, max(number), 'content', 1, 'org.example.format' FROM undo_batch;
        INSERT INTO undo_edit (entry, asset, format, version, client, pixel_width, pixel_height, orientation)
            VALUES (1000, 1, 'org.example.format', '1', 1, 4, 5, 1);
        INSERT INTO undo_file (edit, type, mime_type, filename, size, hash, file, account)
            SELECT 1000, 'full-size-photo', mime_type, filename, size, hash, x'30112233445566778899aabbccddeeff',
                (SELECT min(row) FROM undo_account) FROM resource WHERE asset = 1;
        """

    /// The names that `further` gives to files that hold what the first photo holds.
    private static let copies = ["20112233445566778899aabbccddeeff", "30112233445566778899aabbccddeeff"]

    private static func write(_ file: OwnedDescriptor, to path: String) throws {
        let bytes = try file.bytes(at: 0, count: Int(file.facts().size))
        try Data(bytes).write(to: URL(filePath: path))
    }

    /// Every table with its columns and their types, and whether its rows have numbers.
    func columns() async throws -> [(table: String, column: String, type: String, hasRowID: Bool)] {
        let copy = try database(altered: "SELECT 1")
        let found = try await copy.read { database in
            try database.all(
                """
                SELECT t.name, c.name, c.type, t.sql NOT LIKE '%WITHOUT ROWID' FROM sqlite_schema AS t JOIN pragma_table_xinfo(t.name) AS c
                WHERE t.type = 'table' AND t.name NOT GLOB 'search*' AND c.hidden = 0 ORDER BY 1, 2
                """
            ) { ($0.text(0), $0.text(1), $0.text(2), $0.flag(3)) }
        }
        await copy.close()
        return found
    }

    /// Copies the sound backup and runs a script on the copy, with nothing that would stop it.
    func database(altered script: String) throws -> Database {
        try copySound()
        return try Database(path: altered, access: .readWrite, named: "altered", functions: [.like]) { database in
            try database.script("PRAGMA foreign_keys = OFF; PRAGMA ignore_check_constraints = ON; \(script)")
        }
    }

    /// Restores the sound backup, changed by a script, into a library. Returns the library that is open afterwards: the
    /// same if the backup is refused.
    ///
    /// - Returns: nil if SQLite itself refuses the change.
    func restore(altered script: String, into library: Library) async throws -> (library: Library, refusal: String?)? {
        let crafted: Database
        do { crafted = try database(altered: script) } catch is DatabaseError { return nil }
        await crafted.close()
        return try await restore(altered, into: library)
    }

    /// The same, by a program that may write to the tables behind the index for words, which SQLite keeps from the
    /// broker's connections.
    func restore(alteredOutside script: String, into library: Library) async throws -> (
        library: Library, refusal: String?
    ) {
        try copySound()
        let program = "import sqlite3, sys; sqlite3.connect(sys.argv[1]).executescript(sys.argv[2])"
        let run = try ChildProcess.run(["/usr/bin/python3", "-c", program, altered, script])
        guard run.code == 0 else { throw ClientFailure("crafting failed: \(run)") }
        return try await restore(altered, into: library)
    }

    private func copySound() throws {
        for path in [altered, altered + "-wal", altered + "-shm"] { try? FileManager.default.removeItem(atPath: path) }
        try FileManager.default.copyItem(atPath: sound, toPath: altered)
    }

    func restoreSound(into library: Library) async throws -> Library {
        let (restored, refusal) = try await restore(sound, into: library)
        if let refusal { throw RestoreRefusal.invalidDatabase(refusal) }
        return restored
    }

    private func restore(_ path: String, into library: Library) async throws -> (library: Library, refusal: String?) {
        let folder = try Directory(path: fixture.path)
        let source = try folder.file(String(path.split(separator: "/").last.orTrap))
        let restore: LibraryRestore
        do {
            restore = try await library.restore(
                source, replacing: true, for: Fixture.owner, seeing: .everything, at: Self.now)
            _ = try await restore.missing()
            for name in Self.copies { try? await restore.add([name: fixture.file("one".utf8)]) }
            try await restore.finish(at: Self.now)
        } catch let refusal as RestoreRefusal {
            return (library, "\(refusal)")
        } catch is LibraryFull {
            return (library, "full")
        }
        await library.close()
        let restored = try await Library.open(in: folder, user: 1000)
        try await restored.confirmRestoration()
        try await restored.removeReplaced()
        return (restored, nil)
    }
}
