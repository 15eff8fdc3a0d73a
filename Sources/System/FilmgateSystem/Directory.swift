import CFilmgateSystem
import Glibc

/// An open folder. Files are opened through its descriptor, so a later change of the folder's path does not matter.
public final class Directory: Sendable {
    public let descriptor: OwnedDescriptor

    /// - Throws: `Errno` if the path is not a folder, or if the folder may not be opened.
    public init(path: String) throws(Errno) {
        descriptor = OwnedDescriptor(owning: try calling { fg_open(-1, path, O_RDONLY | O_DIRECTORY, 0) })
    }

    private init(_ descriptor: OwnedDescriptor) { self.descriptor = descriptor }

    /// Opens a subfolder. Creates it if it is missing, accessible only to its owner.
    public func makingDirectory(_ name: String) throws(Errno) -> Directory {
        if mkdirat(descriptor.rawValue, name, 0o700) == -1, Errno.current != .exists { throw Errno.current }
        return try directory(name)
    }

    /// Returns a view of this folder through which files cannot be written. Even a process of the files' owner cannot
    /// use a descriptor of the view to make the files writable. The view is a mount that is not visible to any process,
    /// and exists as long as one of its descriptors is open.
    ///
    /// - Throws: `Errno` if this process may not create namespaces, or if the kernel is older than Linux 5.12.
    public func readOnlyView() throws(Errno) -> Directory {
        Directory(OwnedDescriptor(owning: try calling { fg_read_only_tree(descriptor.rawValue) }))
    }

    public func directory(_ name: String) throws(Errno) -> Directory {
        Directory(
            OwnedDescriptor(
                owning: try calling { fg_open(descriptor.rawValue, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW, 0) }))
    }

    /// Opens a file for reading. Refuses a symbolic link. Reading does not change the access time, if this process may
    /// prevent that.
    public func file(_ name: String) throws(Errno) -> OwnedDescriptor {
        OwnedDescriptor(owning: try calling { fg_open_untraced(descriptor.rawValue, name) })
    }

    /// Opens a regular file for reading, and waits until no other program holds a write lease on it. This blocks the
    /// thread, by default for up to 45 seconds.
    public func fileAwaitingLease(_ name: String) throws(Errno) -> OwnedDescriptor {
        OwnedDescriptor(owning: try calling { fg_open_waiting(descriptor.rawValue, name) })
    }

    /// Locks a file until the returned descriptor is closed. Creates the file if it is missing. Returns nil if another
    /// process holds the lock.
    public func lock(_ name: String) throws(Errno) -> OwnedDescriptor? {
        let file = OwnedDescriptor(
            owning: try calling { fg_open(descriptor.rawValue, name, O_RDWR | O_CREAT | O_NOFOLLOW, 0o600) })
        do {
            try calling { flock(file.rawValue, LOCK_EX | LOCK_NB) }
        } catch .wouldBlock {
            return nil
        }
        return file
    }

    /// Locks a file. Returns nil if another process holds the lock for all of this time.
    public func lock(_ name: String, within time: Duration) async throws -> OwnedDescriptor? {
        let end = ContinuousClock.now + time
        while true {
            if let lock = try lock(name) { return lock }
            guard ContinuousClock.now < end else { return nil }
            try await Task.sleep(for: .milliseconds(20))
        }
    }

    /// Creates an empty file that is accessible only to its owner. Does nothing if the file exists.
    public func makeFile(_ name: String) throws(Errno) {
        _ = OwnedDescriptor(
            owning: try calling { fg_open(descriptor.rawValue, name, O_RDWR | O_CREAT | O_NOFOLLOW, 0o600) })
    }

    /// Returns a path to a file in this folder, for libraries that open files by path. The path is valid in this
    /// process as long as this object exists.
    public func path(of name: String) -> String { "/proc/self/fd/\(descriptor.rawValue)/\(name)" }

    /// Follows a link in `/proc` to a folder, without opening the folder for reading.
    public func magicDirectory(_ name: String) throws(Errno) -> Directory {
        Directory(OwnedDescriptor(owning: try calling { fg_open_path(descriptor.rawValue, name) }))
    }

    /// Opens a file as a path descriptor (`O_PATH`), and follows links to it, such as those in `/proc`. The file cannot
    /// be read through the returned descriptor.
    public func magicFile(_ name: String) throws(Errno) -> OwnedDescriptor {
        OwnedDescriptor(owning: try calling { fg_open_path(descriptor.rawValue, name) })
    }

    /// Opens a file as a path descriptor (`O_PATH`), for its `fstat` result and for `reopenedReadOnly`, without effect
    /// on a device or a FIFO. Does not follow a symbolic link; the link itself cannot be reopened.
    public func located(_ name: String) throws(Errno) -> OwnedDescriptor {
        OwnedDescriptor(owning: try calling { fg_locate(descriptor.rawValue, name) })
    }

    /// Opens a file for reading and appending. Creates it if it is missing, accessible only to its owner.
    public func appendableFile(_ name: String) throws(Errno) -> OwnedDescriptor {
        OwnedDescriptor(
            owning: try calling {
                fg_open(descriptor.rawValue, name, O_RDWR | O_APPEND | O_CREAT | O_NOFOLLOW | O_NONBLOCK, 0o600)
            })
    }

    /// Creates a file without a name. The file is removed when it is closed, unless `link` has given it a name.
    public func unnamedFile(permissions: UInt32) throws(Errno) -> OwnedDescriptor {
        OwnedDescriptor(owning: try calling { fg_open_unnamed(descriptor.rawValue, permissions) })
    }

    /// Gives an unnamed file a name.
    ///
    /// - Throws: `exists` if the name is taken.
    public func link(_ file: OwnedDescriptor, as name: String) throws(Errno) {
        try calling { fg_link_unnamed(file.rawValue, descriptor.rawValue, name) }
    }

    public func remove(_ name: String) throws(Errno) { try calling { unlinkat(descriptor.rawValue, name, 0) } }

    /// Waits until the changes to the names in this folder are on the disk.
    public func synchronize() throws(Errno) { try descriptor.synchronize() }

    /// Returns the names of all entries except `.` and `..`, in no particular order.
    public func names() throws(Errno) -> [String] {
        let copy = try calling { fg_open(descriptor.rawValue, ".", O_RDONLY | O_DIRECTORY, 0) }
        guard let stream = fdopendir(copy) else {
            let code = Errno.current
            close(copy)
            throw code
        }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names
    }
}
