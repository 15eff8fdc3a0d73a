import FilmgateSystem
import Glibc

/// The name that a person chose for a file in a dialog, and the file that had it before.
struct SaveTarget: Sendable {
    /// What is at the name.
    enum LookupResult: Sendable {
        /// The file that was saved, opened for reading.
        case saved(OwnedDescriptor)
        /// Nothing was saved; for no reason that a person has to know.
        case nothing
        /// A file that does not count as saved, with the reason.
        case refused(String)
    }

    let path: String
    let name: String
    /// The folder as it was when the dialog ended. A link that replaces it later has no effect.
    let folder: Directory
    private let earlier: FileStatus?
    private let begin: Int64

    /// Programs begin to write a file to a different name a little before they ask where to save it.
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

    /// Looks for the file that was saved. Follows no link, and opens neither devices nor FIFOs.
    ///
    /// - Parameter isMoved: whether the file was moved to the name, so that it may be older than the dialog.
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
            // The same file, and it has not grown since.
            guard try file.facts() == status else { return .nothing }
            return .saved(file)
        } catch .noEntry {
            return .nothing
        } catch {
            return .refused("It cannot be opened: \(error)")
        }
    }

    /// Whether a file is the one that was there before, unchanged.
    private func isEarlier(_ status: FileStatus) -> Bool {
        guard let earlier else { return false }
        return status.device == earlier.device && status.inode == earlier.inode && status.size == earlier.size
            && status.modified == earlier.modified
    }

    /// Returns nil if there is no file with this name.
    private static func status(of name: String, in folder: Directory) -> FileStatus? {
        // A file that cannot be looked at now cannot be opened later either.
        try? folder.located(name).facts()
    }
}
