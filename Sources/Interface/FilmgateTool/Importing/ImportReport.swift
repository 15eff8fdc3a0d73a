import Filmgate
import FilmgateCameraJobs
import FilmgateLibraryTools
import FilmgateText

struct ImportReport: Sendable {
    var imported = 0
    var importedBytes: UInt64 = 0
    /// The number of assets that the imported files became, or to which they were added.
    var assets = 0
    /// The names of imported files that can be shown only in part.
    var damaged: [String] = []
    /// The names of imported files whose date is a guess.
    var guessed: [String] = []
    /// The names of imported files that may have more keywords than an asset can have.
    var limitedKeywords: [String] = []
    /// Entries that were not imported from the source library (the library from which the files come).
    var unavailable: [FailedFile] = []
    /// The number of entries of the source library that Filmgate does not support, by kind.
    var dropped: [UnsupportedFeature: Int] = [:]
    /// Imported files of an export that changed after the export had written them.
    var changed: [FailedFile] = []
    /// The number of files whose originals were already in the library.
    var present = 0
    /// Files with the same content as an earlier file of the import.
    var duplicates: [DiskPath] = []
    /// The number of files, such as sidecars, that are in the library with their photos.
    var companions = 0
    var skipped = SkippedFiles()
    var failures: [FailedFile] = []
    /// Files that could not be removed from their folder.
    var unremoved: [FailedFile] = []
    /// The number of files that were not read, because of an interruption or an error that affects all files.
    var left = 0
    var elapsed: Duration = .zero
    /// The albums to which photos were added.
    var filed: [FiledAlbum] = []
    /// The new albums that have the name of an automatic album.
    var namesakes: [FiledAlbum] = []
    /// The number of files that went to no album.
    var unfiled = 0
    /// The number of imported photos that are also in the trash.
    var trashed = 0
    /// The files of imported photos that were moved to the trash, because the source library has them in its trash.
    var moved: [DiskPath] = []
    /// Photos in the trash of the source library that this library already had. They are not moved to the trash.
    var keptOutOfTrash: [DiskPath] = []
    /// The number of imported photos that are hidden, because their files or the source library say so.
    var hidden = 0
    var camera: ListedCamera?
    /// The number of files that were imported from this camera before, and are still on it.
    var earlier = 0
    var deletion: CameraDeletionReport?

    mutating func add(_ outcome: BatchOutcome) {
        imported += outcome.imported
        importedBytes += outcome.importedBytes
        present += outcome.present
        duplicates += outcome.duplicates
        companions += outcome.companions
        failures += outcome.failures
        left += outcome.left
    }

    var text: String {
        guard !isEmpty else {
            return (earlier > 0 ? earlierText : localized("Found no photos or videos to import.") + "\n") + skipped.text
        }
        var lines = ReportLines()
        lines.add(importedText)
        if assets < imported {
            lines.addCounted(
                "They became {n} asset, because files that belong together are one.",
                "They became {n} assets, because files that belong together are one.", assets)
        }
        lines.addCounted(
            "Damaged, and shown as far as it goes: {n} ({names}). Find it with: filmgatectl assets list --where \"subtypes contains 'damaged'\"",
            "Damaged, and shown as far as they go: {n} ({names}). Find them with: filmgatectl assets list --where \"subtypes contains 'damaged'\"",
            damaged.count, ["names": ImportReport.names(damaged)])
        lines.addCounted(
            "The date is a guess: {n} ({names}). Find it with: filmgatectl assets list --where \"subtypes contains 'guessed-date'\"",
            "The dates are guesses: {n} ({names}). Find them with: filmgatectl assets list --where \"subtypes contains 'guessed-date'\"",
            guessed.count, ["names": ImportReport.names(guessed)])
        lines.addCounted(
            "Has {most} keywords, as many as Filmgate keeps; any more were left out: {n} ({names}).",
            "Have {most} keywords, as many as Filmgate keeps; any more were left out: {n} ({names}).",
            limitedKeywords.count,
            ["names": ImportReport.names(limitedKeywords), "most": "\(ImportItem.mostKeywords)"])
        lines.addCounted(
            "Hidden, as its file says: {n}. Find it with: filmgatectl assets list --include-hidden --where hidden",
            "Hidden, as their files say: {n}. Find them with: filmgatectl assets list --include-hidden --where hidden",
            hidden)
        lines.addCounted(
            "In the trash, as it was in the library from which it comes: {n} ({names}). 'filmgatectl trash restore' brings it back.",
            "In the trash, as they were in the library from which they come: {n} ({names}). 'filmgatectl trash restore' brings them back.",
            moved.count, ["names": moved.firstNames])
        lines.addCounted(
            "In the trash of the library from which it comes, but in your library before this import, so it stays: {n} ({names}).",
            "In the trash of the library from which they come, but in your library before this import, so they stay: {n} ({names}).",
            keptOutOfTrash.count, ["names": keptOutOfTrash.firstNames])
        if trashed > 0 {
            let there = counted(
                "{n} of them is also in the trash.", "{n} of them are also in the trash.", trashed)
            let advice = localized(
                "A photo that you restore from the trash will be in the library twice. To get back the earlier photos with their albums and ratings, delete the new ones and run 'filmgatectl trash restore'."
            )
            lines.add(PhraseJoiner.sentences([there, advice]))
        }
        lines.addCounted("Already in the library: {n}.", "Already in the library: {n}.", present)
        lines.addCounted(
            "The same as a different one of these files, and not imported again: {n} ({names}).",
            "The same as a different one of these files, and not imported again: {n} ({names}).", duplicates.count,
            ["names": duplicates.firstNames])
        lines.addCounted(
            "Files that belong to them, such as sidecars: {n}.",
            "Files that belong to them, such as sidecars: {n}.", companions)
        return lines.text + (earlier > 0 ? earlierText : "") + albumText + dropped.text
            + skipped.text
    }

