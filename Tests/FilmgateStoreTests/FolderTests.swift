import FilmgateModel
import FilmgateSQLite
import Testing

@testable import FilmgatePolicy
@testable import FilmgateStore

@Suite("Folders")
struct FolderTests {
    /// Nested folders, each in the one before it; nil for the top level.
    private static func chain(_ count: Int, in parent: FolderID?) -> ([FolderID], [StoreChange]) {
        let ids = (0..<count).map { _ in FolderID.random() }
        let changes = ids.indices.map { index in
            StoreChange.createFolder(ids[index], title: "\(index)", in: index == 0 ? parent : ids[index - 1])
        }
        return (ids, changes)
    }

    @Test("can be nested 32 deep and no deeper, by creating and by moving")
    func depth() async throws {
        let fixture = try await Fixture()
        let (deep, made) = Self.chain(32, in: nil)
        _ = try await fixture.apply(made)
        let below = StoreChange.createFolder(.random(), title: "Below", in: deep[31])
        await #expect(throws: ChangeRefusal(index: 0, reason: .tooDeep)) { try await fixture.apply([below]) }
        _ = try await fixture.apply([.createAlbum(.random(), title: "Album", in: deep[31])])
        let (short, others) = Self.chain(3, in: nil)
        _ = try await fixture.apply(others)
        await #expect(throws: ChangeRefusal(index: 0, reason: .tooDeep)) {
            try await fixture.apply([.addChildren([ObjectID(short[0])], to: deep[29])])
        }
        _ = try await fixture.apply([.addChildren([ObjectID(short[0])], to: deep[28])])
        #expect(try await fixture.parent(of: short[0]) == deep[28])
        #expect(try await fixture.problems() == [])
    }

    @Test("never contain themselves, by any sequence of moves")
    func cycles() async throws {
        let fixture = try await Fixture()
        let (chain, made) = Self.chain(4, in: nil)
        _ = try await fixture.apply(made)
        for inner in chain {
            await #expect(throws: ChangeRefusal(index: 0, reason: .cycle)) {
                try await fixture.apply([.addChildren([ObjectID(chain[0])], to: inner)])
            }
        }
        // Reversed step by step, with valid steps.
        _ = try await fixture.apply([
            .removeChildren([ObjectID(chain[1])], from: chain[0]), .addChildren([ObjectID(chain[0])], to: chain[3]),
        ])
        #expect(try await fixture.parent(of: chain[0]) == chain[3])
        #expect(try await fixture.parent(of: chain[1]) == nil)
        #expect(try await fixture.problems() == [])
    }

    @Test("leave their content in their parent when they are deleted, even several at once")
    func deleting() async throws {
        let fixture = try await Fixture()
        let (chain, made) = Self.chain(4, in: nil)
        let album = AlbumID.random()
        _ = try await fixture.apply(made + [.createAlbum(album, title: "Album", in: chain[3])])
        _ = try await fixture.apply([.deleteFolders([chain[2], chain[1], chain[2]])])
        #expect(try await fixture.parent(of: chain[3]) == chain[0])
        _ = try await fixture.apply([.deleteFolders([chain[0], chain[3]])])
        let library = try await fixture.library.database.read { database in
            try database.first("SELECT (SELECT count(*) FROM folder), folder IS NULL FROM album") {
                [$0.integer(0), $0.integer(1)]
            }
        }
        #expect(library == [0, 1])
        let log = try await fixture.log().map { $0.split(separator: " ")[1] }.filter { $0.hasPrefix("folder-deleted") }
        #expect(log.count == 4)
        #expect(try await fixture.problems() == [])
    }
}

extension Fixture {
    fileprivate func parent(of folder: FolderID) async throws -> FolderID? {
        try await library.database.read { database in
            try database.first(
                "SELECT p.id FROM folder AS f JOIN folder AS p ON p.row = f.parent WHERE f.id = \(folder.bytes)"
            ) { FolderID(bytes: $0.blob(0)) } ?? nil
        }
    }
}
