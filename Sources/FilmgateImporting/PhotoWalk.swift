internal import FilmgateSystem
internal import Glibc

/// A file to import.
package struct PhotoFile: Hashable, Sendable {
    package let path: DiskPath
    /// The size in bytes when the file was found.
    package let size: UInt64
    /// Its folders below the path on the command line.
    package var folders: [String] = []
    /// What its content is, if its name does not tell.
    private var contentKind: MediaKind?
    /// The name that it gets in the library, in place of its own: empty for none.
    package var storedName: String?

    package init(path: DiskPath, size: UInt64, folders: [String] = [], kind: MediaKind? = nil) {
        (self.path, self.size, self.folders, contentKind) = (path, size, folders, kind)
    }

    /// What it is; nil if neither its name nor a look into it told.
    package var kind: MediaKind? { namedKind ?? contentKind }

    /// What its name tells.
    package var namedKind: MediaKind? { path.fileExtension.flatMap { MediaKind(fileExtension: $0) } }

    /// The name in the library; nil for none.
    package var libraryFilename: String? {
        guard let storedName else { return path.libraryFilename }
        return storedName.isEmpty ? nil : DiskPath(storedName.replacing("/", with: "_")).libraryFilename
    }
}

/// A file or folder that cannot be imported, and why.
package struct FailedFile: Error, Hashable {
    package let path: DiskPath
    /// A sentence.
    package let reason: String

    package init(path: DiskPath, reason: String) { (self.path, self.reason) = (path, reason) }
}

/// Finds the files at and below the paths on the command line.
///
/// Walks folders depth first, in the byte order of the names. Skips hidden files and folders, and does not follow links. A path on the
/// command line itself may be hidden or a link. Of files whose names do not tell what they are, it reads the first bytes.
package struct PhotoWalk: Equatable, Sendable {
    package private(set) var files: [PhotoFile] = []
    /// Files that tell of a photo beside them: XMP, and adjustments of Apple.
    package private(set) var sidecars: [PhotoFile] = []
    /// Other files, which are neither photos nor videos.
    package private(set) var unknown: [PhotoFile] = []
    /// Things that are no files: links, devices and sockets.
    package private(set) var skipped = SkippedFiles()
    package private(set) var failures: [FailedFile] = []
    /// The folders below those on the command line.
    package private(set) var subfolders: [DiskPath] = []
    /// The number of paths on the command line.
    package let named: Int
    private let looksInside: Bool

    /// The size of all files.
    package var bytes: UInt64 {
        files.reduce(0) { sum, file in
            let (sum, overflow) = sum.addingReportingOverflow(file.size)
            return overflow ? .max : sum
        }
    }

    /// - Parameter looksInside: whether the first bytes of files in folders count. Not for folders in which other programs are writing.
    package init(_ paths: [DiskPath], looksInside: Bool = true) {
        (named, self.looksInside) = (paths.count, looksInside)
        for path in paths { take(path) }
    }

    /// Files that were found in folders in which other programs write; folders are walked.
    package init(found paths: [DiskPath]) {
        (named, looksInside) = (paths.count, false)
        for path in paths {
            guard let facts = facts(of: path, followingLink: false) else { continue }
            switch facts.st_mode & S_IFMT {
            case S_IFDIR: folder(path, [])
            case S_IFREG: found(path, size: UInt64(clamping: facts.st_size), [])
            default: break
            }
        }
    }

    private mutating func take(_ path: DiskPath) {
        guard let facts = facts(of: path, followingLink: true) else { return }
        switch facts.st_mode & S_IFMT {
        case S_IFDIR: folder(path, [])
        case S_IFREG:
            let file = PhotoFile(path: path, size: UInt64(clamping: facts.st_size))
            // What a person names is a photo, but for the data of other programs.
            if ["db", "xmp", "aae", "json"].contains(path.fileExtension) {
                if path.fileExtension != "db" { unknown.append(file) }
            } else {
                let kind = file.kind == nil ? MediaKind(unnamed: path.head) : nil
                files.append(PhotoFile(path: path, size: file.size, kind: kind))
            }
        default: failures.append(FailedFile(path: path, reason: "It is neither a file nor a folder."))
        }
    }

    /// - Parameter folders: below the path on the command line.
    private mutating func folder(_ path: DiskPath, _ folders: [String]) {
        guard let names = names(in: path) else { return }
        for name in names {
            let path = path.appending(name)
            guard !path.isHidden, let facts = facts(of: path, followingLink: false) else { continue }
            switch facts.st_mode & S_IFMT {
            case S_IFDIR:
                subfolders.append(path)
                folder(path, folders + [String(decoding: name, as: UTF8.self)])
            case S_IFREG: found(path, size: UInt64(clamping: facts.st_size), folders)
            case S_IFLNK: skipped.add(path, as: .link)
            default: skipped.add(path, as: .device)
            }
        }
    }

    private mutating func found(_ path: DiskPath, size: UInt64, _ folders: [String]) {
        let file = PhotoFile(path: path, size: size, folders: folders)
        switch path.fileExtension {
        case _ where file.kind != nil: files.append(file)
        case "xmp", "aae": sidecars.append(file)
        case let name where looksInside && size > 0 && MediaKind.needsContent(name):
            guard let kind = MediaKind(unnamed: path.head) else { return unknown.append(file) }
            files.append(PhotoFile(path: path, size: size, folders: folders, kind: kind))
        default: unknown.append(file)
        }
    }

    private mutating func facts(of path: DiskPath, followingLink: Bool) -> stat? {
        var facts = stat()
        let result = unsafe path.withCString {
            unsafe fstatat(AT_FDCWD, $0, &facts, followingLink ? 0 : AT_SYMLINK_NOFOLLOW)
        }
        guard result == 0 else {
            fail(path, errno)
            return nil
        }
        return facts
    }

    /// Returns the names in byte order.
    private mutating func names(in path: DiskPath) -> [[UInt8]]? {
        guard let stream = unsafe path.withCString({ unsafe opendir($0) }) else {
            fail(path, errno)
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
        if errno != 0 { fail(path, errno) }
        return names.sorted { $0.lexicographicallyPrecedes($1) }
    }

    private mutating func fail(_ path: DiskPath, _ code: Int32) {
        failures.append(FailedFile(path: path, reason: Errno(rawValue: code).description + "."))
    }
}
