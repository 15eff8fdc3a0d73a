internal import FilmgateImporting
internal import Filmgate
internal import FilmgateText

/// The result of an import.
struct ImportReport: Sendable {
    var imported = 0
    var importedBytes: UInt64 = 0
    /// Files whose originals were already in the library.
    var present = 0
    var skipped: [String: Int] = [:]
    var failures: [FailedFile] = []
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

    mutating func add(_ outcome: BatchOutcome) {
        imported += outcome.imported
        importedBytes += outcome.importedBytes
        present += outcome.present
        failures += outcome.failures
        left += outcome.left
    }

    var text: String {
        guard !isEmpty else { return "Found no photos or videos to import.\n" + skippedText }
        var text = "Imported \(Text.count(imported, "photo or video", plural: "photos and videos"))"
        if imported > 0 { text += " (\(Amount.bytes(importedBytes))) in \(Amount.duration(elapsed))" }
        text += ".\n"
        if trashed > 0 {
            text +=
                "\(Text.number(trashed)) of them \(trashed == 1 ? "is" : "are") also in the trash. A photo that you restore "
            text +=
                "from the trash will be in the library twice. To get back the earlier photos with their albums and ratings, "
            text += "delete the new ones and run 'filmgatectl trash restore'.\n"
        }
        if present > 0 { text += "Already in the library: \(Text.number(present)).\n" }
        return text + albumText + skippedText
    }

    /// Whether no file was a photo or video.
    private var isEmpty: Bool { imported == 0 && present == 0 && left == 0 && failures.isEmpty }

    private var skippedText: String {
        guard !skipped.isEmpty else { return "" }
        let kinds = skipped.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
            .map { "\(Text.number($0.value)) \(Text.printable($0.key))" }
        return "Skipped: \(kinds.joined(separator: ", ")).\n"
    }

    private var albumText: String {
        var text = ""
        for album in filed where album.count > 0 {
            text += "\(album.isNew ? "Created the album" : "Added to the album") '\(Text.printable(album.name))': "
            text += "\(Text.number(album.count)).\n"
        }
        let complete = filed.filter { $0.count <= 0 }
        if complete.count == 1 {
            text += "Added nothing to the album '\(Text.printable(complete[0].name))'.\n"
        } else if complete.count > 1 {
            text += "Added nothing to \(Text.number(complete.count)) albums.\n"
        }
        for album in namesakes {
            text +=
                "An automatic album of the library is also named '\(Text.printable(album.name))'. Use the identifier of the "
            text += "new one, \(album.id), or rename it.\n"
        }
        if unfiled > 0 {
            text +=
                "Added to no album: \(Text.number(unfiled)), because \(unfiled == 1 ? "it is" : "they are") in no folder "
            text += "below PATH.\n"
        }
        return text
    }

    /// The failures for standard error, in the order of their paths. Empty if nothing failed.
    var failureText: String {
        guard !failures.isEmpty else { return "" }
        let lines = failures.sorted { $0.path < $1.path }.map { failure in
            "  \(Text.printable(failure.path.description)): \(Text.printable(failure.reason))\n"
        }
        return "Not imported: \(Text.number(failures.count))\n" + lines.joined()
    }
}

extension ImportReport: Encodable {
    private struct Failure: Encodable {
        let path: String
        let reason: String
    }

    private enum CodingKeys: String, CodingKey {
        case imported, present, skipped, failed, left, albums
        case importedBytes = "imported-bytes"
        case unfiled = "in-no-album"
        case trashed = "also-in-trash"
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(imported, forKey: .imported)
        try container.encode(importedBytes, forKey: .importedBytes)
        try container.encode(present, forKey: .present)
        try container.encode(skipped, forKey: .skipped)
        try container.encode(left, forKey: .left)
        try container.encode(filed, forKey: .albums)
        try container.encode(unfiled, forKey: .unfiled)
        try container.encode(trashed, forKey: .trashed)
        try container.encode(
            failures.sorted { $0.path < $1.path }.map { Failure(path: $0.path.description, reason: $0.reason) },
            forKey: .failed)
    }
}
