import FilmgateLibraryTools
import FilmgateSystem
import FilmgateText

/// The files and folders that the person dropped on the window, as paths without symbolic links.
nonisolated struct DroppedPaths: Sendable {
    /// The paths without duplicates. If a link later replaces a part of a path, the import does not follow the link.
    private(set) var places: [FoundPath] = []

    /// Resolves paths on a different thread, because disks can be slow. Keeps only regular files and folders, and
    /// nothing in `/proc`, `/sys` and `/dev`.
    @concurrent
    static func find(_ paths: [DiskPath]) async -> DroppedPaths { DroppedPaths(paths) }

    init(_ named: [DiskPath]) {
        for path in named {
            // Ignores paths that cannot be resolved.
            guard let found = try? Self.find(path), !places.contains(found) else { continue }
            places.append(found)
        }
    }

    private static func find(_ path: DiskPath) throws(Errno) -> FoundPath? {
        let place = try LinkFreePath(resolving: path.bytes)
        let truePath = DiskPath(bytes: place.bytes)
        guard !isOfKernel(truePath) else { return nil }
        let facts = try place.located().facts()
        return facts.isRegular || facts.isFolder ? FoundPath(truePath, at: place) : nil
    }

    /// Returns the first paths, one per line, and the number of further paths.
    static func text(of places: [FoundPath]) -> String {
        let shown = places.prefix(mostShown).map { place in
            Text.shortenedInside(Text.singleLine(place.path.description) ?? "", to: 80)
        }
        let rest = places.count - shown.count
        return (shown + (rest > 0 ? [counted("and {n} more", "and {n} more", rest)] : [])).joined(separator: "\n")
    }

    private static let mostShown = 8

    /// Returns whether a path is in a virtual file system of the kernel.
    private static func isOfKernel(_ path: DiskPath) -> Bool {
        ["/proc", "/sys", "/dev"].contains { path.description == $0 || path.description.hasPrefix($0 + "/") }
    }
}
