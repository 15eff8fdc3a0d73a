import FilmgateLibraryTools
import FilmgateSystem
import FilmgateText

/// The files and folders of a drop, by their paths without links.
nonisolated struct DroppedPaths: Sendable {
    /// The paths, each once. The person sees these paths, and no link that replaces them later is followed.
    private(set) var places: [FoundPath] = []

    /// Leaves out entries that are neither files nor folders, and entries that are not on a disk. A disk can be slow,
    /// so this runs on another thread.
    @concurrent
    static func find(_ paths: [DiskPath]) async -> DroppedPaths { DroppedPaths(paths) }

    init(_ named: [DiskPath]) {
        for path in named {
            // Leaves out missing files, too.
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

    /// Returns the first paths, one on each line, and the number of the other paths.
    static func text(of places: [FoundPath]) -> String {
        let shown = places.prefix(mostShown).map { place in
            Text.shortenedInside(Text.singleLine(place.path.description) ?? "", to: 80)
        }
        let rest = places.count - shown.count
        return (shown + (rest > 0 ? [counted("and {n} more", "and {n} more", rest)] : [])).joined(separator: "\n")
    }

    private static let mostShown = 8

    /// Returns whether a path leads into a file system that shows processes, devices or the kernel.
    private static func isOfKernel(_ path: DiskPath) -> Bool {
        ["/proc", "/sys", "/dev"].contains { path.description == $0 || path.description.hasPrefix($0 + "/") }
    }
}
