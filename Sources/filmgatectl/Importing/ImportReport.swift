internal import Filmgate
internal import FilmgateText

/// What became of the files of an import.
struct ImportReport: Sendable {
    var imported = 0
    var importedBytes: UInt64 = 0
    /// The library held an equal original already.
    var present = 0
    var skipped: [String: Int] = [:]
    var failures: [FailedFile] = []
    /// Files that were not tried, after an interruption or an error that concerns all.
    var left = 0
    var elapsed: Duration = .zero
    /// What was put into albums, by their names.
    var filed: [FiledAlbum] = []
    /// Those of them that are new and called like an album that the library makes up by itself.
    var namesakes: [FiledAlbum] = []
    /// How many went into no album, where albums were asked for.
    var unfiled = 0
    /// How many were imported though the same lies in the trash.
    var trashed = 0

    mutating func add(_ outcome: BatchOutcome) {
        imported += outcome.imported
        importedBytes += outcome.importedBytes
        present += outcome.present
        failures += outcome.failures
        left += outcome.left
    }

    var text: String {
        var text = "Imported \(Amount.count(imported, "photo or video", plural: "photos and videos"))"
        if imported > 0 { text += " (\(Amount.bytes(importedBytes))) in \(Amount.duration(elapsed))" }
        text += ".\n"
        if trashed > 0 {
            text += "Of these, \(Amount.number(trashed)) also \(trashed == 1 ? "lies" : "lie") in the trash; what is "
            text += "restored from there will be in the library twice. To have those back instead, with their "
            text += "albums and ratings, delete these and run 'filmgatectl trash restore'.\n"
        }
        if present > 0 { text += "In the library already: \(Amount.number(present)).\n" }
        text += albumText
        if !skipped.isEmpty {
            let kinds = skipped.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
            text +=
                "Skipped: " + kinds.map { "\(Amount.number($0.value)) \(Text.plain($0.key))" }.joined(separator: ", ")
            text += ".\n"
        }
        return text
    }

    private var albumText: String {
        var text = ""
        for album in filed where album.count > 0 {
            text += "\(album.isNew ? "Made the album" : "Added to the album") '\(Text.plain(album.name))': "
            text += "\(Amount.number(album.count)).\n"
        }
        let complete = filed.filter { $0.count <= 0 }
        if complete.count == 1 {
            text += "Nothing was missing in the album '\(Text.plain(complete[0].name))'.\n"
        } else if complete.count > 1 {
            text += "Nothing was missing in \(Amount.number(complete.count)) albums.\n"
        }
        for album in namesakes {
            text += "'\(Text.plain(album.name))' is also what the library calls an album of its own: where both can be "
            text += "meant, name this one by its identifier, \(album.id), or give it another title.\n"
        }
        if unfiled > 0 {
            text += "Put into no album: \(Amount.number(unfiled)), for \(unfiled == 1 ? "it lies" : "they lie") "
            text += "in no folder below PATH.\n"
        }
        return text
    }

    /// For standard error, in the order of the paths; empty where nothing failed.
    var failureText: String {
        guard !failures.isEmpty else { return "" }
        let lines = failures.sorted { $0.path < $1.path }.map { failure in
            "  \(Text.plain(failure.path.description)): \(Text.plain(failure.reason))\n"
        }
        return "Could not be imported: \(Amount.number(failures.count))\n" + lines.joined()
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
