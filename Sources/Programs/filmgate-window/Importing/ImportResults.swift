import Filmgate
import FilmgateLibraryTools
import FilmgateModel
import FilmgateText

/// The results of an import, file by file.
nonisolated struct ImportResults: Sendable {
    private(set) var imported: [DiskPath] = []
    /// The number of videos in `imported`.
    private var importedVideos = 0
    /// Files that the library already contained before the import.
    private(set) var present: [DiskPath] = []
    /// Files with the same content as another file of the import.
    private(set) var duplicates: [DiskPath] = []
    /// Files that were not imported because their photos were deleted earlier.
    private(set) var deleted: [DiskPath] = []
    private(set) var failures: [FailedFile] = []
    /// The files whose photos are now in the library.
    private(set) var placed: [ImportedFile] = []
    /// The number of photos in `placed` that are hidden because of the metadata in their files.
    var hidden = 0
    /// The number of files that the import did not reach.
    var left = 0
    /// The error message if an error ended the import; nil if the import is complete, or if the person stopped it.
    var stop: String?
    /// The names by which the broker can undo the batches of the import; nil if there were too many batches.
    var undoNames: [String]?

    init(_ failures: [FailedFile] = []) { self.failures = failures }

    mutating func add(_ outcome: BatchOutcome) {
        let same = Set(outcome.duplicates)
        for file in outcome.placed where !file.item.onlyCompanions || !file.isNew {
            if file.isNew {
                imported.append(file.file.path)
                if file.file.kind == .video { importedVideos += 1 }
            } else if !same.contains(file.file.path) {
                present.append(file.file.path)
            }
        }
        duplicates += outcome.duplicates
        deleted += outcome.deleted
        failures += outcome.failures
        placed += outcome.placed
        left += outcome.left
    }

    /// The photos that the import created.
    var assets: [AssetID] {
        var seen: Set<AssetID> = []
        return placed.filter(\.isNew).compactMap(\.asset).filter { seen.insert($0).inserted }
    }

    /// Whether `ImportResultsDialog` has files to list.
    var hasDetails: Bool { !imported.isEmpty || !present.isEmpty || !deleted.isEmpty || !failures.isEmpty }

    /// The results as one line of text.
    var summary: String {
        let items = CountText.text(photos: imported.count - importedVideos, videos: importedVideos)
        var parts = [localized("{items} imported", ["items": items])]
        if hidden > 0 {
            parts.append(counted("{n} is hidden, as its file says", "{n} are hidden, as their files say", hidden))
        }
        if !present.isEmpty {
            parts.append(counted("{n} was in the library", "{n} were in the library", present.count))
        }
        if !deleted.isEmpty {
            parts.append(counted("{n} was deleted earlier", "{n} were deleted earlier", deleted.count))
        }
        if !duplicates.isEmpty {
            parts.append(counted("{n} was there twice", "{n} were there twice", duplicates.count))
        }
        if let first = failures.first {
            parts.append(counted("{n} cannot be imported", "{n} cannot be imported", failures.count))
            let name = Text.shortenedInside(Self.name(first.path), to: 30)
            parts.append("\(name): \(Text.singleLine(first.reason) ?? "")")
        }
        return parts.joined(separator: " · ")
    }

    static func name(_ path: DiskPath) -> String { Text.singleLine(String(decoding: path.name, as: UTF8.self)) ?? "" }
}
