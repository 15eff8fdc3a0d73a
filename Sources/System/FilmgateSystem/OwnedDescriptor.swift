import CFilmgateSystem
import Glibc

/// A file descriptor that is closed when its last reference is released.
public final class OwnedDescriptor: Sendable {
    /// The number of the descriptor. It is valid as long as this object exists. Do not close it.
    public let rawValue: Int32
    /// Whether another process opened the file. Closing it may then wait for a file system that never responds.
    private let isForeign: Bool

    /// Takes ownership of a descriptor that nothing else will close.
    ///
    /// - Parameter isForeign: whether another process opened the file. If so, a separate thread closes the descriptor.
    public init(owning rawValue: Int32, isForeign: Bool = false) {
        precondition(rawValue >= 0, "a descriptor is not negative")
        self.rawValue = rawValue
        self.isForeign = isForeign
    }

    deinit {
        let rawValue = rawValue
        if isForeign { DescriptorCloser.run { close(rawValue) } } else { close(rawValue) }
    }

    /// Opens the same file again for reading, with its own position.
    public func reopenedReadOnly() throws(Errno) -> OwnedDescriptor {
        OwnedDescriptor(owning: try calling { fg_reopen_read_only(rawValue) })
    }

    /// Whether bytes can be read through this descriptor: false if it was opened only for writing, or as a path
    /// descriptor.
    public var isReadable: Bool { fg_is_readable(rawValue) }

    public func facts() throws(Errno) -> FileStatus {
        var raw = fg_file_facts()
        try calling { fg_file_facts(rawValue, &raw) }
        return FileStatus(raw)
    }

    /// Returns the current path of the open file according to the kernel, followed by ` (deleted)` if it was removed.
    ///
    /// - Throws: `badMessage` if the path is longer than the system's limit, or not UTF-8.
    public func path() throws(Errno) -> String {
        let limit = Int(PATH_MAX)
        var buffer = [CChar](repeating: 0, count: limit)
        let count = try calling { readlink("/proc/self/fd/\(rawValue)", &buffer, limit) }
        let bytes = buffer[..<count].map(UInt8.init(bitPattern:))
        guard count < limit, let path = String(validating: bytes, as: UTF8.self) else { throw .badMessage }
        return path
    }

    /// Returns the status of the file at a path, without opening the file for reading.
    public static func facts(ofFileAt path: String) throws(Errno) -> FileStatus {
        try OwnedDescriptor(owning: try calling { fg_open_path(-1, path) }).facts()
    }

    /// Makes the file empty.
    public func clear() throws(Errno) { try calling { ftruncate(rawValue, 0) } }

    /// Waits until the written data is on the disk.
    public func synchronize() throws(Errno) { try calling { fsync(rawValue) } }

    /// Begins to write a part of the file to the disk, so that `synchronize` does not have to wait for it later.
    public func beginWritingOut(_ part: Range<UInt64>) {
        fg_begin_writing_out(rawValue, part.lowerBound, part.upperBound - part.lowerBound)
    }

    /// Writes all the bytes at the descriptor's position.
    public func write(_ bytes: some Collection<UInt8>) throws(Errno) {
        let buffer = ContiguousArray(bytes)
        var written = 0
        while written < buffer.count {
            written += try calling {
                buffer.withUnsafeBytes {
                    Glibc.write(rawValue, $0.baseAddress?.advanced(by: written), $0.count - written)
                }
            }
        }
    }

    /// Reads at an offset, without changing the position. Returns the number of bytes, which is smaller than the buffer
    /// only if the file ends first.
    public func read(into buffer: UnsafeMutableRawBufferPointer, at offset: UInt64) throws(Errno) -> Int {
        var filled = 0
        while filled < buffer.count {
            let count = try calling {
                pread(
                    rawValue, buffer.baseAddress?.advanced(by: filled), buffer.count - filled,
                    off_t(clamping: offset) + filled)
            }
            if count == 0 { break }
            filled += count
        }
        return filled
    }

