import FilmgateModel
import FilmgateSystem
import Foundation
import Testing

@testable import FilmgatePolicy
@testable import FilmgateSQLite
@testable import FilmgateStore

@Suite("A restored library")
struct RestoredLibraryTests {
    @Test("gives its place back at the next start, unless somebody noted that it is in use", arguments: [true, false])
    func confirmation(_ isConfirmed: Bool) async throws {
        let fixture = try await Fixture()
        let saved = try await fixture.add("saved")
        let backup = try await fixture.library.backup()
        let later = try await fixture.add("later")
        let restore = try await fixture.library.restore(
            backup.database, replacing: true, for: Fixture.owner, seeing: .everything, at: .seconds(5))
        #expect(try await restore.missing().count == 0)
        await fixture.library.close()
        try await restore.finish(at: .seconds(5))

        let folder = try Directory(path: fixture.path)
        let restored = try await Library.open(in: folder, user: 1000)
        #expect(try await restored.ids() == [saved])
        if isConfirmed { try await restored.confirmRestoration() }
        await restored.close()
        // As after a crash at the first opening.
        for _ in 0..<2 {
            let next = try await Library.open(in: folder, user: 1000)
            #expect(try await next.ids() == (isConfirmed ? [saved] : [saved, later]))
            try await next.confirmRestoration()
            try await next.removeReplaced()
            try await next.sweep()
            #expect(try await next.problems() == [])
            await next.close()
        }
        let names = try FileManager.default.contentsOfDirectory(atPath: fixture.path)
        #expect(names.filter { $0.hasPrefix("re") } == [])
    }

    @Test("takes the place of one that is set aside, and has what its files were")
    func aside() async throws {
        let fixture = try await Fixture()
        let saved = try await fixture.add("saved")
        try await fixture.grant(
            Grant(addOnly: .denied, readWrite: .denied, rights: [], grantor: .admin), to: .client(Fixture.app))
        let backup = try await fixture.library.backup()
        await fixture.library.close()
        let folder = try Directory(path: fixture.path)
        try await Library.setAside(in: folder, at: .seconds(7))

        let fresh = try await Library.open(in: folder, user: 1000)
        #expect(try await fresh.ids() == [])
        #expect(try await fresh.grants().map(\.grant.readWrite) == [.denied])
        // As the broker does after each opening.
        try await fresh.confirmRestoration()
        try await fresh.removeReplaced()
        let restore = try await fresh.restore(
            backup.database, replacing: true, for: Fixture.owner, seeing: .everything, at: .seconds(8))
        #expect(try await restore.missing().count == 0)
        await fresh.close()
        try await restore.finish(at: .seconds(8))
        let restored = try await Library.open(in: folder, user: 1000)
        try await restored.confirmRestoration()
        try await restored.removeReplaced()
        #expect(try await restored.ids() == [saved])
        #expect(try await restored.problems() == [])
        #expect(try !folder.names().contains { $0.hasPrefix("damaged") })
        await restored.close()
    }
}

extension RestoredLibraryTests {
    @Test("is not replaced by an empty one to which an administrator's decision cannot be written")
    func unwritableDecision() async throws {
        let fixture = try await Fixture()
        let saved = try await fixture.add("saved")
        try await fixture.grant(
            Grant(addOnly: .denied, readWrite: .denied, rights: [], grantor: .admin), to: .client(Fixture.app))
        await fixture.library.close()
        let folder = try Directory(path: fixture.path)
        let damage = "PRAGMA ignore_check_constraints = ON; UPDATE access SET max_pixels = 0"
        try await fixture.changeDatabase(damage)
        await #expect(throws: (any Error).self) { try await Library.setAside(in: folder, at: .seconds(7)) }
        let same = try await Library.open(in: folder, user: 1000)
        #expect(try await same.ids() == [saved])
        #expect(try await same.grants().map(\.grant.readWrite) == [.denied])
        await same.close()

        try await fixture.changeDatabase("UPDATE access SET max_pixels = NULL")
        try await Library.setAside(in: folder, at: .seconds(8))
        let fresh = try await Library.open(in: folder, user: 1000)
        #expect(try await fresh.ids() == [])
        #expect(try await fresh.grants().map(\.grant.readWrite) == [.denied])
        #expect(try !folder.names().contains("empty"))
        await fresh.close()
    }

