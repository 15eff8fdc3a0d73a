internal import Filmgate
internal import FilmgateImporting
internal import FilmgateModel

/// Reads the folders of a Google Takeout: photos with the JSON beside them, edits, motion photos' videos, and albums.
enum TakeoutReader {
    static func read(_ walk: PhotoWalk, pairing: Bool) -> LibraryContent {
        var groups: [ImportGroup] = []
        var skipped = walk.skipped
        var left: [FailedFile] = []
        var described = 0
        for folder in TakeoutFolder.all(of: walk) {
            groups += folder.groups(pairing: pairing)
            for file in folder.others { skipped.add(file.path) }
            described += folder.described
            left += folder.lonely.map { FailedFile(path: $0.path, reason: "Its photo is not in the Takeout.") }
        }
        for file in walk.sidecars { skipped.add(file.path) }
        share(&groups)
        var content = LibraryContent(ImportPlan(groups, skipped: skipped))
        (content.left, content.described) = (left, described)
        return content
    }
}

extension TakeoutReader {
    /// A photo that is in several albums is there several times, and not every copy need have its JSON.
    fileprivate static func share(_ groups: inout [ImportGroup]) {
        func copy(_ item: ImportItem) -> [UInt8] { item.file.path.name + Array("/\(item.file.size)".utf8) }
        var described: [[UInt8]: ImportItem] = [:]
        for item in groups.flatMap(\.items) where !item.properties.isEmpty || item.fallbackDate != nil {
            described[copy(item)] = described[copy(item)] ?? item
        }
        for group in groups.indices {
            for place in groups[group].items.indices {
                let item = groups[group].items[place]
                guard item.properties.isEmpty, let known = described[copy(item)] else { continue }
                groups[group].items[place].properties = known.properties
                groups[group].items[place].fallbackDate = item.fallbackDate ?? known.fallbackDate
            }
        }
    }
}

/// One folder of a Takeout.
private struct TakeoutFolder {
    let path: DiskPath
    private var media: [PhotoFile] = []
    private var metadata: [(name: TakeoutMetadataName, file: PhotoFile, content: TakeoutMetadata)] = []
    private var album: String?
    /// How many files describe the folder.
    private var albumFiles = 0
    /// Files that are neither photos nor JSON.
    private(set) var others: [PhotoFile] = []
    /// The JSON of each photo, by its place in `metadata`.
    private var matches: [PhotoFile: Int] = [:]

    static func all(of walk: PhotoWalk) -> [TakeoutFolder] {
        var folders: [TakeoutFolder] = []
        var places: [DiskPath: Int] = [:]
        for (file, isMedia) in walk.files.map({ ($0, true) }) + walk.unknown.map({ ($0, false) }) {
            let path = file.path.parent
            let place = places[path] ?? folders.count
            if place == folders.count {
                places[path] = place
                folders.append(TakeoutFolder(path: path))
            }
            folders[place].take(file, isMedia: isMedia)
        }
        for place in folders.indices { folders[place].match() }
        return folders
    }

    private init(path: DiskPath) { self.path = path }

    private mutating func take(_ file: PhotoFile, isMedia: Bool) {
        let name = String(decoding: file.path.name, as: UTF8.self)
        if isMedia || TakeoutFolder.motionExtensions.contains(file.path.fileExtension ?? "") {
            media.append(file)
        } else if let metadataName = TakeoutMetadataName(name), let content = TakeoutMetadata.read(file) {
            if content.isOfAlbum {
                albumFiles += 1
                if !TakeoutFolder.isYear(content.title ?? "") { album = content.title }
            } else {
                metadata.append((metadataName, file, content))
            }
        } else {
            others.append(file)
        }
    }

    /// Finds the JSON of each photo: exact names before those that were cut, so that no photo takes another's.
    private mutating func match() {
        var isTaken: Set<Int> = []
        for wantsExact in [true, false] {
            for file in media where matches[file] == nil {
                let name = TakeoutName(String(decoding: file.path.name, as: UTF8.self))
                let fits = metadata.indices.compactMap { index in
                    metadata[index].name.fit(name).map { (index, fit: $0) }
                }
                guard let best = fits.max(by: { $0.fit < $1.fit }), (best.fit == .max) == wantsExact,
                    wantsExact || !isTaken.contains(best.0)
                else { continue }
                matches[file] = best.0
                isTaken.insert(best.0)
            }
        }
    }

    /// How many JSON files tell of photos that are there, or of the folder.
    var described: Int { Set(matches.values).count + albumFiles }

    /// The JSON files of photos that are not there.
    var lonely: [PhotoFile] {
        let used = Set(matches.values)
        return metadata.indices.filter { !used.contains($0) }.map { metadata[$0].file }
    }

    func groups(pairing: Bool) -> [ImportGroup] {
        var groups: [ImportGroup] = []
        var places: [String: Int] = [:]
        for file in media.sorted(by: { ImportPlan.rank($0) < ImportPlan.rank($1) }) {
            let name = TakeoutName(String(decoding: file.path.name, as: UTF8.self))
            let key = "\(name.related.stem)/\(name.number)"
            guard pairing, let place = places[key] else {
                if pairing { places[key] = groups.count }
                groups.append(ImportGroup([item(file, joins: pairing ? .related : .nothing)]))
                continue
            }
            let first = groups[place].items[0]
            if isMotion(file, of: first), groups[place].items[0].add(.pairedVideo, file) { continue }
            var item = item(file, joins: name.related.isEdit ? .first : .related)
            item.isTrashed = item.isTrashed || first.isTrashed
            groups[place].items.append(item)
        }
        // In the order of the files.
        let order = Dictionary(media.enumerated().map { ($0.element, $0.offset) }) { first, _ in first }
        return groups.sorted { order[$0.items[0].file] ?? 0 < order[$1.items[0].file] ?? 0 }
    }

    /// Whether a video belongs to a photo: Google writes no JSON for it.
    private func isMotion(_ file: PhotoFile, of item: ImportItem) -> Bool {
        let isVideo =
            TakeoutFolder.motionExtensions.contains(file.path.fileExtension ?? "") || file.kind == .video
        return isVideo && item.file.kind == .photo && matches[file] == nil
    }

    private func item(_ file: PhotoFile, joins: ImportItem.Joins) -> ImportItem {
        var item = ImportItem(file)
        item.joins = joins
        var entry = matches[file].map { metadata[$0].content.entry } ?? LibraryEntry()
        if let album { entry.add(album: [album]) }
        item.properties = entry.properties
        item.fallbackDate = entry.fallbackDate
        item.albums = entry.albums
        item.isTrashed = entry.isTrashed
        return item
    }

    /// Of the videos of motion photos.
    private static let motionExtensions: Set<String> = ["mp", "mp~2", "mv"]

    /// Whether it is the title of a folder with the photos of a year, such as `Photos from 2019`, which is no album.
    private static func isYear(_ title: String) -> Bool {
        let words = title.split(separator: " ")
        guard words.count > 1, let year = words.last.flatMap({ Int($0) }), (1900...2100).contains(year) else {
            return false
        }
        return yearTitles.contains(words.dropLast().joined(separator: " ").lowercased())
    }

    private static let yearTitles: Set<String> = [
        "photos from", "fotos von", "photos de", "fotos de", "foto del", "foto's uit", "fotos fra", "zdj\u{119}cia z",
    ]
}
