internal import Filmgate
internal import FilmgateText
internal import Glibc

/// The folder into which a library is written, and the folders in it, which are walked name by name: none leads out of it.
struct ExportTree: Sendable {
    private let root: OwnedDescriptor
    /// For messages.
    private let path: String

    /// Makes the folder where it is missing.
    init(_ path: DiskPath) throws(Failure) {
        root = try exportFolder(at: path)
        let shown = path.description
        self.path = shown.count > 1 && shown.hasSuffix("/") ? String(shown.dropLast()) : shown
    }

    /// A folder in it, made where it is missing.
    ///
    /// - Throws: where one of the names is none, or belongs to something else, as a link.
    func folder(_ names: [String]) throws(Failure) -> ExportTreeFolder {
        var folder = ExportTreeFolder(descriptor: root, path: path)
        for name in names { folder = try folder.folder(name) }
        return folder
    }
}

/// A file that is to be written.
struct ExportTreeFile: Hashable, Sendable {
    let name: String
    /// Bytes.
    let size: UInt64
    let date: Timestamp?
}

/// A folder of the export. Nothing that is not the export's own is overwritten, and a file has its name only once it is whole.
struct ExportTreeFolder: Sendable {
    private static let part = ".filmgatectl.part"

    fileprivate let descriptor: OwnedDescriptor
    /// For messages.
    let path: String

    fileprivate func folder(_ name: String) throws(Failure) -> ExportTreeFolder {
        try check(name)
        if unsafe mkdirat(descriptor.rawValue, name, 0o777) != 0, errno != EEXIST { throw failure("made", name) }
        let raw = unsafe openat(descriptor.rawValue, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard raw >= 0 else { throw failure("opened as a folder", name) }
        return ExportTreeFolder(
            descriptor: OwnedDescriptor(owning: raw), path: "\(path)/\(name)")
    }

    /// What a name is taken by.
    enum Occupant: Equatable {
        case nothing
        /// A file of this size and date: it was written before.
        case same
        case other
    }

    func occupant(of file: ExportTreeFile) -> Occupant {
        var facts = stat()
        guard unsafe fstatat(descriptor.rawValue, file.name, &facts, AT_SYMLINK_NOFOLLOW) == 0 else {
            return errno == ENOENT ? .nothing : .other
        }
        guard facts.st_mode & S_IFMT == S_IFREG, UInt64(clamping: facts.st_size) == file.size else { return .other }
        guard let date = file.date else { return .same }
        let seconds = Int64(facts.st_mtim.tv_sec)
        if ExportTreeFolder.areEqual(seconds, date.rawValue / 1_000_000) { return .same }
        // No file system has all dates: it makes others of those that it has not.
        return stored(date).map { ExportTreeFolder.areEqual(seconds, $0) } ?? false ? .same : .other
    }

    /// Foreign file systems count in steps of two seconds.
    private static func areEqual(_ left: Int64, _ right: Int64) -> Bool { abs(left - right) <= 2 }

    /// What the file system here makes of a date, in seconds; nil where it does not say.
    private func stored(_ date: Timestamp) -> Int64? {
        guard let trial = part() else { return nil }
        defer { trial.remove() }
        trial.setDate(date)
        var facts = stat()
        guard unsafe fstat(trial.content.rawValue, &facts) == 0 else { return nil }
        return Int64(facts.st_mtim.tv_sec)
    }

    /// Writes a file under a name of its own, and gives it its name when it is whole.
    ///
    /// - Returns: bytes.
    func write(_ original: OwnedDescriptor, to file: ExportTreeFile) async throws -> UInt64 {
        try check(file.name)
        guard let written = part() else {
            let reason = Text.ofErrno(errno)
            throw Failure(.cannotCreate, "The folder '\(Text.plain(path))' cannot be written to: \(reason).")
        }
        do {
            let count = try await written.fill(from: original)
            written.setDate(file.date)
            try name(written.content, file.name)
            return count
        } catch {
            written.remove()
            throw error
        }
    }

    /// Takes away what an earlier run left half-written.
    func clear() { _ = unsafe unlinkat(descriptor.rawValue, ExportTreeFolder.part, 0) }

    /// A new file under the name that files have until they are whole; nil where there can be none, for the reason in `errno`.
    ///
    /// Others may write into the folder as well: what they put in its place is removed, and neither followed nor written to.
    private func part() -> ExportedFile? {
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
        var raw = unsafe openat(descriptor.rawValue, ExportTreeFolder.part, flags, 0o666)
        if raw < 0, errno == EEXIST {
            clear()
            raw = unsafe openat(descriptor.rawValue, ExportTreeFolder.part, flags, 0o666)
        }
        guard raw >= 0 else { return nil }
        return ExportedFile(name: ExportTreeFolder.part, folder: descriptor, content: OwnedDescriptor(owning: raw))
    }

    /// Names what was written, whatever has come into its place meanwhile; never over another file.
    private func name(_ content: OwnedDescriptor, _ name: String) throws(Failure) {
        let (folder, part) = (descriptor.rawValue, ExportTreeFolder.part)
        var isNamed = unsafe linkat(AT_FDCWD, "/proc/self/fd/\(content.rawValue)", folder, name, AT_SYMLINK_FOLLOW) == 0
        // Without /proc.
        if !isNamed, errno == ENOENT { isNamed = unsafe linkat(folder, part, folder, name, 0) == 0 }
        if isNamed {
            _ = unsafe unlinkat(folder, part, 0)
            return
        }
        // File systems without links.
        guard [EPERM, EOPNOTSUPP, ENOSYS, EMLINK].contains(errno), unsafe faccessat(folder, name, F_OK, 0) != 0,
            unsafe renameat(folder, part, folder, name) == 0
        else { throw failure("created", name) }
    }

    /// Gives a file of another folder a name in this one too; false where the file system has no such thing.
    func link(_ source: String, in folder: ExportTreeFolder, as name: String) throws(Failure) -> Bool {
        try check(name)
        return unsafe linkat(folder.descriptor.rawValue, source, descriptor.rawValue, name, 0) == 0
    }

    /// What is no plain name would lead elsewhere.
    private func check(_ name: String) throws(Failure) {
        guard !name.isEmpty, name != ".", name != "..",
            !name.utf8.contains(where: { $0 == 0 || $0 == UInt8(ascii: "/") })
        else { throw Failure(.software, "'\(Text.plain(name))' is no name for a file.") }
    }

    private func failure(_ verb: String, _ name: String) -> Failure {
        let code = errno
        return Failure(.cannotCreate, "'\(Text.plain("\(path)/\(name)"))' cannot be \(verb): \(Text.ofErrno(code)).")
    }
}
