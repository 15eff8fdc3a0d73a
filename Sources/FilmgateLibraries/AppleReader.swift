internal import Filmgate
internal import FilmgateImporting

/// Reads the lists in an export of iCloud: albums, and what was a favorite, hidden or deleted.
///
/// Sidecars, adjustments and live photos are those of every folder.
enum AppleReader {
    static func read(_ walk: PhotoWalk, into content: inout LibraryContent) {
        var byName: [String: [PhotoFile]] = [:]
        for file in walk.files {
            byName[String(decoding: file.path.name, as: UTF8.self), default: []].append(file)
        }
        var entries: [PhotoFile: LibraryEntry] = [:]
        for list in walk.unknown where list.path.fileExtension == "csv" {
            guard let rows = CommaSeparated(list) else { continue }
            for row in rows.rows {
                guard let name = row["imgName"] ?? row["Images"], let files = byName[name] else { continue }
                for file in files {
                    if row["imgName"] != nil {
                        describe(&entries[file, default: LibraryEntry()], row)
                    } else {
                        let album = RelatedFileName.withoutExtension(String(decoding: list.path.name, as: UTF8.self))
                        entries[file, default: LibraryEntry()].add(album: [album])
                    }
                }
            }
        }
        content.describe(entries)
    }

    private static func describe(_ entry: inout LibraryEntry, _ row: [String: String]) {
        if row["favorite"]?.lowercased() == "yes" { entry.properties.isFavorite = true }
        if row["hidden"]?.lowercased() == "yes" { entry.properties.isHidden = true }
        entry.isTrashed = row["deleted"]?.lowercased() == "yes"
    }
}
