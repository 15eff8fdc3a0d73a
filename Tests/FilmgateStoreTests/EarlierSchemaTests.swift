import FilmgateModel
import FilmgateSystem
import FilmgateTestKit
import Foundation
import Testing

@testable import FilmgatePolicy
@testable import FilmgateSQLite
@testable import FilmgateStore

@Suite("A library of an earlier version")
struct EarlierSchemaTests {
    /// Every released schema with albums.
    @Test("opens with its whole content, and is consistent", .long, arguments: 5...Schema.migrations.count)
    func opens(_ version: Int) async throws {
        let folder = FileManager.default.temporaryDirectory.path + "/filmgate-earlier-\(UUID())"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try await Self.write(Self.rows(version), in: Directory(path: folder), version: version)

        let library = try await Library.open(in: Directory(path: folder), user: 1000)
        let damage = try await library.problems().filter { $0.kind != .missing }
        #expect(damage.isEmpty, "\(damage)")
        let everything = Visibility.everything
        var query = AssetQuery()
        #expect(try await library.letters(query, everything) == "ca", "neither what is hidden nor what is in the trash")
        query.includesHidden = true
        query.includesTrashed = true
        #expect(try await library.letters(query, everything) == "dcba")
        query.album = AlbumID(uuid: 0xA1)
        #expect(try await library.letters(query, everything) == "cbda", "the album's order")
        query = AssetQuery()
        query.predicate = .contains(.subtypes, "raw")
        #expect(try await library.letters(query, everything) == "c")
        #expect(try await library.letters(AssetQuery(), .limited(Fixture.app)) == "ca", "its selected album")
        let grants = try await library.grants().map(\.grant)
        let kept: [Rights] =
            version < 11
            ? [[.location, .write], [.originals, .captions, .metadata, .write]] : [.location, [.originals, .captions]]
        #expect(grants.map(\.rights).sorted { $0.rawValue % 8 < $1.rawValue % 8 } == kept, "it may do what it could do")
        #expect(grants.allSatisfy { $0.limits == ContentLimits() })
        let counts = try await library.summary()
        #expect(counts.assets == 3 && counts.hidden == 1 && counts.trashed == 1)
        await library.close()
    }

    /// Every released schema with undo, before its limits were those of accounts.
    @Test("keeps what undo needs, each client's in its own account", arguments: 22...26)
    func undoes(_ version: Int) async throws {
        let folder = FileManager.default.temporaryDirectory.path + "/filmgate-earlier-\(UUID())"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let rows = Self.rows(version) + Self.undoRows(version)
        try await Self.write(rows, in: Directory(path: folder), version: version)

        let library = try await Library.open(in: Directory(path: folder), user: 1000)
        let damage = try await library.problems().filter { $0.kind != .missing }
        #expect(damage.isEmpty, "\(damage)")
        let accounts = try await library.database.read { database in
            try database.all("SELECT client, is_of_undos, is_shared, size, file_size FROM undo_account ORDER BY client")
            {
                row in (0..<5).map { row.integer($0) }
            }
        }
        #expect(accounts == [[1, 0, 0, 256, 7], [2, 0, 0, 128, 0], [3, 0, 1, 128, 0]])
        let report = try await library.undo(
            UndoRequest(
                .client(Fixture.app, since: nil, until: nil), visibleTo: .everything, by: .client(Fixture.owner),
                at: .seconds(20), isDryRun: false))
        #expect(report.undone.count == 1 && report.skipped.isEmpty, "\(report)")
        let titles = try await library.database.read { database in
            try database.all("SELECT title FROM asset WHERE row IN (1, 3) ORDER BY row") { $0.optionalText(0) }
        }
        #expect(titles == ["Before", "Own"])
        let file = try await library.database.read { try $0.first("SELECT size FROM undo_file") { $0.integer(0) } }
        #expect(file == 7, "the edit that the owner replaced stays")
        await library.close()
    }

    private static func write(_ rows: String, in folder: Directory, version: Int) async throws {
        let database = try Database(path: folder.path(of: "library.sqlite3"), access: .readWrite, named: "earlier") {
            try migrate($0, by: Array(Schema.migrations.prefix(version)))
        }
        try await database.write { try $0.script(rows) }
        await database.close()
    }

