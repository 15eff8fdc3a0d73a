import FilmgateModel
import FilmgateSystem
import Synchronization

/// The folder of stored files.
///
/// Each file has a random name in one of 256 folders, and mode 0400. The store adds a file in these steps. Each step
/// lists what a crash after the step leaves behind:
///
/// 1. The store copies the client's file to a file without a name. The system deletes this file when its last
/// descriptor closes. A crash leaves nothing.
/// 2. The store syncs the bytes of the file, unless the caller postpones this to step 5. A crash leaves nothing.
/// 3. A worker reads the file, and the transaction begins. After a crash, SQLite rolls it back at the next start.
/// 4. The store links the file under a name that no row contains yet. A crash leaves a stray file, which may be
/// incomplete. `sweep` removes it.
/// 5. The store syncs the file's folder, and the bytes if that was postponed. A crash leaves a stray file, as after
/// step 4.
/// 6. The transaction commits. Until the commit frame in the WAL is synced, a crash leaves a stray file. After that,
/// the row and the file are complete. Only then does the caller get its reply.
///
/// If a batch fails, the store unlinks its files after the rollback. If the commit fails with an I/O error, the commit
/// frame may still exist after a restart. The files then stay until a later `sweep` compares them with the rows. A
/// deletion first commits the deletion of the row, and then unlinks the file.
final class Originals: Sendable {
    private let library: Directory
    private let folder: Directory
    /// The same folder in a read-only mount, or nil if there is no such mount.
    private let readOnly: Directory?
    /// The folder from which files are opened for reading.
    let reading: StoredFileOpener
    /// The folder from which files are opened to link them. Files from the read-only mount cannot be linked here,
    /// because they belong to a different mount.
    let inPlace: StoredFileOpener
    /// The files that a running transaction links or deletes. `sweep` ignores these files.
    private let underWay = Mutex<Set<StoredFileName>>([])

    /// Creates missing folders. The cost does not depend on the number of files.
    ///
    /// - Parameters:
    ///   - view: the library's folder in a read-only mount, or nil. Files are opened for reading from this folder.
    ///   - belongToClients: whether the user that runs the clients owns the files. Clients can then take leases on the
    ///     files.
    init(
        in library: Directory, readingThrough view: Directory? = nil, belongToClients: Bool = false
    ) throws(Errno) {
        self.library = library
        folder = try library.makingDirectory("originals")
        readOnly = try view.map { view throws(Errno) in try view.directory("originals") }
        let guarding = try belongToClients ? LeaseGuard(descriptors: descriptorLimit()) : nil
        reading = StoredFileOpener(folder: readOnly ?? folder, guarding: guarding)
        inPlace = StoredFileOpener(folder: folder, guarding: guarding)
        for index in UInt8.min...UInt8.max { _ = try folder.makingDirectory(StoredFileName.folderName(index)) }
        try folder.synchronize()
        try library.synchronize()
    }

    /// Returns how many hard links a file should have. A restored library in a separate folder can add one.
    func names(of name: StoredFileName) -> UInt64 {
        let restored = [RestoredLibraryInstaller.incomplete, RestoredLibraryInstaller.complete]
        return 1 + UInt64(restored.count { library.has("\($0)/\(name.path)") })
    }

    func unnamedFile() throws(Errno) -> OwnedDescriptor { try folder.unnamedFile(permissions: 0o400) }

    /// Opens a file for clients. While `LeaseGuard` keeps it open, no client can take a lease on it.
    ///
    /// - Throws: `Errno`, for example `badMessage` if the file does not have the expected size.
    @concurrent
    func open(_ name: StoredFileName, ofSize size: UInt64) async throws -> OwnedDescriptor {
        let file = try await reading.open(name)
        guard try file.facts().size == size else { throw Errno.badMessage }
        try inPlace.keepOpen(name)
        return file
    }

    /// Returns the size of a file without opening it, or nil if the file does not exist.
    func size(of name: StoredFileName) -> UInt64? { folder.fileSize("\(name.folder)/\(name)") }

