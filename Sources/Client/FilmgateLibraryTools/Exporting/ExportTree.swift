import Filmgate
import Glibc

/// The folder to which a library is exported. Opens subfolders one name at a time, so that no link leads out of the
/// folder.
package struct ExportTree: Sendable {
    private let root: OwnedDescriptor
    /// The path for messages.
    private let path: String

    /// Creates the folder if it is missing, and locks it until this object is released.
    ///
    /// - Throws: if another export is writing to it.
    package init(_ path: DiskPath) throws(ExportFailure) {
        root = try exportFolder(at: path)
        let shown = path.description
        self.path = shown.count > 1 && shown.hasSuffix("/") ? String(shown.dropLast()) : shown
        // Not every file system has locks.
        if flock(root.rawValue, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK { throw .inUse(self.path) }
    }

    /// The folder itself.
    var top: ExportTreeFolder { ExportTreeFolder(descriptor: root, path: path) }

    /// Opens a subfolder. Creates it if it is missing.
    ///
    /// - Throws: if a name is not valid, or belongs to something that is not a folder, such as a link.
    func folder(_ names: [String]) throws(ExportFailure) -> ExportTreeFolder {
        var folder = top
        for name in names { folder = try folder.folder(name) }
        return folder
    }
}

/// A file to write.
struct ExportTreeFile: Hashable, Sendable {
    let name: String
    /// The size in bytes; nil if unknown, in which case no existing file counts as equal.
    var size: UInt64?
    let date: Timestamp?
    /// Whether the file replaces a file of an earlier run.
    var replaces = false
}

/// A folder of the export. Does not overwrite files of other programs. A file gets its final name when it is complete.
struct ExportTreeFolder: Sendable {
    /// The number of files that can be written at the same time.
    static let width = 8

    /// Returns the temporary name of a file. Files that are written at the same time have different numbers.
    private static func part(_ number: Int) -> String {
        number == 0 ? ".filmgatectl.part" : ".filmgatectl.part-\(number)"
    }

    let descriptor: OwnedDescriptor
    /// The path for messages.
    let path: String

    fileprivate func folder(_ name: String) throws(ExportFailure) -> ExportTreeFolder {
        try check(name)
        if unsafe mkdirat(descriptor.rawValue, name, 0o777) != 0, errno != EEXIST { throw notCreated(name) }
        let raw = unsafe openat(descriptor.rawValue, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard raw >= 0 else { throw .notOpened("\(path)/\(name)", .current) }
        return ExportTreeFolder(descriptor: OwnedDescriptor(owning: raw), path: "\(path)/\(name)")
    }

    /// The comparison of an existing entry in the folder with a file to write.
    enum ExistingEntry: Equatable {
        case nothing
        /// A file with the same size and date, from an earlier run.
        case same
        /// A file with the same size and another date.
        case sameSize
        case other
    }

    func occupant(of file: ExportTreeFile) -> ExistingEntry {
        var facts = stat()
        guard unsafe fstatat(descriptor.rawValue, file.name, &facts, AT_SYMLINK_NOFOLLOW) == 0 else {
            return errno == ENOENT ? .nothing : .other
        }
        guard facts.st_mode & S_IFMT == S_IFREG, file.size == UInt64(clamping: facts.st_size) else { return .other }
        guard let date = file.date else { return .same }
        let seconds = Int64(facts.st_mtim.tv_sec)
        if ExportTreeFolder.areEqual(seconds, date.rawValue / 1_000_000) { return .same }
        // The file system may have rounded or clamped the date.
        return stored(date).map { ExportTreeFolder.areEqual(seconds, $0) } ?? false ? .same : .sameSize
    }

    /// Returns whether two dates count as equal. Some file systems store dates in steps of two seconds.
    private static func areEqual(_ left: Int64, _ right: Int64) -> Bool { abs(left - right) <= 2 }

    /// Returns how this file system stores a date, in seconds, by trying it; nil if that fails.
    private func stored(_ date: Timestamp) -> Int64? {
        guard let trial = part(0, shown: path) else { return nil }
        defer { trial.remove() }
        trial.setDate(date)
        var facts = stat()
        guard unsafe fstat(trial.content.rawValue, &facts) == 0 else { return nil }
        return Int64(facts.st_mtim.tv_sec)
    }

    /// Writes a file under a temporary name, and gives it its final name when it is complete.
    ///
    /// - Parameter number: a number below `width` that no other file has at the same time.
    /// - Returns: the number of bytes.
    func write(_ original: OwnedDescriptor, to file: ExportTreeFile, number: Int = 0) async throws -> UInt64 {
        try await write(to: file, number) { try await $0.fill(from: original) }
    }

    /// Writes text that this program has generated under a temporary name, and gives the file its final name.
    func write(_ bytes: [UInt8], to file: ExportTreeFile, number: Int = 0) async throws -> UInt64 {
        try await write(to: file, number) { try await $0.fill(with: bytes) }
    }

    private func write(
        to file: ExportTreeFile, _ number: Int, _ fill: (ExportedFile) async throws -> UInt64
    ) async throws -> UInt64 {
        try check(file.name)
        guard let written = part(number, shown: "\(path)/\(file.name)") else { throw notWritable() }
        do {
            let count = try await fill(written)
            written.setDate(file.date)
            if file.replaces { try replace(written, file.name) } else { try name(written, file.name) }
            return count
        } catch {
            written.remove()
            throw error
        }
    }

    /// Sets the date of an existing file.
    func setDate(of file: ExportTreeFile) {
        guard let date = file.date else { return }
        let times = [timespec(date), timespec(date)]
        _ = unsafe times.withUnsafeBufferPointer {
            unsafe utimensat(descriptor.rawValue, file.name, $0.baseAddress, AT_SYMLINK_NOFOLLOW)
        }
    }

    /// Removes the incomplete files of an earlier run.
    func clear() { for number in 0..<ExportTreeFolder.width { clear(number) } }

    private func clear(_ number: Int) { _ = unsafe unlinkat(descriptor.rawValue, ExportTreeFolder.part(number), 0) }

    /// Creates a file with the temporary name. Returns nil, and sets `errno`, if that fails.
    ///
    /// Removes a file with this name that another program has put into the folder, without following a link.
    ///
    /// - Parameter shown: the path for messages.
    private func part(_ number: Int, shown: String) -> ExportedFile? {
        let name = ExportTreeFolder.part(number)
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
        var raw = unsafe openat(descriptor.rawValue, name, flags, 0o666)
        if raw < 0, errno == EEXIST {
            clear(number)
            raw = unsafe openat(descriptor.rawValue, name, flags, 0o666)
        }
        guard raw >= 0 else { return nil }
        return ExportedFile(name: name, shown: shown, folder: descriptor, content: OwnedDescriptor(owning: raw))
    }

    /// Gives the file its final name, even if its temporary name was replaced. Never overwrites a file.
    private func name(_ written: ExportedFile, _ name: String) throws(ExportFailure) {
        let (folder, part) = (descriptor.rawValue, written.name)
        let opened = "/proc/self/fd/\(written.content.rawValue)"
        var isNamed = unsafe linkat(AT_FDCWD, opened, folder, name, AT_SYMLINK_FOLLOW) == 0
        // For systems where /proc is not mounted.
        if !isNamed, errno == ENOENT { isNamed = unsafe linkat(folder, part, folder, name, 0) == 0 }
        if isNamed {
            _ = unsafe unlinkat(folder, part, 0)
            return
        }
        // Some file systems have no links.
        guard [EPERM, EOPNOTSUPP, ENOSYS, EMLINK].contains(errno), unsafe faccessat(folder, name, F_OK, 0) != 0,
            unsafe renameat(folder, part, folder, name) == 0
        else { throw notCreated(name) }
    }

    /// Renames the file over the file of an earlier run.
    private func replace(_ written: ExportedFile, _ name: String) throws(ExportFailure) {
        let (folder, part) = (descriptor.rawValue, written.name)
        var (own, named) = (stat(), stat())
        // Another program may have put another file in place of the temporary one.
        guard unsafe fstat(written.content.rawValue, &own) == 0,
            unsafe fstatat(folder, part, &named, AT_SYMLINK_NOFOLLOW) == 0
        else { throw notCreated(name) }
        guard own.st_dev == named.st_dev, own.st_ino == named.st_ino else { throw notOfThisProgram(part) }
        guard unsafe renameat(folder, part, folder, name) == 0 else { throw notCreated(name) }
    }

    /// Opens a file for reading. Returns nil if it does not exist, or if it is not a regular file.
    func open(_ name: String) -> OwnedDescriptor? {
        // A name from an earlier export may be invalid on this file system.
        guard (try? check(name)) != nil else { return nil }
        let raw = unsafe openat(descriptor.rawValue, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
        guard raw >= 0 else { return nil }
        let content = OwnedDescriptor(owning: raw)
        var facts = stat()
        return unsafe fstat(raw, &facts) == 0 && facts.st_mode & S_IFMT == S_IFREG ? content : nil
    }

    func isTaken(_ name: String) -> Bool {
        unsafe faccessat(descriptor.rawValue, name, F_OK, AT_SYMLINK_NOFOLLOW) == 0
    }

    /// Opens a file of this program for appending. Creates it if it is missing.
    ///
    /// - Throws: if it cannot be opened, is a link, or has a second name.
    func openForAppending(_ name: String) throws(ExportFailure) -> OwnedDescriptor {
        let flags = O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC
        let raw = unsafe openat(descriptor.rawValue, name, flags, 0o666)
        guard raw >= 0 else {
            guard errno == ELOOP || errno == ENXIO else { throw notWritable() }
            throw notOfThisProgram(name)
        }
        let content = OwnedDescriptor(owning: raw)
        var facts = stat()
        guard unsafe fstat(raw, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG, facts.st_nlink == 1 else {
            throw notOfThisProgram(name)
        }
        return content
    }

    /// Renames a file, and replaces the file of this program that has the name.
    func replace(_ name: String, with source: String) throws(ExportFailure) {
        if unsafe renameat(descriptor.rawValue, source, descriptor.rawValue, name) != 0 { throw notCreated(name) }
    }

    /// Removes a file of an earlier run.
    func remove(_ name: String) { _ = unsafe unlinkat(descriptor.rawValue, name, 0) }

    /// Links a file of another folder into this one. Returns false if the file system does not support links.
    func link(_ source: String, in folder: ExportTreeFolder, as file: ExportTreeFile) throws(ExportFailure) -> Bool {
        try check(file.name)
        let part = ExportTreeFolder.part(0)
        if file.replaces { clear(0) }
        let name = file.replaces ? part : file.name
        guard unsafe linkat(folder.descriptor.rawValue, source, descriptor.rawValue, name, 0) == 0 else { return false }
        guard file.replaces else { return true }
        // If both names already belong to the same file, renaming does not remove the temporary name.
        defer { clear(0) }
        return unsafe renameat(descriptor.rawValue, part, descriptor.rawValue, file.name) == 0
    }

    /// Throws if a name would lead out of the folder.
    private func check(_ name: String) throws(ExportFailure) {
        guard !name.isEmpty, name != ".", name != "..",
            !name.utf8.contains(where: { $0 == 0 || $0 == UInt8(ascii: "/") })
        else { throw .invalidName(name) }
    }

    private func notWritable() -> ExportFailure { .notWritable(path, .current) }
    private func notOfThisProgram(_ name: String) -> ExportFailure { .foreignFile("\(path)/\(name)") }
    private func notCreated(_ name: String) -> ExportFailure { .notCreated("\(path)/\(name)", .current) }
}
