import CFilmgateSystem
import FilmgateSystem
import Glibc

/// The limits on a caged process.
public struct CageLimits: Sendable {
    /// The maximum address space in bytes, in addition to what the process uses when it enters the cage.
    public var addressSpace: UInt64
    /// The maximum processor time in seconds. The parent process sets a stricter limit for each job.
    public var processorTime: UInt64
    /// The maximum size of a file that the process writes, in bytes.
    var fileSize: UInt64
    var descriptors: UInt64 = 16

    public static let standard = CageLimits(addressSpace: 1 << 30, processorTime: 3600)
    /// The limits for converting one video. The decoder and the encoder keep many frames, and their threads need
    /// stacks.
    public static let conversion = CageLimits(addressSpace: 3 << 30, processorTime: 24 * 3600)

    /// The limits for a program that communicates with a device. They allow copying a whole memory card.
    public static let device = CageLimits(
        addressSpace: 1 << 30, processorTime: 24 * 3600, fileSize: 1 << 40, descriptors: 64)

    func apply() throws(Errno) {
        let limits: [(Int32, UInt64)] = [
            (fg_limit_address_space, try CageLimits.presentAddressSpace() + addressSpace),
            (fg_limit_cpu, processorTime),
            (fg_limit_core, 0),
            (fg_limit_file_size, fileSize),
            (fg_limit_files, descriptors),
        ]
        for (resource, limit) in limits { try calling { fg_set_limit(0, resource, limit) } }
    }

    /// Returns the current size of the address space, in bytes.
    private static func presentAddressSpace() throws(Errno) -> UInt64 {
        let file = OwnedDescriptor(owning: try calling { fg_open(-1, "/proc/self/statm", O_RDONLY, 0) })
        let text = String(decoding: try file.contents(upTo: 4096) ?? [], as: UTF8.self)
        guard let pages = text.split(separator: " ").first.flatMap({ UInt64($0) }) else { throw .invalidArgument }
        return pages * UInt64(sysconf(Int32(_SC_PAGESIZE)))
    }
}

extension CageLimits {
    public init(addressSpace: UInt64, processorTime: UInt64) {
        self.init(addressSpace: addressSpace, processorTime: processorTime, fileSize: 0)
    }
}
