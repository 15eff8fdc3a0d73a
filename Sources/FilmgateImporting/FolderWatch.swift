package import FilmgateSystem
import Glibc

/// Tells which files were written in folders, or moved there, once they are complete: the program that wrote a file has closed it, and no
/// other has written to it since.
///
/// Belongs to one task. Hidden files and folders are not watched, and links are not followed.
package final class FolderWatch {
    private let descriptor: OwnedDescriptor
    /// The folders that it was asked to watch.
    package let roots: [FoundPath]
    private var folders: [Int32: FoundPath] = [:]
    /// Files that were closed and not written to since.
    private var complete: Set<FoundPath> = []
    private var hasLost = false

    private static let events = UInt32(
        IN_CLOSE_WRITE | IN_MODIFY | IN_MOVED_TO | IN_MOVED_FROM | IN_CREATE | IN_ONLYDIR)
    /// Once nothing has happened for so long, in milliseconds, files that belong together have come together.
    private static let quiet: Int32 = 1000
    private static let step: Int32 = 500

    /// - Throws: if a folder cannot be watched.
    package init(_ folders: [DiskPath]) throws(Errno) {
        let raw = inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK))
        guard raw >= 0 else { throw Errno.current }
        descriptor = OwnedDescriptor(owning: raw)
        roots = try folders.map { folder throws(Errno) in try FoundPath(named: folder) }
        for root in roots { try add(root) }
    }

    /// Waits until files are complete and nothing has happened for a second.
    ///
    /// - Returns: their paths; all files of the folders if events were lost; none if it shall not go on.
    @concurrent
    package nonisolated func next(while goesOn: @Sendable () -> Bool) async -> [FoundPath] {
        var waited: Int32 = 0
        while goesOn() {
            if read() { waited = 0 } else { waited += FolderWatch.step }
            if hasLost {
                hasLost = false
                complete = []
                return roots
            }
            if !complete.isEmpty, waited >= FolderWatch.quiet {
                defer { complete = [] }
                return complete.sorted()
            }
        }
        return []
    }

    /// Watches a folder and those in it. Files that are there already count as complete.
    private func add(_ folder: FoundPath, isNew: Bool = false) throws(Errno) {
        try watch(folder)
        let walk = PhotoWalk([folder], looksInside: false)
        if isNew { for file in walk.files + walk.sidecars { complete.insert(file.place) } }
        for subfolder in walk.subfolders { try? watch(subfolder) }
    }

    /// Watches a folder through its descriptor: not what may have taken its place.
    private func watch(_ folder: FoundPath) throws(Errno) {
        let opened = try folder.place.folder()
        let watch = unsafe inotify_add_watch(
            descriptor.rawValue, "/proc/self/fd/\(opened.rawValue)", FolderWatch.events)
        guard watch >= 0 else { throw Errno.current }
        folders[watch] = folder
    }

    /// Reads the events of half a second. Returns whether there were any.
    private func read() -> Bool {
        var wait = pollfd(fd: descriptor.rawValue, events: Int16(POLLIN), revents: 0)
        guard unsafe poll(&wait, 1, FolderWatch.step) > 0 else { return false }
        var bytes = [UInt8](repeating: 0, count: 64 << 10)
        let count = unsafe bytes.withUnsafeMutableBytes {
            unsafe Glibc.read(descriptor.rawValue, $0.baseAddress, $0.count)
        }
        var rest = bytes.prefix(max(0, count))
        while rest.count >= 16 {
            let watch = Int32(truncatingIfNeeded: FolderWatch.number(rest, 0))
            let mask = FolderWatch.number(rest, 4)
            let length = Int(FolderWatch.number(rest, 12))
            guard rest.count >= 16 + length else { break }
            let name = rest.dropFirst(16).prefix(length).prefix { $0 != 0 }
            rest = rest.dropFirst(16 + length)
            take(watch, mask, Array(name))
        }
        return count > 0
    }

    private func take(_ watch: Int32, _ mask: UInt32, _ name: [UInt8]) {
        func has(_ event: Int) -> Bool { mask & UInt32(event) != 0 }
        if has(Int(IN_Q_OVERFLOW)) { hasLost = true }
        if has(Int(IN_IGNORED)) { folders[watch] = nil }
        guard let folder = folders[watch], !name.isEmpty, name.first != UInt8(ascii: ".") else { return }
        let path = folder.appending(name)
        if has(Int(IN_ISDIR)) {
            if has(Int(IN_CREATE)) || has(Int(IN_MOVED_TO)) { try? add(path, isNew: true) }
        } else if has(Int(IN_CLOSE_WRITE)) || has(Int(IN_MOVED_TO)) {
            complete.insert(path)
        } else if has(Int(IN_MODIFY)) || has(Int(IN_MOVED_FROM)) {
            complete.remove(path)
        }
    }

    private static func number(_ bytes: ArraySlice<UInt8>, _ offset: Int) -> UInt32 {
        let start = bytes.startIndex + offset
        // Least significant byte first, as on all machines that Debian's packages are built for here.
        return bytes[start..<start + 4].reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }
}
