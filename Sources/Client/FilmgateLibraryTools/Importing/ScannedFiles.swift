package import FilmgateSystem
import Glibc

/// A file to import.
package struct PhotoFile: Hashable, Sendable {
    package let place: FoundPath
    /// The size in bytes at the time when the file was found.
    package let size: UInt64
    /// The names of the folders that contain the file, relative to the path on the command line.
    package var folders: [String] = []
    /// The kind according to the first bytes; nil if these were not examined or do not determine it.
    private var contentKind: MediaKind?
    /// The file name for the library: nil for the name on disk, empty for no name.
    package var storedName: String?

    package init(_ place: FoundPath, size: UInt64, folders: [String] = [], kind: MediaKind? = nil) {
        (self.place, self.size, self.folders, contentKind) = (place, size, folders, kind)
    }

    package var path: DiskPath { place.path }

    /// Opens the file for reading. Also returns the result of `fstat` before any reading.
    ///
    /// - Throws: the reason, if the file cannot be opened or is not a regular file.
    package func open() throws(FailedFile) -> (OwnedDescriptor, FileStatus) { try place.openFile() }

    /// The first bytes of the file, enough to recognize the format. Empty if the file cannot be read; the import then
    /// reports the error.
    package var head: [UInt8] { (try? open())?.0.head ?? [] }

    /// The kind of the file; nil if neither the extension nor the first bytes determine it.
    package var kind: MediaKind? { namedKind ?? contentKind }

    package var namedKind: MediaKind? { path.fileExtension.flatMap { MediaKind(fileExtension: $0) } }

    /// The file name for the library; nil for no name.
    package var libraryFilename: String? {
        guard let storedName else { return path.libraryFilename }
        return storedName.isEmpty ? nil : DiskPath(storedName.replacing("/", with: "_")).libraryFilename
    }
}

/// A file or folder that cannot be imported, and the reason.
package struct FailedFile: Error, Hashable {
    package let path: DiskPath
    /// A sentence for the person.
    package let reason: String

    package init(path: DiskPath, reason: String) { (self.path, self.reason) = (path, reason) }
}

extension [FailedFile] {
    mutating func add(_ path: DiskPath, _ reason: String) { append(FailedFile(path: path, reason: reason)) }
}

