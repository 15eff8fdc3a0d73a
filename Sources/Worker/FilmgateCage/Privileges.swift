import CFilmgateSystem
import FilmgateSystem

/// Rights of a program beyond those of its user: `capabilities(7)`.
public struct Privileges: OptionSet, Sendable {
    public let rawValue: UInt64

    public init(rawValue: UInt64) { self.rawValue = rawValue }

    /// Reading any file and any folder.
    public static let readEverything = Privileges(rawValue: 1 << UInt64(fg_cap_dac_read_search))
    /// Looking into any process.
    public static let seeProcesses = Privileges(rawValue: 1 << UInt64(fg_cap_sys_ptrace))

    /// Gives up all other privileges for good; programs that it starts get none. Call it before there is a second thread.
    ///
    /// - Throws: `Cage.Open` if the process lacks one of these, or could not give up the others.
    public func keepAlone() throws(Cage.Open) {
        do throws(Errno) {
            try calling { fg_keep_capabilities(rawValue) }
            try calling { fg_give_up_privileges() }
        } catch {
            throw Cage.Open(reason: "privileges: \(error)")
        }
    }
}
