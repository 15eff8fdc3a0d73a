import FilmgateSystem
import Glibc

/// Reports files that were written in or moved to folders, once they are complete. A file is complete when the program
/// that wrote it has closed it, and no program has written to it since.
///
/// Only one task at a time may use the watcher. The watcher ignores hidden files and folders, and follows no links.
package final class FolderWatcher {
    private let inotify: InotifyInstance
    /// The folders that the caller named.
    package let roots: [FoundPath]
    private var folders: [Int32: FoundPath] = [:]
    /// The files that were closed and not written to after that.
    private var complete: Set<FoundPath> = []
    private var hasLost = false

    private static let kinds = [IN_CLOSE_WRITE, IN_MODIFY, IN_MOVED_TO, IN_MOVED_FROM, IN_CREATE].map { Int($0) }
    /// The time without events, in milliseconds, after which all files that belong together are assumed to be complete.
    private static let quiet: Int32 = 1000
    private static let step: Int32 = 500

    /// - Throws: `WatchFailure` if a folder cannot be watched.
    package init(_ folders: [DiskPath]) throws(WatchFailure) {
        do throws(Errno) { inotify = try InotifyInstance(Self.kinds) } catch {
            throw WatchFailure(error, setting: error == .noDescriptors ? "fs.inotify.max_user_instances" : nil)
        }
        do throws(Errno) {
            roots = try folders.map { folder throws(Errno) in try FoundPath(named: folder) }
        } catch { throw WatchFailure(error) }
        for root in roots { try watch(root) }
        try watchAll()
        complete = []
    }

    /// Waits until files are complete and there have been no events for a second.
    ///
    /// - Returns: the paths of the complete files; the watched folders if events were lost; an empty array if
    ///   `shouldContinue` returned false.
    /// - Throws: `WatchFailure` if there are too many folders to watch.
    @concurrent
    package nonisolated func next(while shouldContinue: @Sendable () -> Bool) async throws(WatchFailure) -> [FoundPath]
    {
        var waited: Int32 = 0
        while shouldContinue() {
            if try read() { waited = 0 } else { waited += FolderWatcher.step }
            if hasLost {
                hasLost = false
                // The lost events may have been about new folders.
                try watchAll()
                complete = []
                return roots
            }
            if !complete.isEmpty, waited >= FolderWatcher.quiet {
                defer { complete = [] }
                return complete.sorted()
            }
        }
        return []
    }

    /// Watches all folders below the roots.
    private func watchAll() throws(WatchFailure) {
        for folder in ScannedFiles(roots, looksInside: false).subfolders { try watch(inner: folder) }
    }

    /// Watches a new folder and its subfolders. Files that are already in these folders count as complete.
    private func add(_ folder: FoundPath) throws(WatchFailure) {
        try watch(inner: folder)
        let walk = ScannedFiles([folder], looksInside: false)
        for file in walk.files + walk.sidecars { complete.insert(file.place) }
        for subfolder in walk.subfolders { try watch(inner: subfolder) }
    }

    /// Watches a subfolder of a watched folder, unless the subfolder no longer exists. Adds a folder that cannot be
    /// opened to the complete files, so that the import reports the reason.
    ///
    /// - Throws: an error if the kernel's limit on watched folders is reached.
    private func watch(inner folder: FoundPath) throws(WatchFailure) {
        do throws(WatchFailure) { try watch(folder) } catch {
            if error.setting != nil { throw error }
            if error.code != .noEntry { complete.insert(folder) }
        }
    }

    /// Watches a folder through a descriptor, so that no different folder is watched if the path changes in the
    /// meantime.
    private func watch(_ folder: FoundPath) throws(WatchFailure) {
        let opened: OwnedDescriptor
        do throws(Errno) { opened = try folder.place.folder() } catch { throw WatchFailure(error) }
        do throws(Errno) { folders[try inotify.add(opened)] = folder } catch {
            throw WatchFailure(error, setting: error == .noSpace ? "fs.inotify.max_user_watches" : nil)
        }
    }

    /// Waits for events for up to half a second. Returns whether there were any events.
    private func read() throws(WatchFailure) -> Bool {
        var wait = pollfd(fd: inotify.descriptor.rawValue, events: Int16(POLLIN), revents: 0)
        guard unsafe poll(&wait, 1, FolderWatcher.step) > 0 else { return false }
        let events = inotify.next()
        for event in events { try take(event) }
        return !events.isEmpty
    }

    private func take(_ event: InotifyEvent) throws(WatchFailure) {
        if event.hasLostEvents { hasLost = true }
        if event.isEndOfFolder { folders[event.watch] = nil }
        let name = event.name
        guard let folder = folders[event.watch], !name.isEmpty, name.first != UInt8(ascii: ".") else { return }
        let path = folder.appending(name)
        if event.has(Int(IN_ISDIR)) {
            if event.has(Int(IN_CREATE)) || event.has(Int(IN_MOVED_TO)) { try add(path) }
        } else if event.has(Int(IN_CLOSE_WRITE)) || event.has(Int(IN_MOVED_TO)) {
            complete.insert(path)
        } else if event.has(Int(IN_MODIFY)) || event.has(Int(IN_MOVED_FROM)) {
            complete.remove(path)
        }
    }
}

/// The reason why a folder cannot be watched.
package struct WatchFailure: Error {
    /// A short description of the error.
    package var reason: String { code.description }
    /// The kernel setting that limits the number of watches; nil if the reason is not a limit.
    package let setting: String?
    fileprivate let code: Errno

    fileprivate init(_ code: Errno, setting: String? = nil) { (self.code, self.setting) = (code, setting) }
}