/// The files at and below the paths on the command line.
///
/// Walks folders depth first, in the byte order of the names, through file descriptors. Skips hidden files and folders,
/// and follows no links, except for the paths on the command line themselves. Reads the first bytes of files whose
/// extensions do not determine their kind.
package struct ScannedFiles: Equatable, Sendable {
    package private(set) var files: [PhotoFile] = []
    /// The files that describe a photo in the same folder: XMP sidecars and Apple's adjustment data.
    package private(set) var sidecars: [PhotoFile] = []
    /// The order files of a Filmgate export.
    package private(set) var orders: [PhotoFile] = []
    /// The other regular files, which are neither photos nor videos.
    package private(set) var unknown: [PhotoFile] = []
    /// The links, devices, sockets and other entries that are not regular files.
    package private(set) var skipped = SkippedFiles()
    package private(set) var failures: [FailedFile] = []
    /// The folders below the paths on the command line.
    package private(set) var subfolders: [FoundPath] = []
    /// The number of paths on the command line.
    package let named: Int
    private let looksInside: Bool

    /// The total size of `files`.
    package var bytes: UInt64 {
        files.reduce(0) { sum, file in
            let (sum, overflow) = sum.addingReportingOverflow(file.size)
            return overflow ? .max : sum
        }
    }

    /// - Parameter looksInside: whether to read the first bytes of files in folders. Use false if other programs are
    ///   writing files there.
    package init(_ paths: [DiskPath], looksInside: Bool = true) {
        (named, self.looksInside) = (paths.count, looksInside)
        for path in paths {
            do throws(Errno) { take(try FoundPath(named: path)) } catch { fail(path, error) }
        }
    }

    /// Walks paths in which links have been resolved.
    package init(_ places: [FoundPath], looksInside: Bool = true) {
        (named, self.looksInside) = (places.count, looksInside)
        for place in places { take(place) }
    }

    /// Creates a walk of the found files, and of the files in the found folders. Does not read first bytes, because
    /// other programs may be writing the files.
    package init(found places: [FoundPath]) {
        (named, looksInside) = (places.count, false)
        for place in places {
            guard let facts = facts(of: place) else { continue }
            switch facts.st_mode & S_IFMT {
            case S_IFDIR: folder(place)
            case S_IFREG: found(place, size: UInt64(clamping: facts.st_size), [])
            default: break
            }
        }
    }

    /// Removes from `unknown` the files that a library's reader has used, so that they are not reported as unknown.
    package mutating func leaveOut(_ read: Set<PhotoFile>) { unknown.removeAll { read.contains($0) } }

    private mutating func take(_ place: FoundPath) {
        guard let facts = facts(of: place) else { return }
        switch facts.st_mode & S_IFMT {
        case S_IFDIR: folder(place)
        case S_IFREG:
            let file = PhotoFile(place, size: UInt64(clamping: facts.st_size))
            // Any file on the command line counts as a photo, except for databases and files that describe photos.
            if ["db", "xmp", "aae", "json", "jsonl"].contains(place.path.fileExtension) {
                if place.path.fileExtension != "db" { unknown.append(file) }
            } else {
                let kind = file.kind == nil ? MediaKind(unnamed: file.head) : nil
                files.append(PhotoFile(place, size: file.size, kind: kind))
            }
        default: failures.add(place.path, "It is neither a file nor a folder.")
        }
    }

    private mutating func folder(_ place: FoundPath) {
        do throws(Errno) { list(place, try place.place.folder(), []) } catch { fail(place.path, error) }
    }

    /// - Parameters:
    ///   - folder: the descriptor of the folder, through which its entries are opened.
    ///   - folders: the path of the folder relative to the path on the command line.
    private mutating func list(_ place: FoundPath, _ folder: OwnedDescriptor, _ folders: [String]) {
        guard let names = names(in: folder, place.path) else { return }
        for name in names {
            let place = place.appending(name)
            guard !place.path.isHidden, let facts = facts(of: name, in: folder, place.path) else { continue }
            switch facts.st_mode & S_IFMT {
            case S_IFDIR:
                subfolders.append(place)
                do throws(Errno) {
                    list(place, try folder.openFolder(name), folders + [String(decoding: name, as: UTF8.self)])
                } catch { fail(place.path, error) }
            case S_IFREG: found(place, size: UInt64(clamping: facts.st_size), folders)
            case S_IFLNK: skipped.add(place.path, as: .link)
            default: skipped.add(place.path, as: .device)
            }
        }
    }

    private mutating func found(_ place: FoundPath, size: UInt64, _ folders: [String]) {
        let file = PhotoFile(place, size: size, folders: folders)
        switch place.path.fileExtension {
        case _ where file.kind != nil: files.append(file)
        case "jsonl" where place.path.name.elementsEqual(ExportOrderFile.filename.utf8): orders.append(file)
        case "xmp", "aae": sidecars.append(file)
        case let name where looksInside && size > 0 && MediaKind.needsContent(name):
            guard let kind = MediaKind(unnamed: file.head) else { return unknown.append(file) }
            files.append(PhotoFile(place, size: size, folders: folders, kind: kind))
        default: unknown.append(file)
        }
    }

    private mutating func facts(of place: FoundPath) -> stat? {
        do throws(Errno) {
            let (folder, name) = try place.place.parent()
            return facts(of: name, in: folder, place.path)
        } catch {
            fail(place.path, error)
            return nil
        }
    }

    /// Returns the result of `fstatat` for an entry of a folder, without following a link.
    private mutating func facts(of name: [UInt8], in folder: OwnedDescriptor, _ path: DiskPath) -> stat? {
        var facts = stat()
        let result = unsafe DiskPath(bytes: name).withCString {
            unsafe fstatat(folder.rawValue, $0, &facts, AT_SYMLINK_NOFOLLOW)
        }
        guard result == 0 else {
            fail(path, Errno.current)
            return nil
        }
        return facts
    }

    /// Returns the names of a folder's entries, in byte order.
    private mutating func names(in folder: OwnedDescriptor, _ path: DiskPath) -> [[UInt8]]? {
        // `fdopendir` takes ownership of the descriptor.
        let copy = fcntl(folder.rawValue, F_DUPFD_CLOEXEC, 0)
        guard copy >= 0, let stream = unsafe fdopendir(copy) else {
            fail(path, Errno.current)
            if copy >= 0 { close(copy) }
            return nil
        }
        defer { unsafe closedir(stream) }
        var names: [[UInt8]] = []
        errno = 0
        while let entry = unsafe readdir(stream) {
            let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { unsafe Array($0.prefix { $0 != 0 }) }
            if name != [UInt8(ascii: ".")], name != Array("..".utf8) { names.append(name) }
            errno = 0
        }
        if errno != 0 { fail(path, Errno.current) }
        return names.sorted { $0.lexicographicallyPrecedes($1) }
    }

    private mutating func fail(_ path: DiskPath, _ code: Errno) { failures.add(path, code.description + ".") }
}
