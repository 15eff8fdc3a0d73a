import FilmgateModel
import FilmgateSystem
import Synchronization

/// The folder of stored files.
///
/// Each file has a random name in one of 256 folders, and mode 0400. These are the steps of adding a file, with the
/// state that a crash after each step leaves:
///
/// 1. The store copies the client's file to a file without a name. The system deletes this file with its last
///    descriptor: nothing is left.
/// 2. The store syncs the file's bytes, still without a name. It syncs an edit's bytes only in step 5. Nothing is left.
/// 3. A worker reads the file, then the batch's transaction begins. SQLite rolls it back at the next start.
/// 4. The store links the file under a name that no row has yet. A stray file is left, complete or not, and `sweep`
///    removes it.
/// 5. The store syncs the file's bytes, if they are not synced yet, and its folder, so that both are on the disk before
///    the row. As after step 4, a stray file is left.
/// 6. The transaction commits. Before the WAL's commit frame is synced, a restart finds the state as after step 4.
///    After that, it finds the complete row and file. The caller gets its reply only after that.
///
/// If a batch fails, its files are unlinked after the rollback. If the commit itself fails with an I/O error, a restart
/// could still find the commit frame, so the files stay until a later `sweep` checks for rows. Deletion works the other
/// way round: first the row's deletion commits, then the file is unlinked.
final class Originals: Sendable {
    private let library: Directory
    private let folder: Directory
    /// A read-only view of the same folder; nil if there is no view.
    private let readOnly: Directory?
    /// The folder through which files are opened for reading.
    let reading: StoredFolder
    /// The folder through which the store opens files that it links: a file that was opened through the view belongs to
    /// another mount.
    let inPlace: StoredFolder
    /// Files that a running transaction links or deletes. `sweep` must ignore them.
    private let underWay = Mutex<Set<FileName>>([])

    /// Creates missing folders. The cost does not depend on the number of files.
    ///
    /// - Parameters:
    ///   - view: the view of the library's folder through which files are opened, if there is one.
    ///   - belongToClients: whether the files belong to the user that clients run as. Clients can then take leases on
    ///     them.
    init(
        in library: Directory, readingThrough view: Directory? = nil, belongToClients: Bool = false
    ) throws(Errno) {
        self.library = library
        folder = try library.makingDirectory("originals")
        readOnly = try view.map { view throws(Errno) in try view.directory("originals") }
        let guarding = try belongToClients ? LeaseGuard(descriptors: descriptorLimit()) : nil
        reading = StoredFolder(folder: readOnly ?? folder, guarding: guarding)
        inPlace = StoredFolder(folder: folder, guarding: guarding)
        for index in UInt8.min...UInt8.max { _ = try folder.makingDirectory(FileName.folderName(index)) }
        try folder.synchronize()
        try library.synchronize()
    }

    /// Returns the number of a file's hard links. A file has a second link while a backup that also contains it is
    /// restored.
    func names(of name: FileName) -> UInt64 {
        let restored = [RestoredLibraryInstaller.incomplete, RestoredLibraryInstaller.complete]
        return 1 + UInt64(restored.count { library.has("\($0)/\(name.path)") })
    }

    /// Creates a file without a name, on the same file system.
    func unnamedFile() throws(Errno) -> OwnedDescriptor { try folder.unnamedFile(permissions: 0o400) }

    /// Opens a file for clients, if the file is complete. From then on, no client can take a lease on it.
    ///
    /// - Throws: `Errno`; `badMessage` if the file has another size.
    @concurrent
    func open(_ name: FileName, ofSize size: UInt64) async throws -> OwnedDescriptor {
        let file = try await reading.open(name)
        guard try file.facts().size == size else { throw Errno.badMessage }
        try inPlace.keepOpen(name)
        return file
    }

    /// Returns the size of a file, without opening it; nil if it does not exist.
    func size(of name: FileName) -> UInt64? { folder.fileSize("\(name.folder)/\(name)") }

