import FilmgateDBus
import FilmgateSystem
import FilmgateTestKit
import Foundation
import Glibc
import Testing

@testable import FilmgatePortal

/// A folder in which the tests save.
private final class SaveFolder: Sendable {
    let path = FileManager.default.temporaryDirectory.appending(path: "filmgate-save-\(UUID().uuidString)").path
    let loop: EventLoop
    let watcher: SaveWatcher

    init() throws {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        loop = try EventLoop.onOwnThread(named: "saves")
        watcher = SaveWatcher(on: loop, quiet: .milliseconds(50))
    }

    deinit {
        loop.stop()
        try? FileManager.default.removeItem(atPath: path)
    }

    func write(_ text: String, to name: String = "a.jpg") throws {
        try Data(text.utf8).write(to: URL(filePath: "\(path)/\(name)"))
    }

    func rename(_ old: String) { #expect(Glibc.rename("\(path)/\(old)", "\(path)/a.jpg") == 0) }

    func age(_ name: String) throws {
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSinceNow: -3600)], ofItemAtPath: "\(path)/\(name)")
    }

    func target() async throws -> SaveTarget {
        try await SaveTarget.find("\(path)/a.jpg", begin: SystemTime.nanoseconds(of: CLOCK_REALTIME))
    }

    /// Begins to watch for `a.jpg`.
    func begin(_ app: BusName = ":1.7") async throws -> SaveWatcher.SaveID {
        let target = try await target()
        return try await watcher.begin(target, for: app)
    }

    func text(of save: SaveWatcher.SaveID) async throws -> String? {
        try await watcher.file(of: save)?.contents(upTo: 1 << 20).map { String(decoding: $0, as: UTF8.self) }
    }
}

@Suite("A file that an app saves", .timeLimit(.minutes(2)))
struct SaveWatcherTests {
    private func finding(_ target: SaveTarget, isMoved: Bool = false) async -> String {
        switch await target.find(isMoved: isMoved) {
        case .saved: "saved"
        case .nothing: "nothing"
        case .refused(let reason): reason
        }
    }

    @Test("is taken when it was closed or moved to its name, and left alone; names that are not the chosen one are not")
    func whole() async throws {
        let folder = try SaveFolder()
        let closed = try await folder.begin()
        try folder.write("partial", to: "a.jpg.part")
        try folder.write("other", to: "b.jpg")
        try folder.write("whole")
        #expect(try await folder.text(of: closed) == "whole")

        // The last one of several, which came before the person had answered a question.
        let moved = try await folder.begin()
        try folder.write("first")
        try folder.write("second", to: "a.jpg.crdownload")
        folder.rename("a.jpg.crdownload")
        #expect(try await folder.text(of: moved) == "second")
        #expect(try await folder.text(of: moved) == nil)
    }

    @Test("is awaited while it is open, and if it is an empty placeholder at first")
    func open() async throws {
        let folder = try SaveFolder()
        let save = try await folder.begin()
        try folder.write("")
        async let text = folder.text(of: save)
        let file = Glibc.open("\(folder.path)/a.jpg", O_WRONLY)
        #expect(write(file, "half", 4) == 4)
        // A different file is whole meanwhile, so that the watcher has seen the first half.
        let other = try await folder.watcher.begin(
            SaveTarget.find("\(folder.path)/b.jpg", begin: SystemTime.nanoseconds(of: CLOCK_REALTIME)), for: ":1.8")
        try folder.write("other", to: "b.jpg")
        #expect(try await folder.text(of: other) == "other")
        #expect(write(file, "+half", 5) == 5)
        close(file)
        #expect(try await text == "half+half")
    }

    @Test("two apps that save in one folder get their own files, and the folder is watched for as long as one waits")
    func several() async throws {
        let folder = try SaveFolder()
        let first = try await folder.begin()
        let second = try await folder.watcher.begin(
            SaveTarget.find("\(folder.path)/b.jpg", begin: SystemTime.nanoseconds(of: CLOCK_REALTIME)), for: ":1.8")
        try folder.write("a")
        #expect(try await folder.text(of: first) == "a")
        try folder.write("b", to: "b.jpg")
        #expect(try await folder.text(of: second) == "b")
    }

