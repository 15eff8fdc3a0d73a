import FilmgateHashing
import FilmgateModel
import FilmgateSystem
import Glibc

/// The folder of a backup, locked while it is in use. Neither the folder nor its contents may be symbolic links.
///
/// - `filmgate-backup.json`: the names and hashes of the database and of the list of files
/// - `database-….sqlite3`, `files-….txt`: a copy of the database, and the list of files
/// - `originals/3f/3f…`: the stored files, which never change
/// - `filmgate-backup.lock`: the file that is locked
///
/// A new state is written beside the old one. When all of it is on the disk, the new `filmgate-backup.json` replaces
/// the old one.
public struct BackupFolder: Sendable {
    let folder: Directory
    /// The open lock file; nil if this process cannot open it for writing.
    private let lock: OwnedDescriptor?
    public let manifest: BackupManifest?

    /// Opens a folder for writing. Creates the folder if it is missing.
    ///
    /// - Throws: `BackupFailure`.
    public static func writing(to path: String) throws -> BackupFolder {
        // Only the owner may read a new folder, because it will contain the whole library. An existing folder keeps its
        // mode, because it may contain other files.
        let isNew = unsafe mkdir(path, 0o700) == 0
        if !isNew, Errno.current != .exists { throw BackupFailure.unusable(reason: Errno.current.description) }
        let folder = try opened(path)
        if !folder.has(BackupManifest.name) {
            let others = try attempt { () throws(Errno) in try folder.names() }.filter { !isOwn($0) }
            if let other = others.min() { throw BackupFailure.occupied(by: other) }
        }
        return try BackupFolder(folder, lock: lock(folder, flags: O_CREAT))
    }

    /// Opens a folder for reading.
    ///
    /// - Throws: `BackupFailure`.
    public static func reading(_ path: String) throws -> (BackupFolder, BackupManifest) {
        let opened = try opened(path)
        let lock: OwnedDescriptor?
        do { lock = try BackupFolder.lock(opened) } catch BackupFailure.unusable {
            // Continues without a lock: no backup can change a read-only folder, and earlier versions of Filmgate
            // created no lock file.
            lock = nil
        }
        let folder = try BackupFolder(opened, lock: lock)
        guard let manifest = folder.manifest else { throw BackupFailure.noBackup }
        return (folder, manifest)
    }

    private init(_ folder: Directory, lock: OwnedDescriptor?) throws {
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

    /// Opens a folder. Throws an error if the path is a symbolic link.
    private static func opened(_ path: String) throws -> Directory {
        // Removes trailing slashes, because the kernel would follow a link before a slash.
        var place = path[...]
        while place.count > 1, place.last == "/" { place.removeLast() }
        return try attempt { () throws(Errno) in
            let flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC
            let folder = OwnedDescriptor(owning: try calling { unsafe Glibc.open(String(place), flags) })
            return try Directory(path: "/proc/self/fd/\(folder.rawValue)")
        }
    }

    /// Locks the lock file, which can only be opened for writing. So a program that may only read the folder cannot
    /// open the file and block a backup.
    ///
    /// - Parameter flags: further flags for `open`, in addition to `O_WRONLY`.
    private static func lock(_ folder: Directory, flags: Int32 = 0) throws -> OwnedDescriptor {
        let file = try attempt { () throws(Errno) in
            let flags = O_WRONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC | flags
            return OwnedDescriptor(
                owning: try calling { unsafe openat(folder.descriptor.rawValue, lockName, flags, 0o200) })
        }
        var whole = flock()
        whole.l_type = Int16(F_WRLCK)
        whole.l_whence = Int16(SEEK_SET)
        do throws(Errno) { try calling { unsafe fcntl(file.rawValue, lockOfOpenFile, &whole) } } catch {
            guard error == .wouldBlock else { throw BackupFailure.unusable(reason: error.description) }
            throw BackupFailure.inUse
        }
        return file
    }

    private static let lockName = "filmgate-backup.lock"
    /// `F_OFD_SETLK`, which Swift does not import. The lock belongs to the open file description, not to the process.
    private static let lockOfOpenFile: Int32 = 37

    /// Returns whether a file or folder with this name belongs to a backup.
    static func isOwn(_ name: String) -> Bool {
        guard !name.utf8.contains(UInt8(ascii: "/")) else { return false }
        return name == "originals" || name == "lost+found" || name == lockName || name.hasPrefix(BackupManifest.name)
            || name.hasPrefix("database-") && !name.hasSuffix("..") || name.hasPrefix("files-")
    }

    // MARK: Stored files

    /// Opens the folder for stored files whose names begin with these two digits. Creates the folder if it is missing.
    func makingOriginals(_ name: String) throws(Errno) -> Directory {
        try folder.makingDirectory("originals").makingDirectory(name)
    }

    /// Opens a stored file, and compares its size with the list of files.
    ///
    /// - Throws: `BackupFailure.damaged`.
    func open(_ file: ListedFile) throws -> OwnedDescriptor {
        do throws(Errno) {
            let opened = try folder.directory("originals").directory(file.folder).file(file.name)
            let facts = try opened.facts()
            if facts.isRegular, facts.size == file.size { return opened }
        } catch {}  // A file that cannot be read counts as damaged.
        throw BackupFailure.damaged("originals/\(file.folder)/\(file.name)")
    }

    /// Returns whether a stored file can be read and has the hash in the list of files.
    func isIntact(_ file: ListedFile) -> Bool {
        // A file that cannot be read is not intact.
        (try? SHA256Hasher.hash(of: open(file)).text) == file.sha256
    }

    /// Opens the database or the list of files, and compares its hash with the manifest.
    ///
    /// - Throws: `BackupFailure.damaged`.
    func open(_ file: BackupManifest.File) throws -> OwnedDescriptor {
        do throws(Errno) {
            let opened = try folder.file(file.name)
            if try opened.facts().isRegular, try SHA256Hasher.hash(of: opened).text == file.sha256 { return opened }
        } catch {}  // A file that cannot be read counts as damaged.
        throw BackupFailure.damaged(file.name)
    }

    /// Reads the list of the files in a backup.
    func files(of manifest: BackupManifest) throws -> [ListedFile] {
        try FileList.read(try open(manifest.files), named: manifest.files.name)
    }
}

/// Runs `body`, which makes system calls on the folder, and converts the errors of `body` to `BackupFailure`.
func attempt<Result>(_ body: () throws(Errno) -> Result) throws(BackupFailure) -> Result {
    do { return try body() } catch { throw .unusable(reason: error.description) }
}

extension ContentHash {
    var text: String { Hexadecimal.text(of: bytes) }
}