    /// Four photos, `b` hidden and `d` trashed, all in an album in an app's selection.
    private static func rows(_ version: Int) -> String {
        let subtypes = version < 7 ? ["''", "''", "'hdr raw'", "''"] : ["0", "0", "\(MediaSubtype.raw.bit)", "0"]
        let assets = zip("abcd", subtypes).enumerated().map { number, asset in
            """
            INSERT INTO asset (row, id, media_type, subtypes, creation_date, modification_date, added_date, trashed_date,
                hidden, pixel_width, pixel_height, orientation, creator)
            VALUES (\(number + 1), \(id(asset.0)), 'image', \(asset.1), \(number), 0, 0,
                \(asset.0 == "d" ? "5" : "NULL"), \(asset.0 == "b" ? 1 : 0), 1, 1, 1, 1);
            INSERT INTO resource (asset, type, mime_type, size, hash, file)
            VALUES (\(number + 1), 'photo', 'image/jpeg', 1, randomblob(32), randomblob(16));
            INSERT INTO member (client, creation_date, id, asset, hidden, trashed, selected, albums, added)
            SELECT 1, creation_date, id, row, hidden, trashed_date IS NOT NULL, 0, 0, 1 FROM asset WHERE row = \(number + 1);
            INSERT INTO member (client, creation_date, id, asset, hidden, trashed, selected, albums, added)
            SELECT 2, creation_date, id, row, hidden, trashed_date IS NOT NULL, 0, 1, 0 FROM asset WHERE row = \(number + 1);
            """
        }
        let places = [3, 2, 4, 1].enumerated().map { place, asset in
            version < 6
                ? "INSERT INTO album_asset (album, position, asset) VALUES (1, \(place + 1), \(asset));"
                : """
                INSERT INTO album_asset (album, position, asset, hidden, trashed)
                SELECT 1, \((place + 1) * 65536), row, hidden, trashed_date IS NOT NULL FROM asset WHERE row = \(asset);
                """
        }
        return """
            INSERT INTO client (row, id) VALUES (1, '\(Fixture.owner)'), (2, '\(Fixture.app)');
            UPDATE library SET clients = 2;
            \(assets.joined())
            INSERT INTO album (id, title, creation_date, modification_date) VALUES (\(hex(0xA1)), 'Old', 0, 0);
            \(places.joined())
            \(version < 6 ? "UPDATE album SET positions = 4;" : "")
            INSERT INTO selected_album (album, client) VALUES (1, 2);
            INSERT INTO access (client, add_only, read_write, rights, granted_date)
            VALUES (1, 'authorized', 'authorized', 1, 0), (2, 'authorized', 'limited', 6, 0);
            """
    }

    /// Changes of the owner, who also replaced an edit, of an app, and of a program that nothing proves.
    private static func undoRows(_ version: Int) -> String {
        """
        INSERT INTO client (row, id) VALUES (3, 'exe:/usr/bin/program');
        UPDATE asset SET title = 'Before' WHERE row = 1;
        INSERT INTO undo_batch (number, date, client, is_owners) VALUES (1, 10, 1, 1), (2, 11, 2, 0), (3, 12, 3, 0);
        UPDATE library SET clients = 3, undo_batch = 1;
        UPDATE asset SET title = 'Own' WHERE row = 3;
        INSERT INTO undo_entry (batch, aspect, object) VALUES (1, 'content', 3);
        INSERT INTO undo_edit (entry, asset, format, version, client, pixel_width, pixel_height, orientation)
            SELECT number, 3, 'org.example', '1', 1, 1, 1, 1 FROM undo_entry WHERE aspect = 'content';
        INSERT INTO undo_file (edit, type, mime_type, size, hash, file\(version < 23 ? "" : ", client"))
            SELECT entry, 'full-size-photo', 'image/jpeg', 7, randomblob(32), randomblob(16)\(version < 23 ? "" : ", 1")
            FROM undo_edit;
        UPDATE library SET undo_batch = 2;
        UPDATE asset SET title = 'Spoilt' WHERE row = 1;
        UPDATE library SET undo_batch = 3;
        UPDATE asset SET favorite = 1 WHERE row = 2;
        UPDATE library SET undo_batch = NULL;
        UPDATE undo_batch SET size = 128 * (SELECT count(*) FROM undo_entry WHERE batch = undo_batch.number);
        """
    }

    private static func id(_ letter: Character) -> String { hex(UInt128(letter.asciiValue ?? 0)) }

    private static func hex(_ number: UInt128) -> String {
        "x'" + Hexadecimal.text(of: AssetID(uuid: number).bytes) + "'"
    }
}

extension Library {
    /// The letters of the photos that a query finds.
    fileprivate func letters(_ query: AssetQuery, _ visibility: Visibility) async throws -> String {
        let keys = try await fetch(query, visibleTo: visibility)
        let rows = try await rows(keys, properties: [], visibleTo: visibility).orTrap
        return String(rows.map { Character(UnicodeScalar(UInt8(truncatingIfNeeded: $0.id.uuid))) })
    }
}
