import FilmgateModel
import FilmgateSystem
import FilmgateTestKit
import Foundation
import Testing

@testable import FilmgatePickStore

/// The folders in which a store is tested.
final class PickFolders: Sendable {
    let path = FileManager.default.temporaryDirectory.appending(path: "filmgate-picks-test-\(UUID().uuidString)").path
    var runtime: String { "\(path)/run" }
    var disk: String { "\(path)/disk" }
    /// The folder for copies on the disk.
    var diskPicks: String { "\(disk)/filmgate-picks-\(geteuid())" }

    init() throws {
        for folder in ["\(path)/run", "\(path)/disk"] {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        }
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    func store(limit: UInt64 = 1 << 20) -> PickStore { PickStore(runtime: runtime, disk: disk, memoryLimit: limit) }

    /// A file with this many bytes.
    func photo(_ count: Int = 1000) throws -> OwnedDescriptor {
        let file = try Directory(path: path).newFile(UUID().uuidString)
        try file.write(repeatElement(7, count: count))
        return file
    }

    /// Everything in the folders for copies.
    func left() -> [String] {
        [runtime + "/filmgate/picks", disk].flatMap {
            ((try? FileManager.default.subpathsOfDirectory(atPath: $0)) ?? [])
                .filter { !$0.hasSuffix("filmgate-picks-\(geteuid())") }
        }
    }

    func mode(of path: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }
}

@Suite("The pick store")
struct PickStoreTests {
    @Test("a copy has a folder of its own, its name and its date, and only this user can read it")
    func copy() throws {
        let folders = try PickFolders()
        let store = folders.store()
        let pick = try store.begin()
        let date = Timestamp(rawValue: -1_500_000)
        let first = try pick.add(named: "IMG_1.jpg", modified: date, copying: folders.photo())
        let second = try pick.add(named: "IMG_2.jpg", modified: nil, copying: folders.photo())
        #expect(first.hasPrefix("\(folders.runtime)/filmgate/picks/") && first.hasSuffix("/IMG_1.jpg"))
        #expect(pick.paths == [first, second])
        #expect(try Data(contentsOf: URL(filePath: first)) == Data(repeating: 7, count: 1000))
        #expect(try OwnedDescriptor.facts(ofFileAt: first).modified == -1_500_000_000)
        #expect(try folders.mode(of: first) == 0o400)
        var folder = URL(filePath: first).deletingLastPathComponent()
        #expect(folder != URL(filePath: second).deletingLastPathComponent())
        for _ in 0..<3 {
            #expect(try folders.mode(of: folder.path) == 0o700)
            folder = folder.deletingLastPathComponent()
        }
        store.remove(pick)
        #expect(!FileManager.default.fileExists(atPath: URL(filePath: first).deletingLastPathComponent().path))
        #expect(throws: Errno.noEntry) { try pick.add(named: "IMG_3.jpg", modified: nil, copying: folders.photo()) }
        let last = try store.begin()
        _ = try last.add(named: "IMG_1.jpg", modified: nil, copying: folders.photo())
        store.removeAll()
        // A copy that was asked for before the end is not made after it.
        #expect(throws: Errno.noEntry) { try last.add(named: "IMG_2.jpg", modified: nil, copying: folders.photo()) }
        #expect(folders.left() == [])
    }

    @Test("all programs together have as much memory as the limit says; the rest is on the disk")
    func limit() throws {
        let folders = try PickFolders()
        let stores = [folders.store(limit: 2500), folders.store(limit: 2500)]
        let picks = try stores.map { try $0.begin() }
        let paths = try (picks + picks).map { try $0.add(named: "cat.jpg", modified: nil, copying: folders.photo()) }
        #expect(paths.map { $0.hasPrefix(folders.runtime) } == [true, true, false, false])
        #expect(paths.map { $0.hasPrefix(folders.diskPicks) } == [false, false, true, true])
        for path in paths {
            #expect(stores[0].contains(path))
            #expect(try folders.mode(of: path) == 0o400)
        }
        #expect(try folders.mode(of: folders.diskPicks) == 0o700)
        stores[0].remove(picks[0])
        // What was removed makes room.
        let next = try picks[1].add(named: "cat.jpg", modified: nil, copying: folders.photo())
        #expect(next.hasPrefix(folders.runtime) && next.hasSuffix("/cat-3.jpg"))
        // One that is larger than the limit.
        #expect(try picks[1].add(named: "a", modified: nil, copying: folders.photo(2501)).hasPrefix(folders.disk))
        // Outside of a session.
        let outside = PickStore(runtime: nil, disk: folders.disk)
        #expect(try outside.begin().add(named: "a", modified: nil, copying: folders.photo()).hasPrefix(folders.disk))
    }

