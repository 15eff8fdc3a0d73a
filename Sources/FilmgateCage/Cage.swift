internal import CFilmgateSystem
internal import FilmgateSystem
internal import Glibc

/// What holds a program that reads hostile bytes: it computes on what it has, and talks through descriptors that it was
/// given.
///
/// Inside, no file has a name, no address can be reached, no process can be started, signalled or watched, and no memory
/// made executable. Memory and processor time are limited. Entering is for good.
public enum Cage {
    /// Closes itself around the calling process, which must have one thread alone.
    ///
    /// Whatever needs files (libraries, their tables, the time zone) must have been loaded before.
    ///
    /// - Parameter highestDescriptor: the last one that stays open; 0 to this are inside.
    /// - Throws: `Open` where any obligatory part could not be put up; nothing untrusted may be read then.
    public static func enter(keepingDescriptorsUpTo highestDescriptor: Int32, _ limits: CageLimits = .standard)
        throws(Open)
    {
        // A second wall where it can be had; containers and hardened kernels often refuse it, and the filter suffices.
        _ = fg_leave_namespaces()
        do throws(Errno) {
            try calling { fg_close_above(highestDescriptor) }
            try limits.apply()
            try calling { fg_give_up_privileges() }
        } catch {
            throw Open(reason: "limits: \(error)")
        }
        try SyscallFilter.worker.install()
    }

    /// Leaves the calling process, all its threads included, the connections that it has, and files to be read: nothing can be
    /// written, reached, started, signalled or traced any more.
    ///
    /// - Throws: `Open` where the kernel does not do it.
    public static func keepReading() throws(Open) { try SyscallFilter.reader.install(aroundAllThreads: true) }

    /// The cage could not be closed.
    public struct Open: Error, CustomStringConvertible {
        let reason: String
        public var description: String { "the cage cannot be closed: \(reason)" }
    }
}
