package import Filmgate
import FilmgateSystem
import Glibc

/// Opens the folder of an export. Creates the folder if it is missing.
func exportFolder(at path: DiskPath) throws(ExportFailure) -> OwnedDescriptor {
    if unsafe path.withCString({ unsafe mkdir($0, 0o777) }) != 0, errno != EEXIST {
        throw .notCreated(path.description, .current)
    }
    let raw = unsafe path.withCString { unsafe open($0, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
    guard raw >= 0 else { throw .notOpened(path.description, .current) }
    return OwnedDescriptor(owning: raw)
}

/// A folder to which originals are written. Never overwrites a file.
package struct ExportFolder: Sendable {
    private let descriptor: OwnedDescriptor
    let path: String

    /// Creates the folder if it is missing.
    package init(_ path: DiskPath) throws(ExportFailure) {
        descriptor = try exportFolder(at: path)
        self.path = path.description
    }

    /// Creates a file for each name. If a name is taken, adds the same number to all names.
    package func create(_ names: [ExportName]) throws(ExportFailure) -> [ExportedFile] {
        for number in 1...100_000 {
            if let files = try create(names.map { $0.text(number: number) }) { return files }
        }
        throw .tooManyNames(path)
    }

    /// Creates a file for each name. If one of the names is taken, removes the created files and returns nil.
    private func create(_ names: [String]) throws(ExportFailure) -> [ExportedFile]? {
        var files: [ExportedFile] = []
        for name in names {
            let raw = unsafe openat(descriptor.rawValue, name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
            if raw >= 0 {
                files.append(
                    ExportedFile(
                        name: name, shown: "\(path)/\(name)", folder: descriptor,
                        content: OwnedDescriptor(owning: raw)))
                continue
            }
            let code = Errno.current
            for file in files { file.remove() }
            if code == .exists { return nil }
            throw .notWritable(path, code)
        }
        return files
    }
}

/// A file that is being written.
package struct ExportedFile: Sendable {
    package let name: String
    /// The path of the finished file, for messages.
    let shown: String
    let folder: OwnedDescriptor
    let content: OwnedDescriptor

    /// Copies a whole original, on a thread of Swift's pool, so that the program still shows progress and handles
    /// Ctrl-C. The copy shares the disk blocks of the original if the file system supports this.
    ///
    /// - Returns: the number of copied bytes.
    /// - Throws: `PhotoLibraryError` if the original cannot be read, `ExportFailure` if the file cannot be written, or
    ///   `CancellationError`.
    @concurrent
    package func fill(from original: OwnedDescriptor) async throws -> UInt64 {
        var facts = stat()
        let size = unsafe fstat(original.rawValue, &facts) == 0 ? UInt64(clamping: facts.st_size) : 0
        if size > 0, content.clone(original) { return size }
        var total: UInt64 = 0
        // The size is constant, because the content of an original never changes.
        while total == 0 || total < size {
            try Task.checkCancellation()
            let count: Int
            do throws(Errno) {
                count = try calling { sendfile(content.rawValue, original.rawValue, nil, 1 << 20) }
            } catch {
                // If the original can be read at this position, the error is from writing the file.
                guard (try? original.bytes(at: total, count: 1)) != nil else {
                    throw PhotoLibraryError.inputOutput("The file cannot be read: \(error).")
                }
                throw ExportFailure.notWritten(shown, error)
            }
            guard count > 0 else { return total }
            total += UInt64(count)
        }
        return total
    }

    /// Writes text that this program has generated.
    @concurrent
    func fill(with bytes: [UInt8]) async throws(ExportFailure) -> UInt64 {
        do { try content.write(bytes) } catch { throw .notWritten(shown, error) }
        return UInt64(bytes.count)
    }

    /// Sets the modification date of the file. Ignores errors, because not every file system can store the date.
    package func setDate(_ moment: Timestamp?) {
        guard let moment else { return }
        let times = [timespec(moment), timespec(moment)]
        _ = unsafe times.withUnsafeBufferPointer { unsafe futimens(content.rawValue, $0.baseAddress) }
    }

    package func remove() { _ = unsafe unlinkat(folder.rawValue, name, 0) }
}

extension timespec {
    init(_ moment: Timestamp) {
        let (seconds, microseconds) = moment.rawValue.quotientAndRemainder(dividingBy: 1_000_000)
        let isBefore = microseconds < 0
        self.init(
            tv_sec: Int(isBefore ? seconds - 1 : seconds),
            tv_nsec: Int(isBefore ? microseconds + 1_000_000 : microseconds) * 1000)
    }
}
