public import FilmgateSystem

/// A process whose properties can be read. All reads are guaranteed to concern the same process.
public protocol ObservableProcess: Sendable {
    var pid: Int32 { get }
    /// The time on the boot clock at which the process started.
    var start: BootTicks { get }
    /// Whether the process has ended, reaped or not. If false, all earlier reads came from the running process.
    var hasEnded: Bool { get }

    /// Returns the effective user.
    func user() throws(Errno) -> UInt32

    /// Returns the real group. It stays the same when the process starts a set-group-ID program.
    func realGroup() throws(Errno) -> UInt32

    /// Returns the root folder, through which only files below it can be opened. It may belong to a sandbox.
    func root() throws(Errno) -> Directory

    func executable() throws(Errno) -> ProcessExecutable

    /// Returns the label of a security module such as AppArmor; nil if the process has no label.
    func label() throws(Errno) -> String?

    /// Returns the control group in the unified hierarchy; nil if there is none.
    func controlGroup() throws(Errno) -> String?
}

/// The program that a process runs.
public struct ProcessExecutable: Equatable, Sendable {
    /// The path at which the kernel finds the file now. It ends in ` (deleted)` if the file was removed or replaced,
    /// and is valid only for processes with the same root folder.
    public let path: String
    /// The status of the file itself.
    public let file: FileStatus
}
