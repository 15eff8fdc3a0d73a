internal import FilmgateModel
internal import FilmgateSystem
internal import Synchronization

/// The folder of stored files.
///
/// Each has a random name of its own in one of 256 folders, mode 0400. How a file comes in, and what is left when
/// everything ends right there:
///
/// 1. It is copied into a file without a name. The system takes that back with the last descriptor: nothing is left.
/// 2. Its bytes are synced, still without a name. As above.
/// 3. A worker reads it, then the batch's transaction begins. As above, and SQLite rolls back at the next start.
/// 4. It is linked under a name that no row bears yet. A file too many is left, and `sweep` removes it.
/// 5. Its folder is synced: from here the name is on the disk before the row that bears it. As in 4.
/// 6. The transaction commits. Until the log's commit frame is synced a restart finds the state before, as in 4; after it,
///    row and file, whole. Only then is the caller answered.
///
/// Where a batch fails its files are unlinked after the roll-back. Where the commit itself fails for an input or output
/// error, a restart might still find the commit frame, so the files stay until a later `sweep` has seen which it is.
/// Removing goes the other way round: first the row commits, then the name goes.
final class Originals: Sendable {
    private let folder: Folder
    /// Linked, or about to be, in a transaction that has not ended: nobody's to sweep.
    private let underWay = Mutex<Set<FileName>>([])

    /// Makes what is missing of the folders; the same few calls at every start, however many files there are.
    init(in library: Folder) throws(Errno) {
        folder = try library.makingFolder("originals")
        for index in UInt8.min...UInt8.max { _ = try folder.makingFolder(FileName.folderName(index)) }
        try folder.synchronize()
        try library.synchronize()
    }

    /// A file without a name, on the same file system.
    func unnamedFile() throws(Errno) -> OwnedDescriptor { try folder.unnamedFile(permissions: 0o400) }

    func open(_ name: FileName) throws(Errno) -> OwnedDescriptor {
        try folder.folder(name.folder).file(name.description)
    }

    /// Names a file. It counts as under way until `settle`.
    func link(_ file: OwnedDescriptor, as name: FileName) throws(Errno) {
        _ = underWay.withLock { $0.insert(name) }
        try folder.folder(name.folder).link(file, as: name.description)
    }

    /// Waits until the names are on the disk.
    func synchronize(_ names: some Sequence<FileName>) throws(Errno) {
        for name in Set(names.map(\.folder)) { try folder.folder(name).synchronize() }
    }

    func remove(_ name: FileName) throws(Errno) { try folder.folder(name.folder).remove(name.description) }

    /// Counts names as under way until `settle`, whose rows are about to go.
    func expect(_ names: some Sequence<FileName>) { underWay.withLock { $0.formUnion(names) } }

    /// Takes note that the transaction that names were linked for has ended.
    func settle(_ names: some Sequence<FileName>) { underWay.withLock { $0.subtract(names) } }

    /// What stands in one of the 256 folders: files by our names, and anything else.
    func contents(ofFolder index: UInt8) throws(Errno) -> (files: [FileName], strangers: [String]) {
        let name = FileName.folderName(index)
        var contents = (files: [FileName](), strangers: [String]())
        for entry in try folder.folder(name).names() {
            if let file = FileName(entry), file.folder == name {
                contents.files.append(file)
            } else {
                contents.strangers.append("originals/\(name)/\(entry)")
            }
        }
        return contents
    }

    /// Of these names, those that no running transaction is about to commit. To be asked after they were listed, and
    /// before the database is.
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

    /// - Parameter neighbour: a file that it is to stand beside; nil for anywhere.
    static func random(beside neighbour: FileName? = nil) -> FileName {
        var generator = SystemRandomNumberGenerator()
        let bytes = (0..<16).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
        return FileName(sixteen: [neighbour?.bytes[0] ?? bytes[0]] + bytes.dropFirst())
    }

    private init(sixteen bytes: [UInt8]) { self.bytes = bytes }

    var description: String { Hexadecimal.text(of: bytes) }

    /// The folder that it stands in, by its first byte.
    var folder: String { FileName.folderName(bytes[0]) }

    /// Below the library's folder.
    var path: String { "originals/\(folder)/\(self)" }

    static func folderName(_ index: UInt8) -> String { Hexadecimal.text(of: [index]) }
}
