public import FilmgateSystem

/// A process whose properties can be read. Every read concerns the same process.
public protocol ObservableProcess: Sendable {
    var pid: Int32 { get }
    /// The start of the process on the boot clock.
    var start: BootTicks { get }
    /// Whether it has ended, reaped or not. If not, all earlier reads came from the running process.
    var hasEnded: Bool { get }

    /// Returns the effective user.
    func user() throws(Errno) -> UInt32

    /// Returns the real group, which a set-group-ID file does not change.
    func realGroup() throws(Errno) -> UInt32

    /// Returns the root folder, which may be a sandbox's. Only files in it can be opened through it.
    func root() throws(Errno) -> Directory

    func executable() throws(Errno) -> ProcessExecutable

    /// Returns the label of a security module such as AppArmor; nil if there is none.
    func label() throws(Errno) -> String?

    /// Returns the control group in the unified hierarchy; nil if there is none.
    func controlGroup() throws(Errno) -> String?
}

/// The program that a process runs.
public struct ProcessExecutable: Equatable, Sendable {
    /// The path at which the kernel finds the file now. It ends in ` (deleted)` if the file was removed or replaced,
    /// and is valid only for processes that share this one's root folder.
    public let path: String
    /// The file itself.
    public let file: FileStatus
}