    /// Returns the descriptor from which clients' descriptors of an unnamed file are opened. It is `file` itself, or,
    /// if there is a read-only mount, a path descriptor in it, for which the file briefly gets a name.
    func readOnly(_ file: OwnedDescriptor) throws -> OwnedDescriptor {
        guard let readOnly else { return file }
        let name = StoredFileName.random()
        defer { settle([name]) }
        try link(file, as: name)
        let located = Result { () throws(Errno) in try readOnly.directory(name.folder).located(name.description) }
        try remove(name)
        return try located.get()
    }

    /// Gives an unnamed file a name. `sweep` ignores the name until `settle`.
    func link(_ file: OwnedDescriptor, as name: StoredFileName) throws(Errno) {
        _ = underWay.withLock { $0.insert(name) }
        try folder.directory(name.folder).link(file, as: name.description)
    }

    /// Renames a file. `sweep` ignores the new name until `settle`.
    func move(_ name: StoredFileName, to other: StoredFileName) throws(Errno) {
        _ = underWay.withLock { $0.insert(other) }
        let target = try folder.directory(other.folder)
        try folder.directory(name.folder).rename(name.description, to: other.description, in: target)
    }

    /// Syncs the folders that contain these names.
    func synchronize(_ names: some Sequence<StoredFileName>) throws(Errno) {
        for name in Set(names.map(\.folder)) { try folder.directory(name).synchronize() }
    }

    func remove(_ name: StoredFileName) throws(Errno) {
        // Closes the guard's descriptor last, because clients can open the file until its removal.
        defer { inPlace.guarding?.forget(name) }
        try folder.directory(name.folder).remove(name.description)
    }

    /// Removes files that no row refers to, and records that their transaction has ended.
    func discard(_ names: [StoredFileName]) {
        // If a removal fails, a later `sweep` removes the file.
        for name in names { try? remove(name) }
        settle(names)
    }

    /// Records that a transaction deletes the rows of these files. `sweep` ignores the files until `settle`.
    func expect(_ names: some Sequence<StoredFileName>) { underWay.withLock { $0.formUnion(names) } }

    /// Records that the transaction that uses these files has ended.
    func settle(_ names: some Sequence<StoredFileName>) { underWay.withLock { $0.subtract(names) } }

    /// Returns the stored files in one of the 256 folders, and the paths of unknown entries.
    func contents(ofFolder index: UInt8) throws(Errno) -> (files: [StoredFileName], unknown: [String]) {
        let name = StoredFileName.folderName(index)
        var contents = (files: [StoredFileName](), unknown: [String]())
        for entry in try folder.directory(name).names() {
            if let file = StoredFileName(entry), file.folder == name {
                contents.files.append(file)
            } else {
                contents.unknown.append("originals/\(name)/\(entry)")
            }
        }
        return contents
    }

    /// Returns the names that no running transaction uses. Call this after listing the folder and before reading the
    /// database.
    func settled(_ names: [StoredFileName]) -> [StoredFileName] {
        underWay.withLock { underWay in names.filter { !underWay.contains($0) } }
    }
}

/// The name of a stored file: 16 random bytes, which are written as 32 hexadecimal digits.
struct StoredFileName: Hashable, Sendable, CustomStringConvertible {
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
    /// - Parameter file: a file whose folder the new file shares, or nil for a random folder.
    static func random(inFolderOf file: StoredFileName? = nil) -> StoredFileName {
        let number = (UInt64.random(in: .min ... .max), UInt64.random(in: .min ... .max))
        let bytes = withUnsafeBytes(of: number) { Array($0) }
        return StoredFileName(sixteen: [file?.bytes[0] ?? bytes[0]] + bytes.dropFirst())
    }

    private init(sixteen bytes: [UInt8]) { self.bytes = bytes }

    var description: String { Hexadecimal.text(of: bytes) }

    /// The folder of the file. The first byte of the file's name is the name of the folder.
    var folder: String { StoredFileName.folderName(bytes[0]) }

    /// The path of the file, relative to the library's folder.
    var path: String { "originals/\(folder)/\(self)" }

    static func folderName(_ index: UInt8) -> String { Hexadecimal.text(of: [index]) }
}
