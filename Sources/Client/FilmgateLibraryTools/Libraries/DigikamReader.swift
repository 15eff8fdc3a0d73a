import FilmgateModel

/// A reader of digiKam's database: albums, tags, ratings, titles, captions, dates and locations.
struct DigikamReader {
    private let database: ForeignDatabase

    init(_ database: ForeignDatabase) { self.database = database }

    func read(_ walk: ScannedFiles, into content: inout ImportedLibraryContent) throws(UnreadableLibraryError) {
        try database.check([
            "Images", "Albums", "ImageComments", "ImageInformation", "ImagePositions", "Tags", "ImageTags",
        ])
        var entries: [Int64: LibraryEntry] = [:]
        var files: [Int64: PhotoFile] = [:]
        var left: [FailedFile] = []
        var images: [(id: Int64, folder: String, row: FileIndex.DatabaseFile)] = []
        try database.each(
            """
            SELECT i.id, a.relativePath, i.name, i.fileSize, i.status FROM Images AS i
            LEFT JOIN Albums AS a ON a.id = i.album ORDER BY i.id
            """
        ) { row in
            guard let id = row[0].integer, let name = row[2].text else { return }
            let folder = row[1].text ?? ""
            let path = "\(folder == "/" ? "" : folder)/\(name)"
            switch row[4].integer ?? 0 {
            case 1: images.append((id, folder, FileIndex.DatabaseFile(path: path, size: row[3].integer)))
            // The database also contains rows of removed images. Images in the trash are in a hidden folder.
            case 3: left.add(FileIndex.shown(path), "It is in digiKam's trash.")
            default: break
            }
        }
        for (image, file) in zip(images, FileIndex(walk.files).files(of: images.map(\.row))) {
            guard let file else {
                left.add(FileIndex.shown(image.row.path), "digiKam knows it, but the file is not there.")
                continue
            }
            files[image.id] = file
            var entry = LibraryEntry()
            entry.isKept = true
            entry.add(album: image.folder.split(separator: "/").map(String.init))
            entries[image.id] = entry
        }
        try describe(&entries)
        let labels = try addTags(&entries)
        content.describe(
            Dictionary(entries.compactMap { id, entry in files[id].map { ($0, entry) } }) { first, _ in first })
        content.left += left
        content.dropped = labels
        content.dropped[.faces] = try database.count(
            "ImageTagProperties", with: "property", where: "property = 'tagRegion'")
    }

    private func describe(_ entries: inout [Int64: LibraryEntry]) throws(UnreadableLibraryError) {
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
        let hasDates = try database.columns(of: "ImageInformation").contains("creationDate")
        try database.each("SELECT imageid, rating, \(hasDates ? "creationDate" : "NULL") FROM ImageInformation") {
            row in
            guard let id = row[0].integer else { return }
            entries[id]?.set(rating: row[1].integer)
            entries[id]?.clock = row[2].text.flatMap { CivilTime(digikam: $0) }
        }
        try database.each("SELECT imageid, latitudeNumber, longitudeNumber FROM ImagePositions") { row in
            if let id = row[0].integer { entries[id]?.set(latitude: row[1].real, longitude: row[2].real) }
        }
    }

    /// Adds tags as keywords. Returns the number of images with labels, which digiKam also stores as tags.
    private func addTags(_ entries: inout [Int64: LibraryEntry]) throws(UnreadableLibraryError) -> [UnsupportedFeature:
        Int]
    {
        var labels: [UnsupportedFeature: Int] = [:]
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
            // Limits the depth, because the parents of tags form a cycle in some damaged databases.
            while let known = tags[tag], path.count < 32 {
                path.insert(known.name, at: 0)
                tag = known.parent
            }
            // Tags with this prefix are color labels, pick labels and other marks of digiKam.
            if path.first?.hasPrefix("_Digikam") != true {
                paths[image, default: []].append(path)
            } else if let mark = path.last, !mark.hasSuffix(" None") {
                if mark.hasPrefix("Color Label ") { labels[.colorLabels, default: 0] += 1 }
                if mark.hasPrefix("Pick Label ") { labels[.pickLabels, default: 0] += 1 }
            }
        }
        for (image, paths) in paths { entries[image]?.set(keywords: paths) }
        return labels
    }
}

extension CivilTime {
    /// Parses a camera's local time: `2019-05-01T12:00:00.000`.
    fileprivate init?(digikam text: String) {
        let halves = text.split(separator: "T")
        guard halves.count == 2 else { return nil }
        let date = halves[0].split(separator: "-").map { Int($0) }
        let clock = halves[1].prefix { $0 != "." }.split(separator: ":").map { Int($0) }
        guard date.count == 3, clock.count == 3, let year = date[0], let month = date[1], let day = date[2],
            let hour = clock[0], let minute = clock[1], let second = clock[2]
        else { return nil }
        self.init(year: year, month: month, day: day, hour: hour, minute: minute, second: second)
    }
}
