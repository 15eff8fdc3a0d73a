import CFilmgateSystem
public import FilmgateSystem
import Glibc

/// A handle that always refers to the same process, even if the process ID is reused.
///
/// A pidfd shows whether the process has ended. The process's folder in `/proc` is opened once, and all reads go
/// through it. Reads fail after the process has ended, so they never concern a different process.
public final class PinnedProcess: ObservableProcess {
    public let pid: Int32
    public let start: BootTicks
    private let handle: OwnedDescriptor
    private let folder: Directory

    /// - Parameter handle: a pidfd of the process. It is more reliable than the process ID.
    /// - Throws: `Errno`: `noProcess` if the process no longer exists; `badMessage` if the descriptor is not a pidfd of
    ///   this process, or if `pid` is the ID of a thread.
    public init(pid: Int32, handle: OwnedDescriptor? = nil) throws(Errno) {
        self.pid = pid
        if let handle {
            guard try Self.pid(of: handle) == pid else { throw .badMessage }
            self.handle = handle
        } else {
            self.handle = OwnedDescriptor(owning: try calling { fg_pidfd_open(pid) })
        }
        do {
            folder = try Directory(path: "/proc/\(pid)")
        } catch .noEntry {
            throw .noProcess
        }
        guard let start = ProcessFiles.start(inStat: try Self.contents(of: folder.file("stat"))) else {
            throw .badMessage
        }
        self.start = start
        // A pidfd can refer to a thread, whose files differ from the files of the process.
        guard ProcessFiles.process(inStatus: try Self.contents(of: folder.file("status"))) == pid else {
            throw .badMessage
        }
        // The process ID is not reused as long as the process runs. If the process still runs now, the opened folder is
        // the right one.
        guard !hasEnded else { throw .noProcess }
    }

    public var hasEnded: Bool { fg_wait_readable(handle.rawValue, -1, 0) != 0 }

    public func user() throws(Errno) -> UInt32 {
        guard let user = ProcessFiles.effectiveUser(inStatus: try Self.contents(of: folder.file("status"))) else {
            throw .badMessage
        }
        return user
    }

    public func realGroup() throws(Errno) -> UInt32 {
        guard let group = ProcessFiles.realGroup(inStatus: try Self.contents(of: folder.file("status"))) else {
            throw .badMessage
        }
        return group
    }

    public func root() throws(Errno) -> Directory { try folder.magicDirectory("root") }

    public func executable() throws(Errno) -> ProcessExecutable {
        let file = try folder.magicFile("exe")
        return ProcessExecutable(path: try file.path(), file: try file.facts())
    }

    /// Returns the label. Reads AppArmor's own folder first, because several security modules can be active at once.
    public func label() throws(Errno) -> String? {
        for path in ["attr/apparmor/current", "attr/current"] {
            do {
                return ProcessFiles.label(inAttribute: try Self.contents(of: folder.file(path)))
            } catch {
                // There is no security module, or the process has ended. Callers check `hasEnded` afterward.
                guard error == .noEntry || error == .invalidArgument else { throw error }
            }
        }
        return nil
    }

    public func controlGroup() throws(Errno) -> String? {
        ProcessFiles.controlGroup(inGroups: try Self.contents(of: folder.file("cgroup")))
    }

    /// Returns the process ID of a pidfd; nil for other descriptors and after the process was reaped, 0 for a process
    /// that is not visible in this PID namespace.
    public static func pid(of handle: OwnedDescriptor) throws(Errno) -> Int32? {
        let folder = try Directory(path: "/proc/self/fdinfo")
        return ProcessFiles.pid(inDescriptorInfo: try contents(of: folder.file(String(handle.rawValue))))
    }

    private static func contents(of file: OwnedDescriptor) throws(Errno) -> [UInt8] {
        guard let bytes = try file.contents(upTo: 16 * 1024) else { throw .badMessage }
        return bytes
    }
}