    @Test(
        "a name leads nowhere else, fits on every file system, and is the library's otherwise",
        arguments: [
            ("IMG_1.jpg", "IMG_1.jpg"), ("Ünïcödé 写真 👨‍👩‍👧.heic", "Ünïcödé 写真 👨‍👩‍👧.heic"),
            ("../../etc/passwd", "_._.._etc_passwd"),
            ("..", "_."), (".", "_"), ("", "_"), (".hidden.jpg", "_hidden.jpg"), ("a\nb\u{7F}\u{0}.jpg", "a_b__.jpg"),
            ("photo\u{202E}gpj.exe", "photo_gpj.exe"), ("/", "_"), ("-rf", "-rf"), ("a.jpg.", "a.jpg."),
            (String(repeating: "a", count: 300) + ".jpg", String(repeating: "a", count: 220) + ".jpg"),
            (String(repeating: "写", count: 100) + ".jpg", String(repeating: "写", count: 73) + ".jpg"),
            ("a" + String(repeating: "\u{301}", count: 300), "a" + String(repeating: "\u{301}", count: 111)),
            ("a." + String(repeating: "b", count: 300), "a." + String(repeating: "b", count: 222)),
        ])
    func names(name: String, safe: String) throws {
        let folders = try PickFolders()
        let pick = try folders.store().begin()
        let path = try pick.add(named: name, modified: nil, copying: folders.photo())
        #expect(URL(filePath: path).lastPathComponent == safe)
        #expect(FileManager.default.fileExists(atPath: path))
    }

    @Test("the names of one pick differ, in case too")
    func unique() throws {
        let folders = try PickFolders()
        let pick = try folders.store().begin()
        let names = try ["a.jpg", "A.JPG", "a-2.jpg", "a.jpg"].map {
            URL(filePath: try pick.add(named: $0, modified: nil, copying: folders.photo())).lastPathComponent
        }
        #expect(names == ["a.jpg", "A-2.JPG", "a-2-2.jpg", "a-3.jpg"])
    }

    @Test("paths into the store are known, however they are written; others are not")
    func contains() throws {
        let folders = try PickFolders()
        let store = folders.store()
        let path = try store.begin().add(named: "a.jpg", modified: nil, copying: folders.photo())
        let folder = URL(filePath: path).deletingLastPathComponent().path
        try FileManager.default.createSymbolicLink(atPath: "\(folders.path)/link", withDestinationPath: folder)
        for inside in [
            path, folder, folder + "/", "\(folders.runtime)/filmgate/picks", "\(folders.runtime)/filmgate/picks/gone/b",
            "\(folders.runtime)/./filmgate//picks/x/../y", "\(folders.path)/link", "\(folders.path)/link/a.jpg",
            folders.diskPicks, "\(folders.diskPicks)-12/a",
        ] { #expect(store.contains(inside), "\(inside)") }
        for outside in [
            "", "/", folders.runtime, "\(folders.runtime)/filmgate", "\(folders.runtime)/filmgate/picks-2",
            "\(folders.runtime)/filmgate/picks/../b", folders.disk, "\(folders.diskPicks)0",
        ] { #expect(!store.contains(outside), "\(outside)") }
        #expect(store.document(in: "\(folders.runtime)/doc/3f2a/a.jpg") == "3f2a")
        #expect(store.document(in: "\(folders.runtime)/doc/by-app/org.example.App/3f2a/a.jpg") == "3f2a")
        #expect(store.document(in: "\(folders.runtime)/doc") == nil)
        #expect(store.document(in: path) == nil)
    }
}
