import Filmgate
import FilmgateLibraryTools
import FilmgateModel
import FilmgateText

/// The result of an import for each file.
nonisolated struct ImportResults: Sendable {
    private(set) var imported: [DiskPath] = []
    /// Files that the library had before.
    private(set) var present: [DiskPath] = []
    /// Files with the content of another file of the import.
    private(set) var twins: [DiskPath] = []
    /// Files of photos that were deleted earlier.
    private(set) var deleted: [DiskPath] = []
    private(set) var failures: [FailedFile] = []
    /// The photos that are now in the library.
    private(set) var placed: [PlacedFile] = []
    /// The number of these photos that are hidden, according to their files.
    var hidden = 0
    /// The number of files that were not tried.
    var left = 0
    /// The reason why the import ended early.
    var stop: String?
    /// The names of the import's batches, by which the import can be undone; nil if there were too many batches.
    var undoNames: [String]?

    init(_ failures: [FailedFile] = []) { self.failures = failures }

    mutating func add(_ outcome: BatchOutcome) {
        let same = Set(outcome.twins)
        for file in outcome.placed where !file.item.onlyCompanions || !file.isNew {
            if file.isNew {
                imported.append(file.file.path)
            } else if !same.contains(file.file.path) {
                present.append(file.file.path)
            }
        }
        twins += outcome.twins
        deleted += outcome.deleted
        failures += outcome.failures
        placed += outcome.placed
        left += outcome.left
    }

    /// The new photos.
    var assets: [AssetID] {
        var seen: Set<AssetID> = []
        return placed.filter(\.isNew).compactMap(\.asset).filter { seen.insert($0).inserted }
    }

    /// Whether there are results for files that the person may want to see.
    var hasDetails: Bool { !imported.isEmpty || !present.isEmpty || !deleted.isEmpty || !failures.isEmpty }

    /// The counts, on one line.
    var summary: String {
        var parts = [counted("{n} photo imported", "{n} photos imported", imported.count)]
        if hidden > 0 {
            parts.append(counted("{n} is hidden, as its file says", "{n} are hidden, as their files say", hidden))
        }
        if !present.isEmpty {
            parts.append(counted("{n} was in the library", "{n} were in the library", present.count))
        }
        if !deleted.isEmpty {
            parts.append(counted("{n} was deleted earlier", "{n} were deleted earlier", deleted.count))
        }
        if !twins.isEmpty { parts.append(counted("{n} was there twice", "{n} were there twice", twins.count)) }
        if let first = failures.first {
            parts.append(counted("{n} cannot be imported", "{n} cannot be imported", failures.count))
            let name = Text.shortenedInside(Self.name(first.path), to: 30)
            parts.append("\(name): \(Text.singleLine(first.reason) ?? "")")
        }
        return parts.joined(separator: " · ")
    }

    static func name(_ path: DiskPath) -> String { Text.singleLine(String(decoding: path.name, as: UTF8.self)) ?? "" }
}
