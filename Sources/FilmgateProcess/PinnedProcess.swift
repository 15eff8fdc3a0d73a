internal import CFilmgateSystem
public import FilmgateSystem
internal import Glibc

/// A process that stays the same one however often its number is given out again.
///
/// Its folder under `/proc` is opened once; everything is read through it, and reads fail once the process is gone.
public final class PinnedProcess: Sendable {
    public let pid: Int32
    /// When it started, on the boot clock.
    public let start: BootTicks
    private let handle: OwnedDescriptor
    private let folder: Folder

    /// - Throws: `Errno`; `noProcess` or `noEntry` where there is no such process.
    public init(pid: Int32) throws(Errno) {
        self.pid = pid
        handle = OwnedDescriptor(owning: try calling { fg_pidfd_open(pid) })
        folder = try Folder(path: "/proc/\(pid)")
        start = try Self.start(in: folder)
    }

    /// Whether it has not ended, zombies aside.
    public var isAlive: Bool {
        guard fg_pidfd_send_signal(handle.rawValue, 0) == 0 || Errno.current == .notPermitted else { return false }
        return (try? Self.start(in: folder)) == start
    }

    /// The root folder as the process sees it: a sandbox's own.
    public func root() throws(Errno) -> Folder { try folder.magicFolder("root") }

    /// The program's file, by the path that the kernel gives it now.
    ///
    /// - Throws: `noEntry` where the file is gone.
    public func executable() throws(Errno) -> (path: String, file: FileFacts) {
        let facts = try folder.magicFile("exe").facts()
        return (try folder.linkTarget("exe"), facts)
    }

    /// Field 22 of `stat`; the name in field 2 may hold anything, so that fields are counted from the last ')'.
    private static func start(in folder: Folder) throws(Errno) -> BootTicks {
        guard let bytes = try folder.file("stat").contents(upTo: 4096),
            let end = bytes.lastIndex(of: UInt8(ascii: ")"))
        else { throw .invalidArgument }
        let fields = bytes[(end + 1)...].split(separator: UInt8(ascii: " "))
        guard fields.count > 19, let ticks = UInt64(String(decoding: fields[19], as: UTF8.self)) else {
            throw .invalidArgument
        }
        // A zombie has ended: nobody is behind it any more.
        guard fields[0].first != UInt8(ascii: "Z"), fields[0].first != UInt8(ascii: "X") else { throw .noProcess }
        return BootTicks(rawValue: ticks)
    }
}
