import CFilmgateSystem
import Glibc

extension OwnedDescriptor {
    /// Creates an immutable memory file, positioned at its start.
    ///
    /// - Parameter name: the name in `/proc`, for debugging.
    public static func sealedMemory(named name: String, holding bytes: some Collection<UInt8>) throws(Errno)
        -> OwnedDescriptor
    {
        let file = try memory(named: name)
        try file.write(bytes)
        try calling { lseek(file.rawValue, 0, SEEK_SET) }
        try file.seal()
        return file
    }

    /// Copies a part of this file into an immutable memory file. The copy is shorter only if the file ends first.
    ///
    /// - Parameter name: the name in `/proc`, for debugging.
    public func sealedPart(named name: String, _ part: Range<UInt64>) throws(Errno) -> OwnedDescriptor {
        try .sealedMemory(named: name, holding: try bytes(at: part.lowerBound, count: part.count))
    }

    /// Copies this file into an immutable memory file.
    ///
    /// - Parameter name: the name in `/proc`, for debugging.
    /// - Throws: `badMessage` if the file becomes shorter during the copying.
    public func sealedCopy(named name: String) throws(Errno) -> OwnedDescriptor {
        let (size, copy) = (try facts().size, try OwnedDescriptor.memory(named: name))
        let block = Int(clamping: min(max(size, 1), OwnedDescriptor.largestBlock))
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: block, alignment: 4096)
        defer { buffer.deallocate() }
        var offset: UInt64 = 0
        while offset < size {
            let count = try read(into: buffer, at: offset)
            guard count > 0 else { throw .badMessage }
            try copy.write(UnsafeRawBufferPointer(rebasing: buffer[..<count]), at: offset)
            offset += UInt64(count)
        }
        try copy.seal()
        return copy
    }

    /// The maximum number of bytes that `sealedCopy` reads at a time.
    private static let largestBlock: UInt64 = 256 << 10

    /// Creates an empty memory file that can be written, and sealed later.
    public static func memory(named name: String) throws(Errno) -> OwnedDescriptor {
        OwnedDescriptor(owning: try calling { fg_memfd_create(name) })
    }

    /// Sets the size, in bytes. New bytes are zero, and take no memory until they are written.
    public func resize(to size: UInt64) throws(Errno) {
        guard let size = off_t(exactly: size) else { throw .invalidArgument }
        try calling { ftruncate(rawValue, size) }
    }

    /// Sets the permissions, which determine who may open the file again by its path in `/proc`.
    public func restrict(to mode: UInt32) throws(Errno) { try calling { fchmod(rawValue, mode_t(mode)) } }

    /// Whether the file was also opened elsewhere, and a descriptor, a mapping or a message still refers to that. Does
    /// not notice duplicates of this descriptor, nor descriptors with `O_PATH`.
    ///
    /// Works only if this descriptor was opened for reading: not for one that created a memory file, but for one from
    /// `reopenedReadOnly`. If the kernel does not report this, for example for files of other users, the file counts as
    /// open.
    public var isOpenElsewhere: Bool { fg_is_open_elsewhere(rawValue) }

    /// Makes a memory file immutable for all processes, and prevents opening it again for writing.
    public func seal() throws(Errno) { try calling { fg_memfd_seal(rawValue) } }
}
