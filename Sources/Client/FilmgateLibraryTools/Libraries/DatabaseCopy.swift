import FilmgateSystem

/// A copy of a database in a temporary folder, including the write-ahead log and the rollback journal. SQLite opens
/// only the copy, so that the original does not change.
final class DatabaseCopy {
    let path: String
    private let folder: ProcessTemporaryFolder

    private static let name = "copy.db"
    private static let suffixes = ["", "-wal", "-journal"]
    /// The maximum total size of the files, in bytes.
    private static let mostBytes: UInt64 = 4 << 30
    private static let tries = 3

    init(of place: FoundPath) throws(UnreadableLibraryError) {
        do throws(Errno) {
            folder = try ProcessTemporaryFolder(in: TemporaryFiles.disk, named: TemporaryFiles.databases)
        } catch { throw UnreadableLibraryError(reason: DatabaseCopy.noRoom) }
        path = "\(folder.path)/\(DatabaseCopy.name)"
        do throws(Errno) {
            let (source, name) = try place.place.parent()
            for _ in 0..<DatabaseCopy.tries where try DatabaseCopy.copy(source, name, to: folder.directory) { return }
        } catch .noSpace {
            throw UnreadableLibraryError(reason: DatabaseCopy.noRoom)
        } catch .invalidArgument {
            throw UnreadableLibraryError(reason: "The database is larger than a library of photos needs.")
        } catch {
            throw UnreadableLibraryError(reason: "The database cannot be copied: \(error).")
        }
        throw UnreadableLibraryError(reason: "Its program is writing to the database. Close that program first.")
    }

    deinit { removeNames() }

    func removeNames() { folder.remove() }

    private static let noRoom = "There is no room in /var/tmp for a copy of the database."

    /// Copies the database. Returns whether the original stayed unchanged in the meantime.
    private static func copy(_ source: OwnedDescriptor, _ name: [UInt8], to target: Directory) throws(Errno) -> Bool {
        let before = try facts(source, name)
        guard before[0] != nil else { throw .noEntry }
        var left = mostBytes
        for case let file? in before where file.size > mostBytes { throw .invalidArgument }
        for suffix in suffixes {
            try target.removeTree(Self.name + suffix)
            guard let file = try file(source, name, suffix) else { continue }
            left -= try file.copyContent(to: try target.newFile(Self.name + suffix), atMost: left)
        }
        return try facts(source, name) == before
    }

    private static func facts(_ folder: OwnedDescriptor, _ name: [UInt8]) throws(Errno) -> [FileStatus?] {
        var facts: [FileStatus?] = []
        for suffix in suffixes { facts.append(try file(folder, name, suffix)?.facts()) }
        return facts
    }

    /// Opens a file of the database. Returns nil if the file does not exist or is not a regular file.
    private static func file(
        _ folder: OwnedDescriptor, _ name: [UInt8], _ suffix: String
    ) throws(Errno) -> OwnedDescriptor? {
        do throws(Errno) {
            let file = try folder.openFile(name + Array(suffix.utf8))
            return try file.facts().isRegular ? file : nil
        } catch .noEntry { return nil }
    }
}