    @Test("is no longer awaited when its app has left the bus, and has not written it")
    func endings() async throws {
        let folder = try SaveFolder()
        // What a short program has written before it ended still counts.
        let written = try await folder.begin(":1.9")
        try folder.write("written")
        await folder.watcher.left(":1.9")
        #expect(try await folder.text(of: written) == "written")

        let waiting = try await folder.begin(":1.9")
        async let late = folder.text(of: waiting)
        await folder.watcher.left(":1.9")
        #expect(try await late == nil)
    }

    @Test("is none if it was there before, is empty, a link, no file, or of a different user")
    func refusals() async throws {
        let folder = try SaveFolder()
        try folder.write("before")
        var target = try await folder.target()
        #expect(await finding(target) == "nothing")
        try folder.write("")
        #expect(await finding(target) == "nothing")
        try folder.write("written")
        #expect(await finding(target) == "saved")
        #expect(link("\(folder.path)/a.jpg", "\(folder.path)/name") == 0)
        #expect(await finding(target) == "It has more than one name.")
        #expect(unlink("\(folder.path)/a.jpg") == 0)
        #expect(await finding(target) == "nothing")
        #expect(symlink("\(folder.path)/name", "\(folder.path)/a.jpg") == 0)
        #expect(await finding(target) == "It is no regular file.")
        #expect(unlink("\(folder.path)/a.jpg") == 0)
        #expect(mkfifo("\(folder.path)/a.jpg", 0o600) == 0)
        #expect(await finding(target) == "It is no regular file.")
        #expect(unlink("\(folder.path)/a.jpg") == 0)
        if geteuid() == 0 {
            try folder.write("foreign")
            #expect(chown("\(folder.path)/a.jpg", 34, 34) == 0)
            #expect(await finding(target) == "It belongs to a different user.")
        }

        // An old file that a program moves to the name.
        try folder.write("old", to: "old")
        try folder.age("old")
        folder.rename("old")
        #expect(await finding(target, isMoved: true) == "It was written before the dialog.")
        // An app that writes the file gives it the time that it wants.
        #expect(await finding(target) == "saved")

        // A link in place of the folder, since the dialog.
        target = try await folder.target()
        #expect(Glibc.rename(folder.path, folder.path + "-moved") == 0)
        #expect(symlink("/etc", folder.path) == 0)
        #expect(await finding(target) == "nothing")
        #expect(unlink(folder.path) == 0)
        #expect(Glibc.rename(folder.path + "-moved", folder.path) == 0)
        for path in ["", "a.jpg", "/", "/tmp/", "/tmp/.", "/tmp/..", "\(folder.path)/no/a.jpg"] {
            await #expect(throws: Errno.self) { try await SaveTarget.find(path, begin: 0) }
        }
    }

    @Test("is followed by its name alone")
    func progress() {
        func state(after kinds: Int32...) -> SaveProgress.State {
            var progress = SaveProgress()
            for kind in kinds {
                progress.take(InotifyEvent(watch: 1, mask: UInt32(kind), name: []))
            }
            return progress.state
        }
        #expect(state(after: IN_CREATE) == .unwritten)
        #expect(state(after: IN_CREATE, IN_MODIFY) == .beingWritten)
        #expect(state(after: IN_CREATE, IN_MODIFY, IN_CLOSE_WRITE) == .closed)
        #expect(state(after: IN_CLOSE_WRITE, IN_MODIFY) == .beingWritten)
        #expect(state(after: IN_MOVED_TO) == .moved)
        #expect(state(after: IN_CLOSE_WRITE, IN_MOVED_FROM) == .unwritten)
        #expect(state(after: IN_MOVED_TO, IN_DELETE) == .unwritten)
        #expect(state(after: IN_CLOSE_WRITE, IN_DELETE, IN_CREATE) == .unwritten)
    }
}