    /// Returns the first names, and an ellipsis if there are more.
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
            imported, ["size": AmountText.bytes(importedBytes), "time": AmountText.duration(elapsed)])
    }

    /// Whether the import found no photos and videos.
    var isEmpty: Bool { imported == 0 && present == 0 && duplicates.isEmpty && left == 0 && failures.isEmpty }

    private var albumText: String {
        var lines = ReportLines()
        for album in filed where album.count > 0 {
            let values = ["album": Text.printable(album.name), "n": Text.number(album.count)]
            lines.add(
                album.isNew
                    ? localized("Created the album '{album}': {n}.", values)
                    : localized("Added to the album '{album}': {n}.", values))
        }
        let complete = filed.filter { $0.count <= 0 }
        if complete.count == 1 {
            let album = ["album": Text.printable(complete[0].name)]
            lines.add(localized("Added nothing to the album '{album}'.", album))
        } else if complete.count > 1 {
            lines.add(counted("Added nothing to {n} album.", "Added nothing to {n} albums.", complete.count))
        }
        for album in namesakes {
            lines.add(
                localized(
                    "An automatic album of the library is also named '{album}'. Use the identifier of the new one, {id}, or rename it.",
                    ["album": Text.printable(album.name), "id": album.id]))
        }
        lines.addCounted(
            "Added to no album: {n}, because it is in no folder below PATH.",
            "Added to no album: {n}, because they are in no folder below PATH.", unfiled)
        return lines.text
    }

    /// The failures for standard error, sorted by path; empty if nothing failed.
    var failureText: String {
        failures.inOrder.list(under: counted("Not imported: {n}", "Not imported: {n}", failures.count))
            + unremoved.inOrder.list(
                under: counted(
                    "In the library, and not removed from the folder: {n}",
                    "In the library, and not removed from the folder: {n}", unremoved.count))
            + unavailable.inOrder.list(
                under: counted(
                    "Known there, and not imported: {n}", "Known there, and not imported: {n}", unavailable.count))
            + changed.inOrder.list(
                under: counted(
                    "Changed since the export, and taken as it is: {n}",
                    "Changed since the export, and taken as they are: {n}", changed.count))
    }
}

extension ImportReport: Encodable {
    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: AnyCodingKey.self)
        try container.encode(imported, forKey: "imported")
        try container.encode(importedBytes, forKey: "imported-bytes")
        try container.encode(assets, forKey: "assets")
        try container.encode(damaged, forKey: "damaged")
        try container.encode(guessed, forKey: "guessed-dates")
        try container.encode(limitedKeywords, forKey: "keyword-limit")
        try container.encode(present, forKey: "present")
        try container.encode(duplicates.count, forKey: "duplicates")
        try container.encode(duplicates.map(\.description), forKey: "duplicate-files")
        try container.encode(companions, forKey: "companions")
        try container.encode(skipped.counts, forKey: "skipped")
        try container.encode(skipped.paths.map(\.description), forKey: "skipped-files")
        try container.encode(left, forKey: "left")
        try container.encode(filed, forKey: "albums")
        try container.encode(unfiled, forKey: "in-no-album")
        try container.encode(trashed, forKey: "also-in-trash")
        try container.encode(moved.map(\.description), forKey: "moved-to-trash")
        try container.encode(keptOutOfTrash.map(\.description), forKey: "kept-out-of-trash")
        try container.encode(hidden, forKey: "hidden")
        try container.encode(dropped.named, forKey: "not-kept")
        if let camera {
            try container.encode(camera, forKey: "camera")
            try container.encode(earlier, forKey: "earlier")
        }
        try container.encodeIfPresent(deletion, forKey: "deletion")
        try container.encode(failures.inOrder, forKey: "failed")
        try container.encode(unremoved.inOrder, forKey: "not-removed")
        try container.encode(unavailable.inOrder, forKey: "not-available")
        try container.encode(changed.inOrder, forKey: "changed")
    }
}
