import Filmgate
import Glibc

/// The folder to which a library is exported. Subfolders are opened one path component at a time without following
/// links, so that no link leads out of the folder.
package struct ExportTree: Sendable {
    private let root: OwnedDescriptor
    /// The path to use in messages.
    private let path: String

    /// Creates the folder if it is missing, and locks it until this value is no longer used.
    ///
    /// - Throws: an error if another export is writing to the folder, or if the folder cannot be created or opened.
    package init(_ path: DiskPath) throws(ExportFailure) {
        root = try exportFolder(at: path)
        let shown = path.description
        self.path = shown.count > 1 && shown.hasSuffix("/") ? String(shown.dropLast()) : shown
        // Ignores other errors, because not every file system supports locks.
        if flock(root.rawValue, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK { throw .inUse(self.path) }
    }

    var top: ExportTreeFolder { ExportTreeFolder(descriptor: root, path: path) }

    /// Opens a subfolder. Creates the subfolder if it is missing.
    ///
    /// - Throws: an error if a name is invalid, or if an entry with this name is not a folder, such as a link.
    func folder(_ names: [String]) throws(ExportFailure) -> ExportTreeFolder {
        var folder = top
        for name in names { folder = try folder.folder(name) }
        return folder
    }
}

struct ExportTreeFile: Hashable, Sendable {
    let name: String
    /// The size in bytes; nil if unknown. Without a size, no existing file counts as the same.
    var size: UInt64?
    let date: Timestamp?
    /// Whether the file replaces a file of an earlier run.
    var replaces = false
}

/// A folder of the export. Never overwrites files of other programs. A file gets its final name when it is complete.
struct ExportTreeFolder: Sendable {
    /// The maximum number of files that are written at the same time.
    static let width = 8

    /// Returns the temporary name of a file. The number distinguishes files that are written at the same time.
    private static func part(_ number: Int) -> String {
        number == 0 ? ".filmgatectl.part" : ".filmgatectl.part-\(number)"
    }

    let descriptor: OwnedDescriptor
    /// The path to use in messages.
    let path: String

    fileprivate func folder(_ name: String) throws(ExportFailure) -> ExportTreeFolder {
        try check(name)
        if unsafe mkdirat(descriptor.rawValue, name, 0o777) != 0, errno != EEXIST { throw notCreated(name) }
        let raw = unsafe openat(descriptor.rawValue, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard raw >= 0 else { throw .notOpened("\(path)/\(name)", .current) }
        return ExportTreeFolder(descriptor: OwnedDescriptor(owning: raw), path: "\(path)/\(name)")
    }

    /// The existing entry with the name of a file to write, compared with that file.
    enum ExistingEntry: Equatable {
        case nothing
        /// A file with the same size and date, or with the same size if the date is unknown.
        case same
        /// A file with the same size and a different date.
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
        // The file system may have stored a rounded date, or the nearest date that it supports.
        return stored(date).map { ExportTreeFolder.areEqual(seconds, $0) } ?? false ? .same : .sameSize
    }

    /// Returns whether two dates are at most two seconds apart, because some file systems store dates in steps of two
    /// seconds.
    private static func areEqual(_ left: Int64, _ right: Int64) -> Bool { abs(left - right) <= 2 }

    /// Sets a date on a temporary file. Returns the date that the file system stores, in seconds since 1970; nil on
    /// failure.
    private func stored(_ date: Timestamp) -> Int64? {
        guard let trial = part(0, shown: path) else { return nil }
        defer { trial.remove() }
        trial.setDate(date)
        var facts = stat()
        guard unsafe fstat(trial.content.rawValue, &facts) == 0 else { return nil }
        return Int64(facts.st_mtim.tv_sec)
    }

    /// Copies a file to a temporary name, and gives the copy its final name when it is complete.
    ///
    /// - Parameter number: a number below `width` that no other file has at the same time.
    /// - Returns: the number of copied bytes.
    func write(_ original: OwnedDescriptor, to file: ExportTreeFile, number: Int = 0) async throws -> UInt64 {
        try await write(to: file, number) { try await $0.fill(from: original) }
    }

    /// Writes text of this program to a file with a temporary name, and gives the file its final name.
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
    /// Removes an existing entry with this name, without following a link.
    ///
    /// - Parameter shown: the path to use in messages.
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

    /// Gives the written file its final name, even if a different file has its temporary name. Never overwrites a file.
    private func name(_ written: ExportedFile, _ name: String) throws(ExportFailure) {
        let (folder, part) = (descriptor.rawValue, written.name)
        let opened = "/proc/self/fd/\(written.content.rawValue)"
        var isNamed = unsafe linkat(AT_FDCWD, opened, folder, name, AT_SYMLINK_FOLLOW) == 0
        // If `/proc` is not mounted, links the temporary name instead.
        if !isNamed, errno == ENOENT { isNamed = unsafe linkat(folder, part, folder, name, 0) == 0 }
        if isNamed {
            _ = unsafe unlinkat(folder, part, 0)
            return
        }
        // Renames the file, because some file systems do not support hard links.
        guard [EPERM, EOPNOTSUPP, ENOSYS, EMLINK].contains(errno), unsafe faccessat(folder, name, F_OK, 0) != 0,
            unsafe renameat(folder, part, folder, name) == 0
        else { throw notCreated(name) }
    }

    /// Replaces the file of an earlier run with the written file.
    private func replace(_ written: ExportedFile, _ name: String) throws(ExportFailure) {
        let (folder, part) = (descriptor.rawValue, written.name)
        var (own, named) = (stat(), stat())
        // Another program may have replaced the temporary file with a different file.
        guard unsafe fstat(written.content.rawValue, &own) == 0,
            unsafe fstatat(folder, part, &named, AT_SYMLINK_NOFOLLOW) == 0
        else { throw notCreated(name) }
        guard own.st_dev == named.st_dev, own.st_ino == named.st_ino else { throw notOfThisProgram(part) }
        guard unsafe renameat(folder, part, folder, name) == 0 else { throw notCreated(name) }
    }

    /// Opens a file for reading. Returns nil if the file does not exist or is not a regular file.
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

    /// Opens a file of this program for appending. Creates the file if it is missing.
    ///
    /// - Throws: an error if the file cannot be opened, is a link, or has more than one hard link.
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

    /// Renames `source` to `name`, and replaces an existing file `name`. Both must be files of this program.
    func replace(_ name: String, with source: String) throws(ExportFailure) {
        if unsafe renameat(descriptor.rawValue, source, descriptor.rawValue, name) != 0 { throw notCreated(name) }
    }

    /// Removes a file of an earlier run.
    func remove(_ name: String) { _ = unsafe unlinkat(descriptor.rawValue, name, 0) }

    /// Creates a hard link in this folder to a file in a different folder. Returns false if this fails.
    func link(_ source: String, in folder: ExportTreeFolder, as file: ExportTreeFile) throws(ExportFailure) -> Bool {
        try check(file.name)
        let part = ExportTreeFolder.part(0)
        if file.replaces { clear(0) }
        let name = file.replaces ? part : file.name
        guard unsafe linkat(folder.descriptor.rawValue, source, descriptor.rawValue, name, 0) == 0 else { return false }
        guard file.replaces else { return true }
        // If both names already are links to the same file, renaming does not remove the temporary name.
        defer { clear(0) }
        return unsafe renameat(descriptor.rawValue, part, descriptor.rawValue, file.name) == 0
    }

    /// Throws an error if a name is not a single path component.
    private func check(_ name: String) throws(ExportFailure) {
        guard !name.isEmpty, name != ".", name != "..",
            !name.utf8.contains(where: { $0 == 0 || $0 == UInt8(ascii: "/") })
        else { throw .invalidName(name) }
    }

    private func notWritable() -> ExportFailure { .notWritable(path, .current) }
    private func notOfThisProgram(_ name: String) -> ExportFailure { .foreignFile("\(path)/\(name)") }
    private func notCreated(_ name: String) -> ExportFailure { .notCreated("\(path)/\(name)", .current) }
}
