import Filmgate
import FilmgateCameraJobs
import FilmgateLibraryTools
import FilmgateText

/// The result of an import.
struct ImportReport: Sendable {
    var imported = 0
    var importedBytes: UInt64 = 0
    /// The assets that these files became, or were added to.
    var assets = 0
    /// The names of imported files that can be shown in part.
    var damaged: [String] = []
    /// The names of imported files whose date comes only from the name.
    var guessed: [String] = []
    /// The names of imported files that may have more keywords than an asset can have.
    var limitedKeywords: [String] = []
    /// What a different library knows and was not imported.
    var unavailable: [FailedFile] = []
    /// What a different library has and Filmgate does not, by its number.
    var dropped: [DroppedKind: Int] = [:]
    /// Files of an export that were imported, and are not as it wrote them.
    var changed: [FailedFile] = []
    /// Files whose originals were already in the library.
    var present = 0
    /// Files with the same content as an earlier file of the import.
    var twins: [DiskPath] = []
    /// Files beside photos, which are in the library with them.
    var companions = 0
    var skipped = SkippedFiles()
    var failures: [FailedFile] = []
    /// Files that were to be removed from their folder, and are there still.
    var unremoved: [FailedFile] = []
    /// Files that were not tried, because of an interruption or an error that affects all.
    var left = 0
    var elapsed: Duration = .zero
    /// The albums that photos were added to.
    var filed: [FiledAlbum] = []
    /// Those that are new and have the name of an automatic album.
    var namesakes: [FiledAlbum] = []
    /// How many files went to no album.
    var unfiled = 0
    /// How many imported photos are also in the trash.
    var trashed = 0
    /// The files of imported photos that were moved to the trash, because they were in that of their library.
    var moved: [DiskPath] = []
    /// Those of photos that are in the trash of their library, but were in this library before, and stay where they are.
    var keptOutOfTrash: [DiskPath] = []
    /// How many imported photos are hidden, as their files say.
    var hidden = 0
    /// The camera from which they come.
    var camera: ListedCamera?
    /// How many files were imported from this camera before, and are on it still.
    var earlier = 0
    /// What was deleted from the camera.
    var deletion: CameraDeletionReport?

    mutating func add(_ outcome: BatchOutcome) {
        imported += outcome.imported
        importedBytes += outcome.importedBytes
        present += outcome.present
        twins += outcome.twins
        companions += outcome.companions
        failures += outcome.failures
        left += outcome.left
    }