    @Test("has the decisions of administrators after an interruption, and says if they cannot be read")
    func interrupted() async throws {
        let fixture = try await Fixture()
        try await fixture.grant(
            Grant(addOnly: .denied, readWrite: .denied, rights: [], grantor: .admin), to: .client(Fixture.app))
        await fixture.library.close()
        let folder = try Directory(path: fixture.path)
        let failure = try await Library.setAside(in: folder, at: .seconds(7))
        #expect(failure == nil)
        // As if it had ended when only the damaged database had left its place.
        try folder.rename("library.sqlite3", to: "library.sqlite3", in: folder.makingDirectory("empty"))
        try folder.directory("damaged").rename("originals", to: "originals", in: folder)
        let fresh = try await Library.open(in: folder, user: 1000)
        #expect(try await fresh.grants().map(\.grant.readWrite) == [.denied])
        #expect(try folder.directory("damaged").names().contains("originals"))
        await fresh.close()

        try Data("no database".utf8).write(to: URL(filePath: fixture.path + "/library.sqlite3"))
        let reason = try await Library.setAside(in: folder, at: .seconds(8))
        #expect(reason != nil)
        let empty = try await Library.open(in: folder, user: 1000)
        #expect(try await empty.grants().isEmpty)
        await empty.close()
    }

    @Test("has the files of all libraries that were set aside, none of which a refused backup removes")
    func severalAside() async throws {
        let fixture = try await Fixture()
        let saved = try await fixture.add("saved")
        let backup = try await fixture.library.backup()
        await fixture.library.close()
        let folder = try Directory(path: fixture.path)
        try await Library.setAside(in: folder, at: .seconds(7))
        var fresh = try await Library.open(in: folder, user: 1000)
        try await fresh.confirmRestoration()
        let garbage = try OwnedDescriptor.sealedMemory(named: "backup", holding: "no database".utf8)
        await #expect(throws: RestoreRefusal.self) {
            try await fresh.restore(
                garbage, replacing: true, for: Fixture.owner, seeing: .everything, at: .seconds(8))
        }
        await fresh.close()
        // What was added meanwhile is set aside as well.
        try await Library.setAside(in: folder, at: .seconds(9))
        #expect(try Set(folder.names()).isSuperset(of: ["damaged", "damaged-2"]))
        fresh = try await Library.open(in: folder, user: 1000)
        try await fresh.confirmRestoration()
        let restore = try await fresh.restore(
            backup.database, replacing: true, for: Fixture.owner, seeing: .everything, at: .seconds(10))
        #expect(try await restore.missing().count == 0)
        await fresh.close()
        try await restore.finish(at: .seconds(10))
        let restored = try await Library.open(in: folder, user: 1000)
        try await restored.confirmRestoration()
        #expect(try await restored.ids() == [saved])
        #expect(try !folder.names().contains { $0.hasPrefix("damaged") })
        await restored.close()
    }
}

extension Fixture {
    /// Runs a script on the database of the library, which is closed.
    fileprivate func changeDatabase(_ script: String) async throws {
        let database = try Database(
            path: path + "/library.sqlite3", access: .readWrite, named: "test", functions: [.like])
        try await database.write { try $0.script(script) }
        await database.close()
    }
}

extension Library {
    fileprivate func ids() async throws -> Set<AssetID> {
        let keys = try await fetch(AssetQuery(), visibleTo: .everything)
        return try await Set(rows(keys, properties: [], visibleTo: .everything).orTrap.map(\.id))
    }
}
