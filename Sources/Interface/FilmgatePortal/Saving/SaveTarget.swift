import FilmgateSystem
import Glibc

/// The path that a person chose in a save dialog, and the status of the file that it named before.
struct SaveTarget: Sendable {
    /// The result of looking for the saved file.
    enum LookupResult: Sendable {
        /// The file that was saved, opened for reading.
        case saved(OwnedDescriptor)
        /// No saved file was found, for a reason that need not be reported.
        case nothing
        /// The file does not count as saved. The text gives the reason.
        case refused(String)
    }

    let path: String
    let name: String
    /// The folder, opened when the dialog ended. A link that later replaces the folder has no effect.
    let folder: Directory
    private let earlier: FileStatus?
    private let begin: Int64

    /// How long before the dialog a moved file may have been written under a temporary name, in nanoseconds.
    static let lead: Int64 = 60_000_000_000

    /// - Parameter begin: when the dialog began, in nanoseconds since the Unix epoch.
    /// - Throws: `Errno` if the folder cannot be opened; `invalidArgument` if the path names no file.
    @concurrent static func find(_ path: String, begin: Int64) async throws(Errno) -> SaveTarget {
        guard path.hasPrefix("/"), let slash = path.lastIndex(of: "/") else { throw .invalidArgument }
        let name = String(path[path.index(after: slash)...])
        guard !name.isEmpty, name != ".", name != ".." else { throw .invalidArgument }
        let folder = try Directory(path: String(path[...slash]))
        return SaveTarget(path: path, name: name, folder: folder, earlier: status(of: name, in: folder), begin: begin)
    }

    private init(path: String, name: String, folder: Directory, earlier: FileStatus?, begin: Int64) {
        (self.path, self.name, self.folder, self.earlier, self.begin) = (path, name, folder, earlier, begin)
    }

    /// Looks for the saved file. Does not follow links, and does not open devices or FIFOs.
    ///
    /// - Parameter isMoved: whether the file was moved to its name, so that it may be older than the dialog.
    @concurrent func find(isMoved: Bool) async -> LookupResult {
        do throws(Errno) {
            let found = try folder.located(name)
            let status = try found.facts()
            guard status.isRegular else { return .refused("It is no regular file.") }
            guard status.owner == getuid() else { return .refused("It belongs to a different user.") }
            guard status.links == 1 else { return .refused("It has more than one name.") }
            guard status.size > 0, !isEarlier(status) else { return .nothing }
            guard !isMoved || status.modified >= begin - Self.lead else {
                return .refused("It was written before the dialog.")
            }
            let file = try found.reopenedReadOnly()
            // Checks that the opened file is the same, and that it was not written to meanwhile.
            guard try file.facts() == status else { return .nothing }
            return .saved(file)
        } catch .noEntry {
            return .nothing
        } catch {
            return .refused("It cannot be opened: \(error)")
        }
    }

    /// Returns whether a file existed when the dialog ended, and still has the same content at this status.
    func isEarlier(_ status: FileStatus) -> Bool {
        guard let earlier else { return false }
        return status.device == earlier.device && status.inode == earlier.inode && status.size == earlier.size
            && status.modified == earlier.modified
    }

    /// Returns nil if there is no file with this name.
    private static func status(of name: String, in folder: Directory) -> FileStatus? {
        // If the status cannot be read now, the file cannot be opened later either.
        try? folder.located(name).facts()
    }
}
