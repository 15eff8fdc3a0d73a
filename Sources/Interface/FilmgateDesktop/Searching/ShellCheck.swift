import FilmgateDBus
import FilmgateProcess
import FilmgateSystem

/// Recognizes the desktop's shells, the only programs that get answers to a search.
///
/// A file is compared and not its path: in a sandbox, any program can be at the path of the shell.
struct ShellCheck: Sendable {
    let session: Connection
    /// The paths of the shells' programs.
    let executables: [String]
    /// The user whose programs these are.
    let user: UInt32

    /// Whether a connection belongs to a process that runs one of these programs. Any doubt is a no.
    func isShell(_ name: BusName) async -> Bool {
        do {
            let credentials = try await session.credentials(of: name)
            guard credentials.user == user, let pid = credentials.pid.flatMap({ Int32(exactly: $0) }) else {
                return false
            }
            let process = try PinnedProcess(pid: pid, handle: credentials.handle)
            let program = try process.executable().file
            let isOfShell = try process.user() == user && executables.contains { Self.isFile(program, at: $0) }
            // The name still belongs to the process whose number the bus reported, which has not ended meanwhile.
            guard isOfShell, try await session.owner(of: name) == name else { return false }
            return !process.hasEnded
        } catch {
            return false
        }
    }

    private static func isFile(_ program: FileStatus, at path: String) -> Bool {
        guard let end = path.lastIndex(of: "/"),
            // A shell that is not installed is not the caller.
            let folder = try? Directory(path: String(path[...end])),
            // As above.
            let file = try? folder.file(String(path[path.index(after: end)...])).facts()
        else { return false }
        return (file.device, file.inode) == (program.device, program.inode)
    }
}
