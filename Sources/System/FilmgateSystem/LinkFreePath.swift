import CFilmgateSystem
import Glibc

/// An absolute path without links. It is opened folder by folder. Opening fails if a link has replaced one of the
/// folders or the file: links are never followed.
public struct LinkFreePath: Hashable, Sendable {
    public let bytes: [UInt8]

    private init(bytes: [UInt8]) { self.bytes = bytes }

    /// Resolves the links that the path has at this moment.
    ///
    /// - Throws: `Errno` if the path does not exist.
    public init(resolving path: [UInt8]) throws(Errno) {
        let resolved = path.withPath { realpath($0, nil) }
        guard let resolved else { throw Errno.current }
        defer { free(resolved) }
        bytes = UnsafeBufferPointer(start: resolved, count: strlen(resolved)).map { UInt8(bitPattern: $0) }
    }

    /// Creates the path of the file that an open descriptor refers to.
    public init(of descriptor: OwnedDescriptor) throws(Errno) {
        try self.init(resolving: Array("/proc/self/fd/\(descriptor.rawValue)".utf8))
    }

    /// - Parameter names: one or more names, separated by slashes; must not contain `..`.
    public func appending(_ names: some Collection<UInt8>) -> LinkFreePath {
        LinkFreePath(bytes: bytes + (bytes.last == LinkFreePath.slash ? [] : [LinkFreePath.slash]) + names)
    }

    /// Opens the parent folder, only to look up names.
    ///
    /// - Returns: the folder, and the last path component. For `/`, the component is `.`.
    public func parent() throws(Errno) -> (folder: OwnedDescriptor, name: [UInt8]) {
        var folder = OwnedDescriptor(owning: try calling { fg_open_folder(-1, "/") })
        var names = bytes.split(separator: LinkFreePath.slash)
        let last = names.popLast() ?? [UInt8(ascii: ".")]
        for name in names { folder = try folder.locatedFolder(Array(name)) }
        return (folder, Array(last))
    }

    /// Opens the path as a folder, to list it.
    public func folder() throws(Errno) -> OwnedDescriptor {
        let (folder, name) = try parent()
        return try folder.openFolder(name)
    }

    /// Opens the path as a file, for reading. Does not block on a FIFO.
    public func file() throws(Errno) -> OwnedDescriptor {
        let (folder, name) = try parent()
        return try folder.openFile(name)
    }

    /// Opens the file as a path descriptor (`O_PATH`). Does not affect devices or FIFOs.
    ///
    /// - Throws: `tooManyLinks` if a link has replaced the file, as the other functions do.
    public func located() throws(Errno) -> OwnedDescriptor {
        let (folder, name) = try parent()
        let file = try folder.located(name)
        guard try !file.facts().isLink else { throw .tooManyLinks }
        return file
    }

    /// Removes the file, unless it was replaced or changed after it was read.
    ///
    /// - Parameter facts: the `fstat` result, from before the read, of the descriptor through which the file was read.
    /// - Returns: whether the file was removed.
    public func remove(ifStill facts: FileStatus) throws(Errno) -> Bool {
        let (folder, name) = try parent()
        guard try folder.located(name).facts().isUnchanged(from: facts) else { return false }
        try calling { name.withPath { unlinkat(folder.rawValue, $0, 0) } }
        return true
    }

    private static let slash = UInt8(ascii: "/")
}

extension OwnedDescriptor {
    /// Opens a file of this folder for reading. Refuses a link. Does not block on a FIFO.
    public func openFile(_ name: [UInt8]) throws(Errno) -> OwnedDescriptor {
        let flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY
        return OwnedDescriptor(owning: try calling { name.withPath { fg_open(rawValue, $0, flags, 0) } })
    }

    /// Opens a folder in this folder, to list it. Refuses a link.
    public func openFolder(_ name: [UInt8]) throws(Errno) -> OwnedDescriptor {
        let flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW
        return OwnedDescriptor(owning: try calling { name.withPath { fg_open(rawValue, $0, flags, 0) } })
    }

    /// Opens a file of this folder, or the link itself, as a path descriptor.
    fileprivate func located(_ name: [UInt8]) throws(Errno) -> OwnedDescriptor {
        OwnedDescriptor(owning: try calling { name.withPath { fg_locate(rawValue, $0) } })
    }

    /// Opens a folder in this folder, only to look up names. This does not need permission to list the folder.
    fileprivate func locatedFolder(_ name: [UInt8]) throws(Errno) -> OwnedDescriptor {
        OwnedDescriptor(owning: try calling { name.withPath { fg_open_folder(rawValue, $0) } })
    }
}

extension FileStatus {
    /// Returns whether both values describe the same file with the same content. Also compares the change time, because
    /// programs can set the modification time.
    fileprivate func isUnchanged(from earlier: FileStatus) -> Bool {
        isRegular && (device, inode, size) == (earlier.device, earlier.inode, earlier.size)
            && (modified, changed) == (earlier.modified, earlier.changed)
    }
}

extension [UInt8] {
    /// Calls `body` with the bytes, followed by a NUL.
    package func withPath<Result>(_ body: (UnsafePointer<CChar>) throws -> Result) rethrows -> Result {
        try (map { CChar(bitPattern: $0) } + [0]).withUnsafeBufferPointer { buffer in
            guard let start = buffer.baseAddress else { preconditionFailure("the NUL is there") }
            return try body(start)
        }
    }
}