    var text: String {
        guard !isEmpty else {
            return (earlier > 0 ? earlierText : localized("Found no photos or videos to import.") + "\n") + skipped.text
        }
        var lines = [importedText]
        if assets > 0, assets < imported {
            lines.append(
                counted(
                    "They became {n} asset, because files that belong together are one.",
                    "They became {n} assets, because files that belong together are one.", assets))
        }
        if !damaged.isEmpty {
            lines.append(
                counted(
                    "Damaged, and shown as far as it goes: {n} ({names}). Find it with: filmgatectl assets list --where \"subtypes contains 'damaged'\"",
                    "Damaged, and shown as far as they go: {n} ({names}). Find them with: filmgatectl assets list --where \"subtypes contains 'damaged'\"",
                    damaged.count, ["names": ImportReport.names(damaged)]))
        }
        if !guessed.isEmpty {
            lines.append(
                counted(
                    "Dated by the name of its file alone, which is a guess: {n} ({names}). Find it with: filmgatectl assets list --where \"subtypes contains 'guessed-date'\"",
                    "Dated by the names of their files alone, which is a guess: {n} ({names}). Find them with: filmgatectl assets list --where \"subtypes contains 'guessed-date'\"",
                    guessed.count, ["names": ImportReport.names(guessed)]))
        }
        if !limitedKeywords.isEmpty {
            lines.append(
                counted(
                    "Has {most} keywords, as many as Filmgate keeps; any more were left out: {n} ({names}).",
                    "Have {most} keywords, as many as Filmgate keeps; any more were left out: {n} ({names}).",
                    limitedKeywords.count,
                    ["names": ImportReport.names(limitedKeywords), "most": "\(ImportItem.mostKeywords)"]))
        }
        if hidden > 0 {
            lines.append(
                counted(
                    "Hidden, as its file says: {n}. Find it with: filmgatectl assets list --include-hidden --where hidden",
                    "Hidden, as their files say: {n}. Find them with: filmgatectl assets list --include-hidden --where hidden",
                    hidden))
        }
        if !moved.isEmpty {
            lines.append(
                counted(
                    "In the trash, as it was in the library from which it comes: {n} ({names}). 'filmgatectl trash restore' brings it back.",
                    "In the trash, as they were in the library from which they come: {n} ({names}). 'filmgatectl trash restore' brings them back.",
                    moved.count, ["names": moved.firstNames]))
        }
        if !keptOutOfTrash.isEmpty {
            lines.append(
                counted(
                    "In the trash of the library from which it comes, but in your library before this import, so it stays: {n} ({names}).",
                    "In the trash of the library from which they come, but in your library before this import, so they stay: {n} ({names}).",
                    keptOutOfTrash.count, ["names": keptOutOfTrash.firstNames]))
        }
        if trashed > 0 {
            let there = counted(
                "{n} of them is also in the trash.", "{n} of them are also in the trash.", trashed)
            let advice = localized(
                "A photo that you restore from the trash will be in the library twice. To get back the earlier photos with their albums and ratings, delete the new ones and run 'filmgatectl trash restore'."
            )
            lines.append(PhraseList.sentences([there, advice]))
        }
        if present > 0 {
            lines.append(counted("Already in the library: {n}.", "Already in the library: {n}.", present))
        }
        if !twins.isEmpty {
            lines.append(
                counted(
                    "The same as a different one of these files, and not imported again: {n} ({names}).",
                    "The same as a different one of these files, and not imported again: {n} ({names}).", twins.count,
                    ["names": twins.firstNames]))
        }
        if companions > 0 {
            lines.append(
                counted(
                    "Files that belong to them, such as sidecars: {n}.",
                    "Files that belong to them, such as sidecars: {n}.", companions))
        }
        return lines.map { $0 + "\n" }.joined() + (earlier > 0 ? earlierText : "") + albumText + dropped.text
            + skipped.text
    }

    /// The first names, with dots if there are more.
    private static func names(_ names: [String]) -> String {
        (names.prefix(5).map { Text.printable($0) } + (names.count > 5 ? ["\u{2026}"] : [])).joined(separator: ", ")
    }

    private var earlierText: String {
        counted(
            "Imported from this camera before: {n}.", "Imported from this camera before: {n}.", earlier) + "\n"
    }

    private var importedText: String {
        guard imported > 0 else {
            return counted("Imported {n} photo or video.", "Imported {n} photos and videos.", imported)
        }
        return counted(
            "Imported {n} photo or video ({size}) in {time}.", "Imported {n} photos and videos ({size}) in {time}.",
            imported, ["size": Amount.bytes(importedBytes), "time": Amount.duration(elapsed)])
    }

    /// Whether no file was a photo or video.
    var isEmpty: Bool { imported == 0 && present == 0 && twins.isEmpty && left == 0 && failures.isEmpty }

    private var albumText: String {
        var lines: [String] = []
        for album in filed where album.count > 0 {
            let values = ["album": Text.printable(album.name), "n": Text.number(album.count)]
            lines.append(
                album.isNew
                    ? localized("Created the album '{album}': {n}.", values)
                    : localized("Added to the album '{album}': {n}.", values))
        }
        let complete = filed.filter { $0.count <= 0 }
        if complete.count == 1 {
            let album = ["album": Text.printable(complete[0].name)]
            lines.append(localized("Added nothing to the album '{album}'.", album))
        } else if complete.count > 1 {
            lines.append(counted("Added nothing to {n} album.", "Added nothing to {n} albums.", complete.count))
        }
        for album in namesakes {
            lines.append(
                localized(
                    "An automatic album of the library is also named '{album}'. Use the identifier of the new one, {id}, or rename it.",
                    ["album": Text.printable(album.name), "id": album.id]))
        }
        if unfiled > 0 {
            lines.append(
                counted(
                    "Added to no album: {n}, because it is in no folder below PATH.",
                    "Added to no album: {n}, because they are in no folder below PATH.", unfiled))
        }
        return lines.map { $0 + "\n" }.joined()
    }

