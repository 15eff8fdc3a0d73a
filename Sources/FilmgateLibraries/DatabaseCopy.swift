internal import FilmgateImporting
internal import FilmgateSystem
internal import Glibc

/// A copy of a database in a folder of its own, with what its program wrote last, which is in files beside it. So no path of the database itself is
/// opened, and reading changes nothing there.
final class DatabaseCopy {
    /// The path of the copy.
    let path: String
    private let folder: String

    private static let name = "copy.db"
    private static let suffixes = ["", "-wal", "-journal"]
    /// Of all files, in bytes.
    private static let mostBytes: UInt64 = 4 << 30
    private static let tries = 3

    init(of place: FoundPath) throws(UnreadableLibrary) {
        var pattern = Array("/var/tmp/filmgate-import-XXXXXX".utf8CString)
        guard mkdtemp(&pattern) != nil else { throw UnreadableLibrary(reason: DatabaseCopy.noRoom) }
        folder = String(decoding: pattern.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        path = "\(folder)/\(DatabaseCopy.name)"
        do throws(Errno) {
            let (source, name) = try place.place.parent()
            let target = try Directory(path: folder)
            for _ in 0..<DatabaseCopy.tries where try DatabaseCopy.copy(source, name, to: target) { return }
        } catch .noSpace {
            throw UnreadableLibrary(reason: DatabaseCopy.noRoom)
        } catch .invalidArgument {
            throw UnreadableLibrary(reason: "The database is larger than a library of photos needs.")
        } catch {
            throw UnreadableLibrary(reason: "The database cannot be copied: \(error).")
        }
        throw UnreadableLibrary(reason: "Its program is writing to the database. Close that program first.")
    }

    deinit { removeNames() }

    func removeNames() {
        for suffix in DatabaseCopy.suffixes + ["-shm"] { unlink(path + suffix) }
        rmdir(folder)
    }

    private static let noRoom = "There is no room in /var/tmp for a copy of the database."

    /// Returns whether the database stayed the same meanwhile.
    private static func copy(
        _ source: OwnedDescriptor, _ name: [UInt8], to target: Directory
    ) throws(Errno) -> Bool {
        let before = try facts(source, name)
        guard before[0] != nil else { throw .noEntry }
        var left = mostBytes
        for case let file? in before where file.size > mostBytes { throw .invalidArgument }
        for suffix in suffixes {
            try target.removeTree(Self.name + suffix)
            guard let file = try file(source, name, suffix) else { continue }
            try copy(file, to: try target.newFile(Self.name + suffix), &left)
        }
        return try facts(source, name) == before
    }

    private static func facts(_ folder: OwnedDescriptor, _ name: [UInt8]) throws(Errno) -> [FileFacts?] {
        var facts: [FileFacts?] = []
        for suffix in suffixes { facts.append(try file(folder, name, suffix)?.facts()) }
        return facts
    }

    /// Returns nil if there is no such file.
    private static func file(
        _ folder: OwnedDescriptor, _ name: [UInt8], _ suffix: String
    ) throws(Errno) -> OwnedDescriptor? {
        do throws(Errno) {
            let file = try folder.openFile(name + Array(suffix.utf8))
            return try file.facts().isRegular ? file : nil
        } catch .noEntry { return nil }
    }

    /// - Throws: `invalidArgument` for more bytes than are left.
    private static func copy(
        _ file: OwnedDescriptor, to copy: OwnedDescriptor, _ left: inout UInt64
    ) throws(Errno) {
        var offset: UInt64 = 0
        while true {
            let bytes = try file.bytes(at: offset, count: 1 << 20)
            if bytes.isEmpty { return }
            guard UInt64(bytes.count) <= left else { throw .invalidArgument }
            left -= UInt64(bytes.count)
            offset += UInt64(bytes.count)
            try copy.write(bytes)
        }
    }
}
