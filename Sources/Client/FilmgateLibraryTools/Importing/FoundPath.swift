package import FilmgateSystem

/// A path that the person entered, or a path below it.
///
/// Links in the entered path are resolved once, at the beginning. After that, no links are followed, even if a folder
/// or a file is replaced by a link.
package struct FoundPath: Hashable, Sendable, Comparable {
    /// The path for display, which begins with the path that the person entered.
    package let path: DiskPath
    /// The entered path with all links resolved.
    private let root: LinkFreePath
    /// The length of the entered path in bytes.
    private let rootLength: Int

    /// - Throws: `Errno` if the path does not exist.
    package init(named path: DiskPath) throws(Errno) { try self.init(path, at: LinkFreePath(resolving: path.bytes)) }

    /// - Parameter place: the path of the same file or folder, without links.
    package init(_ path: DiskPath, at place: LinkFreePath) {
        (self.path, root, rootLength) = (path, place, path.bytes.count)
    }

    private init(_ path: DiskPath, below named: FoundPath) {
        (self.path, root, rootLength) = (path, named.root, named.rootLength)
    }

    package func appending(_ name: [UInt8]) -> FoundPath { FoundPath(path.appending(name), below: self) }

    package var place: LinkFreePath {
        let below = path.bytes.dropFirst(rootLength).drop { $0 == UInt8(ascii: "/") }
        return below.isEmpty ? root : root.appending(below)
    }

    /// Opens a file for reading.
    ///
    /// - Returns: the file, and the result of `fstat` before any reading.
    /// - Throws: the reason, if the file cannot be opened or is not a regular file.
    package func openFile() throws(FailedFile) -> (OwnedDescriptor, FileStatus) {
        do throws(Errno) {
            let descriptor = try place.file()
            let facts = try descriptor.facts()
            if facts.isRegular { return (descriptor, facts) }
        } catch {
            throw FailedFile(path: path, reason: error.description + ".")
        }
        throw FailedFile(path: path, reason: "It is not a file.")
    }

    /// Opens a file that the person named, for reading. The path may be a link.
    ///
    /// - Throws: the reason, if the file cannot be opened or is not a regular file.
    package static func file(named path: DiskPath) throws(FailedFile) -> OwnedDescriptor {
        let found: FoundPath
        do throws(Errno) { found = try FoundPath(named: path) } catch {
            throw FailedFile(path: path, reason: error.description + ".")
        }
        return try found.openFile().0
    }

    package static func < (left: FoundPath, right: FoundPath) -> Bool { left.path < right.path }
}
