internal import FilmgateImporting
internal import FilmgateSystem
internal import FilmgateText
internal import Glibc

/// The files and folders that a drop names, by their true paths.
nonisolated struct DroppedFiles: Sendable {
    /// Without links, each once.
    private(set) var paths: [DiskPath] = []

    /// Leaves out what is neither a file nor a folder, and what is not on a disk. A disk can be slow, so this runs on a different thread.
    @concurrent
    static func find(_ paths: [DiskPath]) async -> DroppedFiles { DroppedFiles(paths) }

    init(_ named: [DiskPath]) {
        for path in named {
            guard let resolved = path.resolved.map({ DiskPath($0) }), !paths.contains(resolved) else { continue }
            var facts = stat()
            let result = unsafe resolved.withCString { unsafe stat($0, &facts) }
            let kind = facts.st_mode & S_IFMT
            guard result == 0, kind == S_IFREG || kind == S_IFDIR, !Self.isOfKernel(resolved) else { continue }
            paths.append(resolved)
        }
    }

    /// The first paths, one a line, and how many more there are.
    var text: String {
        let shown = paths.prefix(Self.mostShown).map { path in
            Text.shortenedInside(Text.singleLine(path.description) ?? "", to: 80)
        }
        let rest = paths.count - shown.count
        return (shown + (rest > 0 ? [counted("and {n} more", "and {n} more", rest)] : [])).joined(separator: "\n")
    }

    private static let mostShown = 8

    /// Whether a path leads into a file system that shows processes, devices or the kernel.
    private static func isOfKernel(_ path: DiskPath) -> Bool {
        ["/proc", "/sys", "/dev"].contains { path.description == $0 || path.description.hasPrefix($0 + "/") }
    }
}
