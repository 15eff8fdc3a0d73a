import CFilmgateSystem
import FilmgateDBus
import FilmgateProcess
import FilmgateSystem
import FilmgateText
import Glibc

/// The process of an app that is connected to the session bus.
struct AppProcess: Sendable {
    private let process: PinnedProcess
    /// A pidfd of the process.
    let handle: OwnedDescriptor

    /// Finds the process of an app. Returns nil if it runs as a different user, or if the app leaves the bus meanwhile.
    ///
    /// - Throws: `Errno` if the process has ended; `ErrorReply` if the app is not on the bus, or if the bus fails.
    static func find(_ app: BusName, on connection: Connection) async throws -> AppProcess? {
        guard app.isUnique else { return nil }
        let credentials = try await connection.credentials(of: app)
        guard let pid = credentials.pid.flatMap({ Int32(exactly: $0) }), credentials.user == getuid() else {
            return nil
        }
        let handle = try credentials.handle ?? OwnedDescriptor(owning: try calling { fg_pidfd_open(pid) })
        let process = try PinnedProcess(pid: pid, handle: handle)
        // The bus never reuses a unique name. If the app is still connected, its process ID was not reused.
        guard try await connection.owner(of: app) != nil else { return nil }
        return AppProcess(process: process, handle: handle)
    }

    /// Whether the process runs one of Filmgate's own programs.
    var isFilmgateProgram: Bool {
        // If the executable cannot be read, the process counts as a different program.
        (try? process.executable().path)?.hasPrefix(ThisProgram.folder + "/filmgate") == true
    }

    /// Returns whether a path leads to the same folder in the app's process as in this process.
    func sees(_ folder: String) -> Bool {
        do throws(Errno) {
            var seen = try process.root()
            for name in folder.split(separator: "/") { seen = try seen.directory(String(name)) }
            let facts = try seen.descriptor.facts()
            let own = try OwnedDescriptor.facts(ofFileAt: folder)
            return facts.device == own.device && facts.inode == own.inode && !process.hasEnded
        } catch { return false }
    }
}
