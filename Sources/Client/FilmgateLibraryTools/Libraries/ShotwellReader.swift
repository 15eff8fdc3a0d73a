import Filmgate

/// A reader of Shotwell's database: events, tags, ratings, titles, comments, flags, rotations and the trash.
struct ShotwellReader {
    private let database: ForeignDatabase

    init(_ database: ForeignDatabase) { self.database = database }

    /// The identifier of a photo or a video. Photos and videos are numbered separately.
    fileprivate struct Source: Hashable {
        let isVideo: Bool
        let id: Int64
    }

    func read(_ walk: ScannedFiles, into content: inout ImportedLibraryContent) throws(UnreadableLibraryError) {
        try database.check(["EventTable", "PhotoTable", "VideoTable", "TagTable"])
        var entries: [Source: LibraryEntry] = [:]
        var files: [Source: PhotoFile] = [:]
        var left: [FailedFile] = []
        var events: [Int64: String] = [:]
        try database.each("SELECT id, name FROM EventTable") { row in
            if let id = row[0].integer, let name = row[1].text { events[id] = name }
        }
        var known: [(source: Source, row: FileIndex.DatabaseFile)] = []
        for isVideo in [false, true] {
            let table = isVideo ? "VideoTable" : "PhotoTable"
            try database.each("SELECT id, filename, filesize FROM \(table) ORDER BY id") { row in
                guard let id = row[0].integer, let path = row[1].text else { return }
                known.append(
                    (Source(isVideo: isVideo, id: id), FileIndex.DatabaseFile(path: path, size: row[2].integer)))
            }
        }
        for (photo, file) in zip(known, FileIndex(walk.files).files(of: known.map(\.row))) {
            files[photo.source] = file
            guard file == nil else { continue }
            left.add(FileIndex.shown(photo.row.path), "Shotwell knows it, but the file is not there.")
        }
        let hasTurns = try database.columns(of: "PhotoTable").isSuperset(of: ["orientation", "original_orientation"])
        for isVideo in [false, true] {
            let (table, edits) = isVideo ? ("VideoTable", "NULL") : ("PhotoTable", "transformations")
            let turns = !isVideo && hasTurns ? "orientation, original_orientation" : "NULL, NULL"
            try database.each(
                """
                SELECT id, exposure_time, event_id, flags, rating, title, comment, \(edits), \(turns)
                FROM \(table) ORDER BY id
                """
            ) { row in
                guard let id = row[0].integer else { return }
                let source = Source(isVideo: isVideo, id: id)
                guard let file = files[source] else { return }
                var entry = LibraryEntry()
                let flags = Flags(row[3].integer ?? 0, isVideo: isVideo)
                entry.properties.isFavorite = flags.isFavorite ? true : nil
                entry.properties.isHidden = flags.isHidden ? true : nil
                (entry.isTrashed, entry.isKept) = (flags.isTrashed, !flags.isTrashed)
                entry.set(rating: row[4].integer)
                entry.set(title: row[5].text, caption: row[6].text)
                entry.set(fallbackDate: row[1].integer)
                if let event = row[2].integer.flatMap({ events[$0] }) { entry.add(album: [event]) }
                if row[7].text?.isEmpty == false {
                    left.add(file.path, "Its edit exists in Shotwell alone; the original is imported.")
                }
                if row[8].integer != row[9].integer { entry.set(orientation: row[8].integer) }
                entries[source] = entry
            }
        }
        try addTags(&entries)
        content.describe(
            Dictionary(entries.compactMap { source, entry in files[source].map { ($0, entry) } }) { first, _ in first })
        content.left += left
        content.dropped = [
            .faces: try database.count("FaceLocationTable", with: "photo_id"),
            .savedSearches: try database.count("SavedSearchDBTable", with: "name"),
            .eventComments: try database.count("EventTable", with: "comment", where: "comment <> ''"),
        ]
    }

    /// The flags of a photo or a video, whose bits differ between the two tables.
    private struct Flags {
        let isHidden: Bool
        let isFavorite: Bool
        let isTrashed: Bool

        init(_ bits: Int64, isVideo: Bool) {
            isHidden = !isVideo && bits & 1 != 0
            // In photos, the value 2 marks favorites, and 16 marks flagged photos. In videos, 4 marks flagged videos.
            isFavorite = isVideo ? bits & 4 != 0 : bits & (2 | 16) != 0
            isTrashed = isVideo ? bits & 1 != 0 : bits & 4 != 0
        }
    }

    private func addTags(_ entries: inout [Source: LibraryEntry]) throws(UnreadableLibraryError) {
        var paths: [Source: [[String]]] = [:]
        try database.each("SELECT name, photo_id_list FROM TagTable ORDER BY name") { row in
            guard let name = row[0].text, let list = row[1].text else { return }
            // A tag is a path such as `/Places/Paris`, or a plain name.
            let path = name.hasPrefix("/") ? name.split(separator: "/").map(String.init) : [name]
            for part in list.split(separator: ",") {
                guard let source = Source(part), entries[source] != nil,
                    paths[source, default: []].count < LibraryEntry.mostPaths
                else { continue }
                paths[source, default: []].append(path)
            }
        }
        for (source, paths) in paths { entries[source]?.set(keywords: paths) }
    }
}

extension ShotwellReader.Source {
    /// Parses `thumb0000000000000001` or `video-0000000000000001`.
    fileprivate init?(_ name: Substring) {
        let isVideo = name.hasPrefix("video-")
        guard isVideo || name.hasPrefix("thumb"), let id = Int64(name.dropFirst(isVideo ? 6 : 5), radix: 16) else {
            return nil
        }
        self.init(isVideo: isVideo, id: id)
    }
}