    /// The failures for standard error, in the order of their paths. Empty if nothing failed.
    var failureText: String {
        ImportReport.list(failures, counted("Not imported: {n}", "Not imported: {n}", failures.count))
            + ImportReport.list(
                unremoved,
                counted(
                    "In the library, and not removed from the folder: {n}",
                    "In the library, and not removed from the folder: {n}", unremoved.count))
            + ImportReport.list(
                unavailable,
                counted("Known there, and not imported: {n}", "Known there, and not imported: {n}", unavailable.count))
            + ImportReport.list(
                changed,
                counted(
                    "Changed since the export, and taken as it is: {n}",
                    "Changed since the export, and taken as they are: {n}", changed.count))
    }

    private static func list(_ failures: [FailedFile], _ heading: String) -> String {
        guard !failures.isEmpty else { return "" }
        let lines = failures.sorted { $0.path < $1.path }.map { failure in
            "  \(Text.printable(failure.path.description)): \(Text.printable(failure.reason))\n"
        }
        return heading + "\n" + lines.joined()
    }
}

extension ImportReport: Encodable {
    private struct Failure: Encodable {
        let path: String
        let reason: String
    }

    private enum CodingKeys: String, CodingKey {
        case imported, present, skipped, failed, left, albums, assets, damaged, changed, hidden
        case unavailable = "not-available"
        case importedBytes = "imported-bytes"
        case duplicates, companions
        case duplicateFiles = "duplicate-files"
        case skippedFiles = "skipped-files"
        case unfiled = "in-no-album"
        case trashed = "also-in-trash"
        case moved = "moved-to-trash"
        case keptOutOfTrash = "kept-out-of-trash"
        case guessed = "guessed-dates"
        case limitedKeywords = "keyword-limit"
        case dropped = "not-kept"
        case unremoved = "not-removed"
        case camera, earlier, deletion
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(imported, forKey: .imported)
        try container.encode(importedBytes, forKey: .importedBytes)
        try container.encode(assets, forKey: .assets)
        try container.encode(damaged, forKey: .damaged)
        try container.encode(guessed, forKey: .guessed)
        try container.encode(limitedKeywords, forKey: .limitedKeywords)
        try container.encode(present, forKey: .present)
        try container.encode(twins.count, forKey: .duplicates)
        try container.encode(twins.map(\.description), forKey: .duplicateFiles)
        try container.encode(companions, forKey: .companions)
        try container.encode(skipped.counts, forKey: .skipped)
        try container.encode(skipped.paths.map(\.description), forKey: .skippedFiles)
        try container.encode(left, forKey: .left)
        try container.encode(filed, forKey: .albums)
        try container.encode(unfiled, forKey: .unfiled)
        try container.encode(trashed, forKey: .trashed)
        try container.encode(moved.map(\.description), forKey: .moved)
        try container.encode(keptOutOfTrash.map(\.description), forKey: .keptOutOfTrash)
        try container.encode(hidden, forKey: .hidden)
        try container.encode(dropped.named, forKey: .dropped)
        if let camera {
            try container.encode(camera, forKey: .camera)
            try container.encode(earlier, forKey: .earlier)
        }
        try container.encodeIfPresent(deletion, forKey: .deletion)
        let files: [(CodingKeys, [FailedFile])] = [
            (.failed, failures), (.unremoved, unremoved), (.unavailable, unavailable), (.changed, changed),
        ]
        for (key, files) in files {
            let records = files.sorted { $0.path < $1.path }.map {
                Failure(path: $0.path.description, reason: $0.reason)
            }
            try container.encode(records, forKey: key)
        }
    }
}
