internal import FilmgateImporting

/// Reads digiKam's database: albums, tags, ratings, titles, captions and places.
struct DigikamReader {
    private let database: ForeignDatabase

    init(_ database: ForeignDatabase) { self.database = database }

    func read(_ walk: PhotoWalk, into content: inout LibraryContent) throws(UnreadableLibrary) {
        try database.check([
            "Images", "Albums", "ImageComments", "ImageInformation", "ImagePositions", "Tags", "ImageTags",
        ])
        let index = FileIndex(walk)
        var entries: [Int64: LibraryEntry] = [:]
        var files: [Int64: PhotoFile] = [:]
        var left: [FailedFile] = []
        try database.each(
            """
            SELECT i.id, a.relativePath, i.name, i.fileSize, i.status FROM Images AS i
            LEFT JOIN Albums AS a ON a.id = i.album ORDER BY i.id
            """
        ) { row in
            guard let id = row[0].integer, let name = row[2].text else { return }
            let folder = row[1].text ?? ""
            let path = "\(folder == "/" ? "" : folder)/\(name)"
            guard row[4].integer == 1 else {
                // Removed images keep their rows; those in the trash are in a hidden folder.
                if row[4].integer == 3 {
                    left.append(FailedFile(path: FileIndex.shown(path), reason: "It is in digiKam's trash."))
                }
                return
            }
            guard let file = index.file(path, size: row[3].integer) else {
                left.append(
                    FailedFile(path: FileIndex.shown(path), reason: "digiKam knows it, but the file is not there."))
                return
            }
            files[id] = file
            var entry = LibraryEntry()
            entry.isKept = true
            entry.add(album: folder.split(separator: "/").map(String.init))
            entries[id] = entry
        }
        try describe(&entries)
        try addTags(&entries)
        content.describe(
            Dictionary(entries.compactMap { id, entry in files[id].map { ($0, entry) } }) { first, _ in first })
        content.left += left
    }

    private func describe(_ entries: inout [Int64: LibraryEntry]) throws(UnreadableLibrary) {
        var texts: [Int64: (title: String?, caption: String?)] = [:]
        try database.each(
            """
            SELECT imageid, type, comment FROM ImageComments WHERE type IN (1, 3)
            ORDER BY imageid, language = 'x-default' DESC, id
            """
        ) { row in
            guard let id = row[0].integer else { return }
            if row[1].integer == 1, texts[id]?.caption == nil { texts[id, default: (nil, nil)].caption = row[2].text }
            if row[1].integer == 3, texts[id]?.title == nil { texts[id, default: (nil, nil)].title = row[2].text }
        }
        for (id, text) in texts { entries[id]?.set(title: text.title, caption: text.caption) }
        try database.each("SELECT imageid, rating FROM ImageInformation") { row in
            if let id = row[0].integer { entries[id]?.set(rating: row[1].integer) }
        }
        try database.each("SELECT imageid, latitudeNumber, longitudeNumber FROM ImagePositions") { row in
            if let id = row[0].integer { entries[id]?.set(latitude: row[1].real, longitude: row[2].real) }
        }
    }

    private func addTags(_ entries: inout [Int64: LibraryEntry]) throws(UnreadableLibrary) {
        var tags: [Int64: (parent: Int64, name: String)] = [:]
        try database.each("SELECT id, pid, name FROM Tags") { row in
            if let id = row[0].integer, let name = row[2].text { tags[id] = (row[1].integer ?? 0, name) }
        }
        var paths: [Int64: [[String]]] = [:]
        try database.each("SELECT imageid, tagid FROM ImageTags") { row in
            guard let image = row[0].integer, entries[image] != nil, var tag = row[1].integer,
                paths[image, default: []].count < LibraryEntry.mostPaths
            else { return }
            var path: [String] = []
            // A damaged database may have a circle.
            while let known = tags[tag], path.count < 32 {
                path.insert(known.name, at: 0)
                tag = known.parent
            }
            // Colors, picks and marks of digiKam itself.
            if path.first?.hasPrefix("_Digikam") != true { paths[image, default: []].append(path) }
        }
        for (image, paths) in paths { entries[image]?.set(keywords: paths) }
    }
}
