import CFilmgateSystem
import Glibc

extension Directory {
    /// Renames an entry of this folder, or moves it into another folder. Replaces a file that has the new name.
    public func rename(_ name: String, to newName: String, in target: Directory? = nil) throws(Errno) {
        let target = target ?? self
        try calling { renameat(descriptor.rawValue, name, target.descriptor.rawValue, newName) }
    }

    /// Returns whether an entry of any kind has this name.
    public func has(_ name: String) -> Bool { faccessat(descriptor.rawValue, name, F_OK, AT_SYMLINK_NOFOLLOW) == 0 }

    /// Returns the size of a regular file, in bytes. Returns nil if no regular file has this name; a link does not
    /// count.
    public func fileSize(_ name: String) -> UInt64? {
        var facts = stat()
        guard fstatat(descriptor.rawValue, name, &facts, AT_SYMLINK_NOFOLLOW) == 0, facts.st_mode & S_IFMT == S_IFREG
        else { return nil }
        return UInt64(clamping: facts.st_size)
    }

    /// Removes a file, or a folder with all its contents, if it exists. Does not follow links.
    public func removeTree(_ name: String) throws(Errno) {
        if unlinkat(descriptor.rawValue, name, 0) == 0 { return }
        let code = Errno.current
        if code == .noEntry { return }
        // For a folder, Linux returns EISDIR, and POSIX specifies EPERM.
        guard code.rawValue == EISDIR || code == .notPermitted else { throw code }
        let inner = try directory(name)
        for entry in try inner.names() { try inner.removeTree(entry) }
        try calling { unlinkat(descriptor.rawValue, name, AT_REMOVEDIR) }
    }

    /// The total size of the files in this folder and its subfolders, in bytes. Unreadable entries do not count.
    public var contentSize: UInt64 {
        // An unreadable folder does not count.
        let names = (try? names()) ?? []
        return names.reduce(0) { sum, name in
            // An unreadable entry does not count.
            let size = fileSize(name) ?? (try? directory(name))?.contentSize ?? 0
            return sum.addingReportingOverflow(size).partialValue
        }
    }

    /// Opens a folder. Creates it and its parents if they are missing, accessible only to their owner.
    public static func making(_ path: String) throws(Errno) -> Directory {
        do throws(Errno) { return try Directory(path: path) } catch .noEntry {
            guard let end = path.lastIndex(of: "/"), end != path.startIndex else { throw .noEntry }
            return try making(String(path[..<end])).makingDirectory(String(path[path.index(after: end)...]))
        }
    }

    /// Creates a folder that is accessible only to its owner.
    ///
    /// - Throws: `exists` if the name is taken.
    public func newDirectory(_ name: String) throws(Errno) -> Directory {
        try calling { mkdirat(descriptor.rawValue, name, 0o700) }
        return try directory(name)
    }

    /// Creates a file that is accessible only to its owner.
    ///
    /// - Throws: `exists` if the name is taken.
    public func newFile(_ name: String) throws(Errno) -> OwnedDescriptor {
        let flags = O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW
        return OwnedDescriptor(owning: try calling { fg_open(descriptor.rawValue, name, flags, 0o600) })
    }

    /// Atomically replaces a small file: even after a crash, the file has either the old or the new bytes. When this
    /// returns, the new bytes are on the disk.
    public func replaceFile(_ name: String, with bytes: some Collection<UInt8>) throws(Errno) {
        let part = name + ".part"
        try removeTree(part)
        let file = try newFile(part)
        try file.write(bytes)
        try file.synchronize()
        try rename(part, to: name)
        try synchronize()
    }

    /// Waits until everything that was written to this folder's file system is on the disk. This is cheaper than
    /// waiting for many single files.
    public func synchronizeFileSystem() throws(Errno) { try calling { fg_sync_file_system(descriptor.rawValue) } }
}
