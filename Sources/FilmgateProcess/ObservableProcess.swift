public import FilmgateSystem

/// What can be learnt about another process, one and the same with every reading.
public protocol ObservableProcess: Sendable {
    var pid: Int32 { get }
    /// When it started, on the boot clock.
    var start: BootTicks { get }
    /// Whether it has ended, reaped or not. Whatever was read before this said no was read of the living process.
    var hasEnded: Bool { get }

    /// Whose rights it has: its effective user.
    func user() throws(Errno) -> UInt32

    /// The real group: of whoever started it, whatever group the program's file gives it.
    func realGroup() throws(Errno) -> UInt32

    /// The root folder as the process sees it: a sandbox's own. Only files inside can be opened through it.
    func root() throws(Errno) -> Folder

    func executable() throws(Errno) -> Executable

    /// The label that a security module, as AppArmor, has given it; nil where none has.
    func label() throws(Errno) -> String?

    /// Its control group in the unified hierarchy; nil where there is none.
    func controlGroup() throws(Errno) -> String?
}

/// The program that a process runs.
public struct Executable: Equatable, Sendable {
    /// Where the kernel finds the file now. It ends in ` (deleted)` when the file has been removed or replaced, and
    /// has a meaning only for processes that share this one's root folder.
    public let path: String
    /// The file itself.
    public let file: FileFacts

    public init(path: String, file: FileFacts) {
        self.path = path
        self.file = file
    }
}
