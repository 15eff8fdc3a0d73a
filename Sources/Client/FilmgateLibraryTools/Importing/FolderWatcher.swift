import FilmgateSystem
import Glibc

/// Reports files that were written in or moved to watched folders, when they are complete: the program that wrote a
/// file has closed it, and no program has written to the file after that.
///
/// Only one task may use the watcher. The watcher ignores hidden files and folders, and follows no links.
package final class FolderWatcher {
    private let descriptor: OwnedDescriptor
    /// The folders that the caller named.
    package let roots: [FoundPath]
    private var folders: [Int32: FoundPath] = [:]
    /// The files that were closed and not written to after that.
    private var complete: Set<FoundPath> = []
    private var hasLost = false

    private static let events = UInt32(
        IN_CLOSE_WRITE | IN_MODIFY | IN_MOVED_TO | IN_MOVED_FROM | IN_CREATE | IN_ONLYDIR)
    /// The time without events, in milliseconds, after which files that belong together are assumed to be complete.
    private static let quiet: Int32 = 1000
    private static let step: Int32 = 500

    /// - Throws: `WatchFailure` if a folder cannot be watched.
    package init(_ folders: [DiskPath]) throws(WatchFailure) {
        let raw = inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK))
        guard raw >= 0 else {
            let code = Errno.current
            throw WatchFailure(code, setting: code == .noDescriptors ? "fs.inotify.max_user_instances" : nil)
        }
        descriptor = OwnedDescriptor(owning: raw)
        do throws(Errno) {
            roots = try folders.map { folder throws(Errno) in try FoundPath(named: folder) }
        } catch { throw WatchFailure(error) }
        for root in roots { try watch(root) }
        try watchAll()
        complete = []
    }

    /// Waits until files are complete and there have been no events for a second.
    ///
    /// - Returns: the paths of the complete files; the watched folders if events were lost; an empty array if `goesOn`
    ///   returned false.
    /// - Throws: `WatchFailure` if there are too many folders to watch.
    @concurrent
    package nonisolated func next(while goesOn: @Sendable () -> Bool) async throws(WatchFailure) -> [FoundPath] {
        var waited: Int32 = 0
        while goesOn() {
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
        for folder in PhotoWalk(roots, looksInside: false).subfolders { try watch(inner: folder) }
    }

    /// Watches a new folder and its subfolders. Files that are already in these folders count as complete.
    private func add(_ folder: FoundPath) throws(WatchFailure) {
        try watch(inner: folder)
        let walk = PhotoWalk([folder], looksInside: false)
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
        let watch = unsafe inotify_add_watch(
            descriptor.rawValue, "/proc/self/fd/\(opened.rawValue)", FolderWatcher.events)
        guard watch >= 0 else {
            let code = Errno.current
            throw WatchFailure(code, setting: code == .noSpace ? "fs.inotify.max_user_watches" : nil)
        }
        folders[watch] = folder
    }

    /// Waits for events for up to half a second. Returns whether there were any events.
    private func read() throws(WatchFailure) -> Bool {
        var wait = pollfd(fd: descriptor.rawValue, events: Int16(POLLIN), revents: 0)
        guard unsafe poll(&wait, 1, FolderWatcher.step) > 0 else { return false }
        var bytes = [UInt8](repeating: 0, count: 64 << 10)
        let count = unsafe bytes.withUnsafeMutableBytes {
            unsafe Glibc.read(descriptor.rawValue, $0.baseAddress, $0.count)
        }
        var rest = bytes.prefix(max(0, count))
        while rest.count >= 16 {
            let watch = Int32(truncatingIfNeeded: FolderWatcher.number(rest, 0))
            let mask = FolderWatcher.number(rest, 4)
            let length = Int(FolderWatcher.number(rest, 12))
            guard rest.count >= 16 + length else { break }
            let name = rest.dropFirst(16).prefix(length).prefix { $0 != 0 }
            rest = rest.dropFirst(16 + length)
            try take(watch, mask, Array(name))
        }
        return count > 0
    }

    private func take(_ watch: Int32, _ mask: UInt32, _ name: [UInt8]) throws(WatchFailure) {
        func has(_ event: Int) -> Bool { mask & UInt32(event) != 0 }
        if has(Int(IN_Q_OVERFLOW)) { hasLost = true }
        if has(Int(IN_IGNORED)) { folders[watch] = nil }
        guard let folder = folders[watch], !name.isEmpty, name.first != UInt8(ascii: ".") else { return }
        let path = folder.appending(name)
        if has(Int(IN_ISDIR)) {
            if has(Int(IN_CREATE)) || has(Int(IN_MOVED_TO)) { try add(path) }
        } else if has(Int(IN_CLOSE_WRITE)) || has(Int(IN_MOVED_TO)) {
            complete.insert(path)
        } else if has(Int(IN_MODIFY)) || has(Int(IN_MOVED_FROM)) {
            complete.remove(path)
        }
    }

    private static func number(_ bytes: ArraySlice<UInt8>, _ offset: Int) -> UInt32 {
        let start = bytes.startIndex + offset
        // The numbers in events have native byte order. All architectures of the Debian packages are little-endian.
        return bytes[start..<start + 4].reversed().reduce(0) { $0 << 8 | UInt32($1) }
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
