import FilmgateModel
import FilmgateSystem
import FilmgateTestKit
import Foundation
import Testing

@testable import FilmgatePickStore

@Suite("Attacks on the pick store")
struct PickAttackTests {
    /// What other users may have put at the place of the folder on the disk.
    enum Plant: CaseIterable { case link, dangling, file, openFolder, foreignFolder }

    @Test("a planted link, file or folder in the folder of all users gets no copy", arguments: Plant.allCases)
    func planted(_ plant: Plant) throws {
        let folders = try PickFolders()
        let outside = "\(folders.path)/outside"
        try FileManager.default.createDirectory(atPath: outside, withIntermediateDirectories: true)
        try Data(count: 3).write(to: URL(filePath: "\(outside)/old.jpg"))
        let taken = folders.diskPicks
        switch plant {
        case .link: try FileManager.default.createSymbolicLink(atPath: taken, withDestinationPath: outside)
        case .dangling:
            try FileManager.default.createSymbolicLink(atPath: taken, withDestinationPath: "\(outside)/new")
        case .file: try Data().write(to: URL(filePath: taken))
        case .openFolder, .foreignFolder:
            try FileManager.default.createDirectory(atPath: taken, withIntermediateDirectories: true)
            chmod(taken, plant == .openFolder ? 0o755 : 0o700)
            // Only root can give a folder away.
            if plant == .foreignFolder, chown(taken, 65_534, 0) != 0 { return }
        }
        let store = folders.store(limit: 0)
        let path = try store.begin().add(named: "a.jpg", modified: nil, copying: folders.photo())
        #expect(path.hasPrefix("\(taken)-") && store.contains(path))
        let root = URL(filePath: path).deletingLastPathComponent().deletingLastPathComponent().path
        #expect(try folders.mode(of: root) == 0o700)
        // The same one for the next program, and for the sweep.
        let next = folders.store(limit: 0)
        let second = try next.begin().add(named: "b.jpg", modified: nil, copying: folders.photo())
        #expect(second.hasPrefix("\(root)/"))
        for ended in [store, next] { ended.removeAll() }
        folders.store().sweep()
        #expect(try FileManager.default.subpathsOfDirectory(atPath: outside) == ["old.jpg"])
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test("a planted link in the runtime directory gets no copy, nor does a folder that others can enter")
    func plantedInSession() throws {
        let folders = try PickFolders()
        let outside = "\(folders.path)/outside"
        for folder in [outside, "\(folders.runtime)/filmgate"] {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        }
        let picks = "\(folders.runtime)/filmgate/picks"
        try FileManager.default.createSymbolicLink(atPath: picks, withDestinationPath: outside)
        let store = folders.store()
        #expect(try store.begin().add(named: "a.jpg", modified: nil, copying: folders.photo()).hasPrefix(folders.disk))
        try FileManager.default.removeItem(atPath: picks)
        try FileManager.default.createDirectory(atPath: picks, withIntermediateDirectories: true)
        chmod(picks, 0o755)
        #expect(try store.begin().add(named: "a.jpg", modified: nil, copying: folders.photo()).hasPrefix(folders.disk))
        #expect(try FileManager.default.subpathsOfDirectory(atPath: outside) == [])
        // A whole folder of the session that is a different user's.
        guard chown(folders.runtime, 65_534, 0) == 0 else { return }
        let other = folders.store()
        #expect(try other.begin().add(named: "a.jpg", modified: nil, copying: folders.photo()).hasPrefix(folders.disk))
    }

    @Test("false sizes in names send copies to the disk, and never overflow")
    func falseSizes() throws {
        let folders = try PickFolders()
        let store = folders.store()
        let pick = try store.begin()
        for name in ["a-1-ffffffffffffffff", "b-1-ffffffffffffffff", "c--zz", "---", "d"] {
            _ = try Directory(path: "\(folders.runtime)/filmgate/picks").newDirectory(name)
        }
        #expect(try pick.add(named: "a.jpg", modified: nil, copying: folders.photo()).hasPrefix(folders.disk))
        folders.store().sweep()
        #expect(try pick.add(named: "a.jpg", modified: nil, copying: folders.photo()).hasPrefix(folders.runtime))
    }

    @Test("a full disk is an error that leaves nothing behind", .enabled(if: TemporaryDisk.isAvailable))
    func fullDisk() throws {
        let disk = try TemporaryDisk(megabytes: 4)
        defer { disk.remove() }
        let folders = try PickFolders()
        // Memory that is full is no error as long as the disk has room.
        let full = try TemporaryDisk(megabytes: 1)
        defer { full.remove() }
        let store = PickStore(runtime: full.path, disk: disk.path)
        let pick = try store.begin()
        #expect(try pick.add(named: "a.jpg", modified: nil, copying: folders.photo(2 << 20)).hasPrefix(disk.path))
        #expect(throws: Errno.noSpace) { try pick.add(named: "b.jpg", modified: nil, copying: folders.photo(3 << 20)) }
        #expect(pick.paths.count == 1)
        for root in [full.path, disk.path] {
            let photos = try FileManager.default.subpathsOfDirectory(atPath: root).filter { $0.hasSuffix(".jpg") }
            #expect(photos.count == (root == disk.path ? 1 : 0))
        }
    }
}
