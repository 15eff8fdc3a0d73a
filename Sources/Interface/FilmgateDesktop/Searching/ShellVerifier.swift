import FilmgateDBus
import FilmgateProcess
import FilmgateSystem

/// Recognizes the desktop's shells, the only programs that may search.
///
/// Compares files, not paths: in a sandbox, any program can have the path of a shell.
struct ShellVerifier: Sendable {
    let session: Connection
    /// The paths of the shells' programs.
    let executables: [String]
    /// The ID of the user that runs the shells.
    let user: UInt32

    /// Returns whether a unique bus name belongs to a process of a shell; false if this cannot be verified.
    func isShell(_ name: BusName) async -> Bool {
        do {
            let credentials = try await session.credentials(of: name)
            guard credentials.user == user, let pid = credentials.pid.flatMap({ Int32(exactly: $0) }) else {
                return false
            }
            let process = try PinnedProcess(pid: pid, handle: credentials.handle)
            let program = try process.executable().file
            let isOfShell = try process.user() == user && executables.contains { Self.isFile(program, at: $0) }
            // If the name still has its owner, and the process has not ended, the process ID has not been reused.
            guard isOfShell, try await session.owner(of: name) == name else { return false }
            return !process.hasEnded
        } catch {
            return false
        }
    }

    private static func isFile(_ program: FileStatus, at path: String) -> Bool {
        guard let end = path.lastIndex(of: "/"),
            // A shell that is not installed cannot be the caller.
            let folder = try? Directory(path: String(path[...end])),
            // A shell that is not installed cannot be the caller.
            let file = try? folder.file(String(path[path.index(after: end)...])).facts()
        else { return false }
        return (file.device, file.inode) == (program.device, program.inode)
    }
}
