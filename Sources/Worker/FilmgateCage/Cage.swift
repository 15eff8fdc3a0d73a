import CFilmgateSystem
import FilmgateSystem
import Glibc

/// Sandboxes for programs that read untrusted data. A process cannot leave its cage.
public enum Cage {
    /// Puts the calling process, which must have a single thread, into the cage for workers.
    ///
    /// In this cage, the process can only compute, and use descriptors that are already open. It cannot open files,
    /// connect to addresses, start or signal processes, or make memory executable. Memory and processor time are
    /// limited.
    ///
    /// Everything that needs files (libraries, their tables, the time zone) must be loaded before this call.
    ///
    /// - Parameter highestDescriptor: descriptors from 0 to this one stay open; all others are closed.
    /// - Throws: `EntryFailure` if a required step failed. The process must then not read untrusted data.
    public static func enter(keepingDescriptorsUpTo highestDescriptor: Int32, _ limits: CageLimits = .standard)
        throws(EntryFailure)
    {
        // New namespaces are a second barrier. Containers and hardened kernels often refuse them. In that case, the
        // filter suffices.
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

    /// Limits the calling process, with all its threads, to reading files and using open connections. The process can
    /// no longer open files for writing, connect, or start, signal or trace processes.
    ///
    /// - Throws: `EntryFailure` if the kernel refuses the filter.
    public static func keepReading() throws(EntryFailure) { try SyscallFilter.reader.install(aroundAllThreads: true) }

    /// The error that is thrown if the cage cannot be entered.
    public struct EntryFailure: Error, CustomStringConvertible {
        let reason: String
        public var description: String { "the cage cannot be closed: \(reason)" }
    }
}
