import CFilmgateSystem
import FilmgateSystem

/// Rights of a process beyond the rights of its user, as described in `capabilities(7)`.
public struct Privileges: OptionSet, Sendable {
    public let rawValue: UInt64

    public init(rawValue: UInt64) { self.rawValue = rawValue }

    /// The right to read any file and any folder.
    public static let readEverything = Privileges(rawValue: 1 << UInt64(fg_cap_dac_read_search))
    /// The right to inspect any process.
    public static let seeProcesses = Privileges(rawValue: 1 << UInt64(fg_cap_sys_ptrace))

    /// Permanently drops all privileges except these. Programs that the process starts get no privileges. Must be
    /// called before a second thread exists.
    ///
    /// - Throws: `Cage.EntryFailure` if the process lacks one of these privileges, or cannot drop the others.
    public func keepAlone() throws(Cage.EntryFailure) {
        do throws(Errno) {
            try calling { fg_keep_capabilities(rawValue) }
            try calling { fg_give_up_privileges() }
        } catch {
            throw Cage.EntryFailure(reason: "privileges: \(error)")
        }
    }
}
