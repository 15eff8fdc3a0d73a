internal import CFilmgateSystem
internal import Glibc

extension OwnedDescriptor {
    /// A memory file that nobody can change any more, its position at the start.
    ///
    /// - Parameter name: shown in `/proc` alone, for people who debug.
    public static func sealedMemory(named name: String, holding bytes: some Collection<UInt8>) throws(Errno)
        -> OwnedDescriptor
    {
        let file = try memory(named: name)
        try file.write(bytes)
        try calling { lseek(file.rawValue, 0, SEEK_SET) }
        try file.seal()
        return file
    }

    /// An empty memory file that can still be written, and sealed when it is whole.
    public static func memory(named name: String) throws(Errno) -> OwnedDescriptor {
        OwnedDescriptor(owning: try calling { fg_memfd_create(name) })
    }

    /// Says who may open the file anew, by its path in `/proc`.
    public func restrict(to mode: UInt32) throws(Errno) { try calling { fchmod(rawValue, mode_t(mode)) } }

    /// Whether the file is still opened otherwise than by this descriptor, anywhere: held, mapped, or on its way in a message.
    ///
    /// For memory files of this process' own that nobody can write any more; where the kernel does not tell, they count as opened.
    public var isOpenElsewhere: Bool { fg_is_open_elsewhere(rawValue) }

    /// Makes a memory file immutable for every holder.
    public func seal() throws(Errno) { try calling { fg_memfd_seal(rawValue) } }
}