    /// Reads bytes at an offset into an array, which is shorter than `count` only if the file ends first.
    public func bytes(at offset: UInt64, count: Int) throws(Errno) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        let filled = try bytes.withUnsafeMutableBytes { buffer in
            Result { () throws(Errno) in try read(into: buffer, at: offset) }
        }.get()
        bytes.removeLast(count - filled)
        return bytes
    }

    /// Writes all the bytes at an offset, without changing the position.
    public func write(_ bytes: UnsafeRawBufferPointer, at offset: UInt64) throws(Errno) {
        var written = 0
        while written < bytes.count {
            written += try calling {
                pwrite(
                    rawValue, bytes.baseAddress?.advanced(by: written), bytes.count - written,
                    off_t(clamping: offset) + written)
            }
        }
    }

    /// Writes the whole content of this file to another file, at the current position of the other descriptor.
    ///
    /// - Returns: the number of bytes.
    /// - Throws: `invalidArgument` if the file is larger than the limit.
    @discardableResult
    public func copyContent(to copy: OwnedDescriptor, atMost limit: UInt64) throws(Errno) -> UInt64 {
        var count: UInt64 = 0
        while true {
            let bytes = try self.bytes(at: count, count: 1 << 20)
            if bytes.isEmpty { return count }
            guard UInt64(bytes.count) <= limit - count else { throw .invalidArgument }
            try copy.write(bytes)
            count += UInt64(bytes.count)
        }
    }

    /// Sets the size of this empty file, in bytes, and reserves room for all of it on the disk.
    ///
    /// - Throws: `noSpace` if too little of the disk would stay free. Not all file systems can reserve room.
    public func reserve(_ size: UInt64) throws(Errno) {
        guard off_t(exactly: size) != nil else { throw .invalidArgument }
        try calling { fg_reserve(rawValue, size) }
    }

    /// Makes this empty file share the blocks of another file. Returns false if the file system does not support this.
    public func clone(_ source: OwnedDescriptor) -> Bool { fg_clone(source.rawValue, rawValue) == 0 }

    /// Reads the whole file without changing the position. Returns nil if the file has more than `limit` bytes.
    public func contents(upTo limit: Int) throws(Errno) -> [UInt8]? {
        // Requests one byte more than the current size, to detect the end. The file can grow during the read.
        let size = Int(clamping: try facts().size)
        var bytes = [UInt8](repeating: 0, count: min(size, limit) + 1)
        var filled = 0
        while filled <= limit {
            if filled == bytes.count {
                bytes.append(contentsOf: repeatElement(0, count: min(limit + 1 - filled, max(4096, filled))))
            }
            let count = try calling {
                bytes.withUnsafeMutableBytes {
                    pread(rawValue, $0.baseAddress?.advanced(by: filled), $0.count - filled, off_t(filled))
                }
            }
            guard count > 0 else {
                bytes.removeLast(bytes.count - filled)
                return bytes
            }
            filled += count
        }
        return nil
    }
}

/// The result of `fstat` for a file.
public struct FileStatus: Hashable, Sendable {
    public let isRegular: Bool
    public let isFolder: Bool
    public let isLink: Bool
    public let permissions: UInt32
    public let owner: UInt32
    /// The size in bytes.
    public let size: UInt64
    public let device: UInt64
    public let inode: UInt64
    public let links: UInt64
    /// The time of the last change to the contents (`mtime`), in nanoseconds since the Unix epoch.
    public let modified: Int64
    /// The time of the last change to the contents, names or attributes (`ctime`), in nanoseconds since the Unix epoch.
    /// Programs cannot set it.
    public let changed: Int64

    init(_ raw: fg_file_facts) {
        isRegular = fg_is_regular(raw.mode)
        isFolder = raw.mode & S_IFMT == S_IFDIR
        isLink = raw.mode & S_IFMT == S_IFLNK
        permissions = raw.mode & 0o7777
        owner = raw.owner
        size = raw.size
        device = raw.device
        inode = raw.inode
        links = raw.links
        modified = raw.modified_seconds &* 1_000_000_000 &+ raw.modified_nanoseconds
        changed = raw.changed_seconds &* 1_000_000_000 &+ raw.changed_nanoseconds
    }
}
