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
