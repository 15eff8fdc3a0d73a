import CFilmgateSystem
import FilmgateSystem
import Glibc

/// The sandbox of a program that reads hostile bytes: it can compute, and use the descriptors that it got.
///
/// Inside, the program cannot open files, reach addresses, start, signal or watch processes, or make memory executable.
/// Memory and processor time are limited. A program cannot leave the cage.
public enum Cage {
    /// Puts the calling process, which must have a single thread, into the cage.
    ///
    /// Everything that needs files (libraries, their tables, the time zone) must be loaded before this call.
    ///
    /// - Parameter highestDescriptor: descriptors from 0 to this one stay open.
    /// - Throws: `EntryFailure` if a required part failed; in that case, the process must not read untrusted data.
    public static func enter(keepingDescriptorsUpTo highestDescriptor: Int32, _ limits: CageLimits = .standard)
        throws(EntryFailure)
    {
        // A second barrier. Containers and hardened kernels often refuse it; the filter suffices.
        _ = fg_leave_namespaces()
        do throws(Errno) {
            try calling { fg_close_above(highestDescriptor) }
            try limits.apply()
            try calling { fg_give_up_privileges() }
        } catch {
            throw EntryFailure(reason: "limits: \(error)")
        }
        try SyscallFilter.worker.install()
    }

    /// Limits the calling process, with all its threads, to its connections and to reading files: it can no longer
    /// write files, connect, or start, signal or trace processes.
    ///
    /// - Throws: `EntryFailure` if the kernel refuses.
    public static func keepReading() throws(EntryFailure) { try SyscallFilter.reader.install(aroundAllThreads: true) }

    /// The error if the cage could not be entered.
    public struct EntryFailure: Error, CustomStringConvertible {
        let reason: String
        public var description: String { "the cage cannot be closed: \(reason)" }
    }
}
