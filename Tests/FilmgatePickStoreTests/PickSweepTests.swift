import FilmgateModel
import FilmgateSystem
import FilmgateTestKit
import Foundation
import Testing

@testable import FilmgatePickStore

@Suite("Copies that programs leave behind")
struct PickSweepTests {
    @Test("a program that is killed at any moment leaves nothing that the next sweep does not remove")
    func killed() async throws {
        let folders = try PickFolders()
        let (runtime, disk) = (folders.runtime, folders.disk)
        // A running program keeps its copies.
        let other = folders.store()
        let kept = try other.begin().add(named: "kept.jpg", modified: nil, copying: folders.photo())
        for delay in 0..<8 {
            await #expect(processExitsWith: .signal(SIGKILL)) {
                [runtime = runtime as String, disk = disk as String, delay = delay as Int] in
                let store = PickStore(runtime: runtime, disk: disk, memoryLimit: 3 << 20)
                let content = try OwnedDescriptor.memory(named: "photo")
                try content.write(repeatElement(7, count: 1 << 20))
                Foundation.Thread.detachNewThread {
                    usleep(UInt32(delay) * 1500)
                    kill(getpid(), SIGKILL)
                }
                while true {
                    let pick = try store.begin()
                    for _ in 0..<4 { _ = try pick.add(named: "a.jpg", modified: nil, copying: content) }
                    store.remove(pick)
                }
            }
            folders.store().sweep()
            let left = folders.left().filter { $0.contains("/") }
            #expect(left == [kept.split(separator: "/").suffix(2).joined(separator: "/")], "\(left)")
        }
        other.removeAll()
        folders.store().sweep()
        #expect(folders.left() == [])
    }

    @Test("a sweep removes locks, folders, links and parts of files that belong to no running program")
    func steps() throws {
        let folders = try PickFolders()
        let picks = "\(folders.runtime)/filmgate/picks"
        for root in [picks, folders.diskPicks] {
            for folder in ["dead-1-3e8", "unlocked-1-3e8", "unknown", ".folder", "deep-1-0/a/b"] {
                try FileManager.default.createDirectory(
                    atPath: "\(root)/\(folder)", withIntermediateDirectories: true,
                    attributes: [.posixPermissions: 0o700])
            }
            for file in ["dead-1-3e8/a.jpg", ".dead", ".empty", "file", "deep-1-0/a/b/c"] {
                try Data(count: 3).write(to: URL(filePath: "\(root)/\(file)"))
            }
            // Links are removed, and what they lead to stays.
            for link in ["link-1-0", ".link", "dead-1-3e8/link"] {
                try FileManager.default.createSymbolicLink(
                    atPath: "\(root)/\(link)", withDestinationPath: "\(folders.path)/outside")
            }
            #expect(mkfifo("\(root)/.fifo", 0o600) == 0)
        }
        try FileManager.default.createDirectory(atPath: "\(folders.path)/outside", withIntermediateDirectories: true)
        try Data(count: 3).write(to: URL(filePath: "\(folders.path)/outside/photo.jpg"))
        folders.store().sweep()
        #expect(folders.left() == [])
        #expect(FileManager.default.fileExists(atPath: "\(folders.path)/outside/photo.jpg"))
    }

    @Test("a copy of a running program ends after 24 hours, and not before")
    func age() throws {
        let folders = try PickFolders()
        let store = folders.store(limit: 1500)
        let pick = try store.begin()
        for _ in 0..<2 { _ = try pick.add(named: "a.jpg", modified: Timestamp(rawValue: 0), copying: folders.photo()) }
        let hour: Int64 = 3600 * 1_000_000_000
        store.sweep(at: SystemTime.nanoseconds(of: CLOCK_REALTIME) + 23 * hour)
        #expect(pick.paths.allSatisfy { FileManager.default.fileExists(atPath: $0) })
        store.sweep(at: SystemTime.nanoseconds(of: CLOCK_REALTIME) + 25 * hour)
        #expect(!pick.paths.contains { FileManager.default.fileExists(atPath: $0) })
        // The program goes on.
        let next = try pick.add(named: "a.jpg", modified: nil, copying: folders.photo())
        folders.store().sweep()
        #expect(FileManager.default.fileExists(atPath: next) && next.hasPrefix(folders.runtime))
    }

    @Test("a folder that is removed meanwhile, as at logout, is made again")
    func logout() throws {
        let folders = try PickFolders()
        let pick = try folders.store().begin()
        _ = try pick.add(named: "a.jpg", modified: nil, copying: folders.photo())
        try FileManager.default.removeItem(atPath: "\(folders.runtime)/filmgate")
        let path = try pick.add(named: "b.jpg", modified: nil, copying: folders.photo())
        #expect(path.hasPrefix(folders.runtime) && FileManager.default.fileExists(atPath: path))
    }
}
