internal import CFilmgateSystem
internal import FilmgateSystem

/// What a program may do beyond its user's rights: `capabilities(7)`.
public struct Privileges: OptionSet, Sendable {
    public let rawValue: UInt64

    public init(rawValue: UInt64) { self.rawValue = rawValue }

    /// Reading any file and any folder.
    public static let readEverything = Privileges(rawValue: 1 << UInt64(fg_cap_dac_read_search))
    /// Looking into any process.
    public static let seeProcesses = Privileges(rawValue: 1 << UInt64(fg_cap_sys_ptrace))

    /// Gives up all privileges but these, and for good: no program that is started gets any. To be called before there is a second
    /// thread.
    ///
    /// - Throws: `Cage.Open` where one of these is not there to be kept, or another could not be given up.
    public func keepAlone() throws(Cage.Open) {
        do throws(Errno) {
            try calling { fg_keep_capabilities(rawValue) }
            try calling { fg_give_up_privileges() }
        } catch {
            throw Cage.Open(reason: "privileges: \(error)")
        }
    }
}
