/// Files that are not imported because they are neither photos nor videos.
package struct SkippedFiles: Hashable, Sendable {
    /// The paths, in the order in which the files were found.
    package private(set) var paths: [DiskPath] = []
    /// The numbers of files, by kind. A kind is an extension such as `.txt`, or a raw value of `Kind`.
    package private(set) var counts: [String: Int] = [:]

    package init() {}

    /// The kinds of files that have no extension or are not regular files.
    package enum Kind: String, Sendable {
        case noExtension = "no extension"
        case link = "symbolic link"
        case device = "device or socket"
    }

    package var isEmpty: Bool { paths.isEmpty }

    /// Adds a file, and counts it by its extension.
    package mutating func add(_ path: DiskPath) {
        add(path, path.fileExtension.map { "." + $0 } ?? Kind.noExtension.rawValue)
    }

    mutating func add(_ path: DiskPath, as kind: Kind) { add(path, kind.rawValue) }

    private mutating func add(_ path: DiskPath, _ kind: String) {
        paths.append(path)
        counts[kind, default: 0] += 1
    }

    package mutating func add(_ others: SkippedFiles) {
        paths += others.paths
        counts.merge(others.counts, uniquingKeysWith: +)
    }
}