    /// Returns a path descriptor, from which an unnamed file that was made for clients can be opened repeatedly,
    /// read-only. If files are opened through a read-only view, the file has a name for a moment.
    func readOnly(_ file: OwnedDescriptor) throws -> OwnedDescriptor {
        guard let readOnly else { return file }
        let name = FileName.random()
        defer { settle([name]) }
        try link(file, as: name)
        let located = Result { () throws(Errno) in try readOnly.directory(name.folder).located(name.description) }
        try remove(name)
        return try located.get()
    }

    /// Gives an unnamed file a name. `sweep` ignores it until `settle`.
    func link(_ file: OwnedDescriptor, as name: FileName) throws(Errno) {
        _ = underWay.withLock { $0.insert(name) }
        try folder.directory(name.folder).link(file, as: name.description)
    }

    /// Renames a file. `sweep` ignores it until `settle`.
    func move(_ name: FileName, to other: FileName) throws(Errno) {
        _ = underWay.withLock { $0.insert(other) }
        let target = try folder.directory(other.folder)
        try folder.directory(name.folder).rename(name.description, to: other.description, in: target)
    }

    /// Syncs the folders that contain these names.
    func synchronize(_ names: some Sequence<FileName>) throws(Errno) {
        for name in Set(names.map(\.folder)) { try folder.directory(name).synchronize() }
    }

    func remove(_ name: FileName) throws(Errno) {
        // Forgets the file after its removal: until then, it can still be opened and kept open.
        defer { inPlace.guarding?.forget(name) }
        try folder.directory(name.folder).remove(name.description)
    }

    /// Removes files without rows, and notes that their transaction has ended.
    func discard(_ names: [FileName]) {
        // A later `sweep` removes files that cannot be removed now.
        for name in names { try? remove(name) }
        settle(names)
    }

    /// Notes files whose rows a transaction deletes. `sweep` ignores them until `settle`.
    func expect(_ names: some Sequence<FileName>) { underWay.withLock { $0.formUnion(names) } }

    /// Notes that the transaction of these files has ended.
    func settle(_ names: some Sequence<FileName>) { underWay.withLock { $0.subtract(names) } }

    /// Returns the entries of one of the 256 folders: stored files and other entries.
    func contents(ofFolder index: UInt8) throws(Errno) -> (files: [FileName], unknown: [String]) {
        let name = FileName.folderName(index)
        var contents = (files: [FileName](), unknown: [String]())
        for entry in try folder.directory(name).names() {
            if let file = FileName(entry), file.folder == name {
                contents.files.append(file)
            } else {
                contents.unknown.append("originals/\(name)/\(entry)")
            }
        }
        return contents
    }

    /// Returns the names that no running transaction uses. Call it after listing the names, and before querying the
    /// database.
    func settled(_ names: [FileName]) -> [FileName] {
        underWay.withLock { underWay in names.filter { !underWay.contains($0) } }
    }
}

/// The name of a stored file: 16 random bytes, written as 32 hexadecimal digits.
struct FileName: Hashable, Sendable, CustomStringConvertible {
    let bytes: [UInt8]

    init?(bytes: [UInt8]) {
        guard bytes.count == 16 else { return nil }
        self.bytes = bytes
    }

    init?(_ text: String) {
        guard let bytes = Hexadecimal.bytes(of: text) else { return nil }
        self.init(bytes: bytes)
    }

    /// Returns a random name.
    ///
    /// - Parameter file: a file whose folder the name uses; nil means any folder.
    static func random(inFolderOf file: FileName? = nil) -> FileName {
        let number = (UInt64.random(in: .min ... .max), UInt64.random(in: .min ... .max))
        let bytes = withUnsafeBytes(of: number) { Array($0) }
        return FileName(sixteen: [file?.bytes[0] ?? bytes[0]] + bytes.dropFirst())
    }

    private init(sixteen bytes: [UInt8]) { self.bytes = bytes }

    var description: String { Hexadecimal.text(of: bytes) }

    /// The folder of the file, named by the first byte of its name.
    var folder: String { FileName.folderName(bytes[0]) }

    /// The path in the library's folder.
    var path: String { "originals/\(folder)/\(self)" }

    static func folderName(_ index: UInt8) -> String { Hexadecimal.text(of: [index]) }
}
