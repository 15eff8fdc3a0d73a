import FilmgateLibraryTools
import FilmgateSystem
import FilmgateText

/// The files and folders that a drop names, by their true paths.
nonisolated struct DroppedFiles: Sendable {
    /// Where they are, each once. The person sees these paths, and no link that comes there later is followed.
    private(set) var places: [FoundPath] = []

    /// Leaves out entries that are neither files nor folders, and those that are not on a disk. A disk can be slow, so
    /// this runs on a different thread.
    @concurrent
    static func find(_ paths: [DiskPath]) async -> DroppedFiles { DroppedFiles(paths) }

    init(_ named: [DiskPath]) {
        for path in named {
            // What is not there is left out, too.
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

    /// The first paths, one a line, and how many more there are.
    var text: String {
        let shown = places.prefix(Self.mostShown).map { place in
            Text.shortenedInside(Text.singleLine(place.path.description) ?? "", to: 80)
        }
        let rest = places.count - shown.count
        return (shown + (rest > 0 ? [counted("and {n} more", "and {n} more", rest)] : [])).joined(separator: "\n")
    }

    private static let mostShown = 8

    /// Whether a path leads into a file system that shows processes, devices or the kernel.
    private static func isOfKernel(_ path: DiskPath) -> Bool {
        ["/proc", "/sys", "/dev"].contains { path.description == $0 || path.description.hasPrefix($0 + "/") }
    }
}
