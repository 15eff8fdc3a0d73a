internal import FilmgateHashing
internal import FilmgateModel
internal import FilmgateSystem
internal import Glibc

/// The folder of a backup. Follows no link inside of it, and is locked while it is in use.
///
/// ```
/// filmgate-backup.json     names the database and the list of files, with their hashes
/// database-….sqlite3
/// files-….txt
/// originals/3f/3f…         the stored files; they never change
/// ```
///
/// A new state is written beside the old one. Renaming the new `filmgate-backup.json` over the old one is the step from one to the
/// other; before it, everything has reached the disk.
public struct BackupFolder: Sendable {
    let folder: Directory
    private let lock: OwnedDescriptor
    public let manifest: BackupManifest?

    /// Opens a folder to write to. Creates it if it is missing.
    ///
    /// - Throws: `BackupFailure`.
    public static func writing(to path: String) throws -> BackupFolder {
        let isNew = unsafe mkdir(path, 0o700) == 0
        if !isNew, Errno.current != .exists { throw BackupFailure.unusable(reason: Errno.current.description) }
        let folder = try BackupFolder(path)
        if folder.manifest == nil {
            let others = try attempt { () throws(Errno) in try folder.folder.names() }.filter { !isOwn($0) }
            if let other = others.min() { throw BackupFailure.occupied(by: other) }
        }
        // It holds everything. Not every file system has permissions.
        try? folder.folder.descriptor.restrict(to: 0o700)
        return folder
    }

    /// Opens a folder to read from.
    ///
    /// - Throws: `BackupFailure`.
    public static func reading(_ path: String) throws -> (BackupFolder, BackupManifest) {
        let folder = try BackupFolder(path)
        guard let manifest = folder.manifest else { throw BackupFailure.noBackup }
        return (folder, manifest)
    }

    private init(_ path: String) throws {
        let folder = try attempt { () throws(Errno) in try Directory(path: path) }
        guard let lock = try attempt({ () throws(Errno) in try BackupFolder.lock(folder) }) else {
            throw BackupFailure.inUse
        }
        self.folder = folder
        self.lock = lock
        manifest = try BackupFolder.manifest(in: folder)
    }

    private static func manifest(in folder: Directory) throws -> BackupManifest? {
        let bytes: [UInt8]?
        do throws(Errno) {
            let file = try folder.file(BackupManifest.name)
            bytes = try file.facts().isRegular ? file.contents(upTo: 1 << 16) : nil
        } catch {
            guard error == .noEntry else { throw BackupFailure.damaged(BackupManifest.name) }
            return nil
        }
        guard let bytes else { throw BackupFailure.damaged(BackupManifest.name) }
        return try BackupManifest(bytes: bytes)
    }

    /// Locks the folder itself, which a reader needs not be able to write to.
    private static func lock(_ folder: Directory) throws(Errno) -> OwnedDescriptor? {
        let lock = try folder.descriptor.duplicate()
        do throws(Errno) { try calling { flock(lock.rawValue, LOCK_EX | LOCK_NB) } } catch {
            guard error == .wouldBlock else { throw error }
            return nil
        }
        return lock
    }

    /// Whether a name is one that a backup gives.
    static func isOwn(_ name: String) -> Bool {
        guard !name.utf8.contains(UInt8(ascii: "/")) else { return false }
        return name == "originals" || name == "lost+found" || name.hasPrefix(BackupManifest.name)
            || name.hasPrefix("database-") && !name.hasSuffix("..") || name.hasPrefix("files-")
    }

    // MARK: Stored files

    /// Opens the folder of some stored files. Creates it if it is missing.
    func makingOriginals(_ name: String) throws(Errno) -> Directory {
        try folder.makingDirectory("originals").makingDirectory(name)
    }

    /// Opens a file, if it has the size that it must have.
    ///
    /// - Throws: `BackupFailure.damaged`.
    func open(_ file: ListedFile) throws -> OwnedDescriptor {
        do throws(Errno) {
            let opened = try folder.directory("originals").directory(file.folder).file(file.name)
            let facts = try opened.facts()
            if facts.isRegular, facts.size == file.size { return opened }
        } catch {}
        throw BackupFailure.damaged("originals/\(file.folder)/\(file.name)")
    }

    /// Opens the database or the list of files, and compares its bytes.
    ///
    /// - Throws: `BackupFailure.damaged`.
    func open(_ file: BackupManifest.File) throws -> OwnedDescriptor {
        do throws(Errno) {
            let opened = try folder.file(file.name)
            if try opened.facts().isRegular, try SHA256Digest.hash(of: opened).text == file.sha256 { return opened }
        } catch {}
        throw BackupFailure.damaged(file.name)
    }

    /// The files of the backup.
    func files(of manifest: BackupManifest) throws -> [ListedFile] {
        try FileList.read(try open(manifest.files), named: manifest.files.name)
    }
}

/// Runs calls on the folder itself.
func attempt<Result>(_ body: () throws(Errno) -> Result) throws(BackupFailure) -> Result {
    do { return try body() } catch { throw .unusable(reason: error.description) }
}

extension ContentHash {
    var text: String { Hexadecimal.text(of: bytes) }
}
