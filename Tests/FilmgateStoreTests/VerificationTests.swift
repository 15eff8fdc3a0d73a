import FilmgateModel
import FilmgateSQLite
import Foundation
import Testing

@testable import FilmgatePolicy
@testable import FilmgateStore

@Suite("Verification")
struct VerificationTests {
    @Test("finds no problems in an intact library, and counts every file")
    func sound() async throws {
        let fixture = try await Fixture()
        for index in 0..<40 { try await fixture.add("\(index)") }
        var checked: UInt64 = 0
        var total: UInt64 = 0
        var cursor: String? = ""
        while let current = cursor {
            let page = try await fixture.library.verify(after: current, limit: 7).orTrap
            #expect(page.checked <= 7)
            #expect(page.findings == [])
            checked += page.checked
            total = page.total
            cursor = page.cursor
        }
        #expect(checked == total)
    }

    @Test("checks every table but those of the search index")
    func tables() async throws {
        let fixture = try await Fixture()
        let tables = try await fixture.library.database.read { database in
            try database.all(
                "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT GLOB 'search*' AND name NOT GLOB 'sqlite_*'"
            ) { $0.text(0) }
        }
        #expect(Set(tables) == Set(DatabaseCheck.tables))
    }

    @Test(
        "refuses an invalid cursor",
        arguments: ["x", "file:1", "folder:256", "database:-1", "database:99", "file:a:b"])
    func cursors(_ cursor: String) async throws {
        let fixture = try await Fixture()
        #expect(try await fixture.library.verify(after: cursor, limit: 1) == nil)
    }

    @Test("finds damaged files, each with its kind")
    func files() async throws {
        let fixture = try await Fixture()
        for index in 0..<5 { try await fixture.add("content \(index)") }
        let files = try fixture.originals()
        for file in files[0...2] { chmod(file, 0o600) }
        unlink(files[3])
        try Data("CONTENT 0".utf8).write(to: URL(filePath: files[0]), options: [])
        truncate(files[1], 3)
        let folder = (files[4] as NSString).deletingLastPathComponent
        try Data().write(to: URL(filePath: folder + "/stranger"))
        try Data().write(to: URL(filePath: fixture.path + "/originals/00/" + String(repeating: "0", count: 32)))
        let kinds = try await fixture.problems().map(\.kind.rawValue).sorted()
        #expect(
            kinds == ["content", "content", "missing", "permissions", "permissions", "permissions", "stray", "stray"])
    }

    @Test(
        "finds inconsistencies in the database",
        arguments: [
            "UPDATE library SET assets = 7", "UPDATE library SET bytes = bytes + 1", "UPDATE client SET selected = 3",
            "UPDATE member SET hidden = 1", "UPDATE member SET creation_date = 9", "DELETE FROM member",
            "PRAGMA foreign_keys = OFF; UPDATE member SET client = 99",
            "UPDATE resource SET type = 'adjustment-data'", "UPDATE album SET assets = 2",
            "UPDATE album SET hidden = 1",
            "UPDATE album_asset SET trashed = 1; UPDATE album SET assets = 1", "UPDATE album_asset SET hidden = 1",
            "UPDATE album_stretch SET assets = 0", "INSERT INTO album_stretch VALUES (1, 99, 1)",
            "UPDATE folder SET parent = 2 WHERE row = 1",
        ])
    func derived(_ damage: String) async throws {
        let fixture = try await Fixture()
        let asset = try await fixture.add(by: .client(Fixture.app))
        let (album, outer, inner) = (AlbumID.random(), FolderID.random(), FolderID.random())
        _ = try await fixture.apply([
            .createFolder(outer, title: "Outer"), .createFolder(inner, title: "Inner", in: outer),
            .createAlbum(album, title: "Album", in: inner), .addAssets([asset], to: album),
        ])
        #expect(try await fixture.problems() == [])
        try await fixture.tamper(damage)
        #expect(try await !fixture.problems().isEmpty)
    }

    @Test("removes what an interrupted batch left behind, and nothing else, when it sweeps")
    func sweep() async throws {
        let fixture = try await Fixture()
        for _ in 0..<10 { try await fixture.add() }
        let files = try Set(fixture.originals())
        for prefix in ["00", "7f", "ff"] {
            let name = prefix + String(repeating: "a", count: 30)
            try Data("left".utf8).write(to: URL(filePath: "\(fixture.path)/originals/\(prefix)/\(name)"))
        }
        #expect(try await fixture.problems().map(\.kind) == [.stray, .stray, .stray])
        try await fixture.library.sweep()
        #expect(try Set(fixture.originals()) == files)
        #expect(try await fixture.problems() == [])
    }

    @Test("can run with sweeping while batches run, without removing their files or reporting problems")
    func sweepMeanwhile() async throws {
        let fixture = try await Fixture()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<4 {
                group.addTask { for _ in 0..<25 { try await fixture.add() } }
            }
            group.addTask { for _ in 0..<5 { try await fixture.library.sweep() } }
            group.addTask {
                for _ in 0..<3 {
                    let problems = try await fixture.problems()
                    #expect(problems == [])
                }
            }
            try await group.waitForAll()
        }
        #expect(try fixture.originals().count == 100)
        #expect(try await fixture.problems() == [])
    }
}

extension Fixture {
    /// Writes to the database without the library.
    func tamper(_ script: String) async throws {
        let database = try Database(path: path + "/library.sqlite3", access: .readWrite, named: "tamper") {
            try $0.script(script)
        }
        await database.close()
    }
}
