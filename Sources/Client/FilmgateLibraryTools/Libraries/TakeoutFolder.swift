import Filmgate
import FilmgateModel

/// A folder of a Takeout, with the files from all parts into which Google split the Takeout.
struct TakeoutFolder {
    private var media: [PhotoFile] = []
    private var found: [TakeoutSidecar] = []
    private(set) var album: String?
    /// The number of JSON files about the folder itself.
    private(set) var albumFiles = 0
    private(set) var hasDescription = false
    /// The files that are neither media nor JSON, and the JSON files about neither a photo nor the folder.
    private(set) var others: [PhotoFile] = []
    /// The JSON files that cannot be read, with the reasons.
    private(set) var unreadable: [FailedFile] = []
    private(set) var matching = TakeoutMatcher([], [])
    /// For files without a description, the photos to which they belong.
    private var bases: [PhotoFile: BasePhoto] = [:]

    /// The photo to which an edit or a video without a description belongs.
    private struct BasePhoto {
        let file: PhotoFile
        /// The way in which the file joins the photo's asset; nil if the file only gets the photo's date.
        let joins: ImportItem.JoinTarget?
    }

    static func all(of walk: ScannedFiles) -> [TakeoutFolder] {
        let files = walk.files.map { (file: $0, isMedia: true) } + walk.unknown.map { (file: $0, isMedia: false) }
        return files.grouped { name(of: $0.file) }.map { files in
            var folder = TakeoutFolder()
            for (file, isMedia) in files { folder.take(file, isMedia: isMedia) }
            folder.match()
            return folder
        }
    }

    /// Returns the path of a file's folder relative to `Takeout`. The path is the same in all parts.
    private static func name(of file: PhotoFile) -> [String] {
        let parts = file.path.parent.bytes.split(separator: UInt8(ascii: "/")).map {
            String(decoding: $0, as: UTF8.self)
        }
        guard let takeout = parts.lastIndex(where: isTakeout) else { return parts.suffix(1) }
        return Array(parts[(takeout + 1)...])
    }

    /// Returns whether a folder with this name contains a part of a Takeout. If `Takeout` already exists, systems
    /// unpack the next part to `Takeout 2`, `Takeout (1)` or `Takeout-1`.
    private static func isTakeout(_ name: String) -> Bool {
        let name = name.lowercased()
        guard name.hasPrefix("takeout") else { return false }
        let number = name.dropFirst("takeout".count).filter { !" -_.()".contains($0) }
        return number.count <= 3 && number.allSatisfy { $0.isASCII && $0.isNumber }
    }

    private mutating func take(_ file: PhotoFile, isMedia: Bool) {
        if isMedia || TakeoutFolder.isMotion(file) {
            media.append(file)
        } else if let name = TakeoutMetadataName(file.name) {
            do {
                take(file, name, try TakeoutMetadata.read(file))
            } catch {
                unreadable.append(error)
            }
        } else {
            others.append(file)
        }
    }

    /// - Parameter content: the parsed JSON; nil if the JSON is about neither a photo nor the folder.
    private mutating func take(_ file: PhotoFile, _ name: TakeoutMetadataName, _ content: TakeoutMetadata?) {
        guard let content else { return others.append(file) }
        guard content.isOfAlbum else { return found.append(TakeoutSidecar(file, name, content)) }
        albumFiles += 1
        if content.description?.isEmpty == false { hasDescription = true }
        if let title = content.title, !title.isEmpty, !TakeoutFolder.isYear(title) { album = title }
    }

    private mutating func match() {
        matching = TakeoutMatcher(media, found)
        var byStem: [String: [PhotoFile]] = [:]
        for file in media where matching.matches[file] != nil {
            byStem[file.related.stem.takeoutForm, default: []].append(file)
        }
        // Processes files with the suffix of an edit first, because they are certainly edits.
        let rest = media.filter { matching.matches[$0] == nil }.map { (file: $0, name: $0.related) }
        for (file, name) in rest.filter(\.name.isEdit) + rest.filter({ !$0.name.isEdit }) {
            let photo = TakeoutFolder.base(of: file, byStem[name.stem.takeoutForm]) { !$0.isFilm }
            if file.isFilm, let photo {
                // A video without a description belongs to the photo with the same name.
                bases[file] = BasePhoto(file: photo, joins: file.isBeside(photo) ? .first : .related)
                continue
            }
            let stem = name.isEdit ? name.stem : TakeoutFolder.withoutWord(name.stem) ?? ""
            let original = TakeoutFolder.base(of: file, byStem[stem.takeoutForm]) { other in
                other.isFilm == file.isFilm && name.mayEdit(other.related)
            }
            if let original {
                bases[file] = BasePhoto(file: original, joins: joins(file, to: original))
            } else if name.isEdit || name.mayEdit(PhotoBaseName(stem + ".x")) && !TakeoutFolder.isCreation(file) {
                _ = matching.describe(file, asEditOf: stem.takeoutForm)
            }
        }
    }

    private func joins(_ file: PhotoFile, to original: PhotoFile) -> ImportItem.JoinTarget? {
        if TakeoutFolder.isCreation(file) { return nil }
        if file.isBeside(original) { return .first }
        return file.related.isEdit ? .related : nil
    }

    /// Returns the candidate in the folder of the file or, if there is none, the only candidate in the other parts.
    private static func base(
        of file: PhotoFile, _ candidates: [PhotoFile]?, _ isFit: (PhotoFile) -> Bool
    ) -> PhotoFile? {
        let fit = (candidates ?? []).filter(isFit)
        let beside = fit.filter { $0.isBeside(file) }
        if !beside.isEmpty { return beside.min { ImportPlan.rank($0) < ImportPlan.rank($1) } }
        return fit.count == 1 ? fit.first : nil
    }

    /// Removes a hyphen and the last word from a name. Keeps the number of a copy: `a-breytt(1)` becomes `a(1)`.
    private static func withoutWord(_ stem: String) -> String? {
        let (text, number) = PhotoBaseName.splitNumber(stem)
        guard let hyphen = text.lastIndex(of: "-"), hyphen > text.startIndex else { return nil }
        return text[..<hyphen] + number
    }

    /// Returns whether Google generated the file from photos. Such a file, for example a collage, is not an edit.
    private static func isCreation(_ file: PhotoFile) -> Bool {
        let (text, _) = PhotoBaseName.splitNumber(file.related.stem)
        return text.lastIndex(of: "-").map { creations.contains(String(text[text.index(after: $0)...])) } ?? false
    }

    private static let creations: Set<String> = [
        "effects", "smile", "mix", "collage", "animation", "motion", "pano", "cinematic", "color_pop",
    ]

    /// The number of JSON files about existing photos or about the folder.
    var described: Int { Set(matching.matches.values).count + albumFiles }

    func groups(pairing: Bool) -> [ImportGroup] {
        var groups: [ImportGroup] = []
        var places: [PhotoFile: Int] = [:]
        var firsts: [Key: Int] = [:]
        let media = media.sorted { ImportPlan.rank($0) < ImportPlan.rank($1) }
        for file in media where !pairing || bases[file]?.joins == nil {
            let key = Key(folder: file.path.parent, stem: file.related.stem)
            let first = firsts[key].map { groups[$0].items[0].file }
            if pairing, let place = firsts[key], let first, first.isOtherPart(file) {
                groups[place].items.append(item(file, joins: .related))
                places[file] = place
            } else {
                places[file] = groups.count
                firsts[key] = firsts[key] ?? groups.count
                groups.append(ImportGroup([item(file, joins: pairing ? .related : .nothing)]))
            }
        }
        for file in media where pairing {
            guard let base = bases[file], let joins = base.joins, let place = places[base.file] else { continue }
            groups[place].items.append(item(file, joins: joins))
        }
        // The groups are in the order of their first files.
        let order = Dictionary(self.media.enumerated().map { ($0.element, $0.offset) }) { first, _ in first }
        return groups.sorted { order[$0.items[0].file] ?? 0 < order[$1.items[0].file] ?? 0 }
    }

    private struct Key: Hashable {
        let folder: DiskPath
        let stem: String
    }

    private func item(_ file: PhotoFile, joins: ImportItem.JoinTarget) -> ImportItem {
        var item = ImportItem(file)
        item.joins = joins
        var entry = matching.content(of: file)?.entry ?? LibraryEntry()
        // From the description of a different file, uses only the date.
        if entry.fallbackDate == nil { entry.fallbackDate = photo(of: file)?.entry.fallbackDate }
        if let album { entry.add(album: [album]) }
        item.properties = entry.properties
        item.fallbackDate = entry.fallbackDate
        item.albums = entry.albums
        (item.isTrashed, item.isKept) = (entry.isTrashed, entry.isKept)
        return item
    }

    /// Returns the description of the photo to which an edit or a video without a description belongs.
    private func photo(of file: PhotoFile) -> TakeoutMetadata? {
        if let base = bases[file], let content = matching.content(of: base.file) { return content }
        return file.isFilm ? matching.missingPhoto(file.related.stem.takeoutForm) : nil
    }

    /// Returns whether the file is the video of a motion photo, by its extension.
    static func isMotion(_ file: PhotoFile) -> Bool {
        guard let name = file.path.fileExtension else { return false }
        return name == "mp" || name == "mv" || name.hasPrefix("mp~")
    }

    /// Returns whether a folder with this title, such as `Photos from 2019`, is for a year and therefore not an album.
    private static func isYear(_ title: String) -> Bool {
        let words = title.split(separator: " ")
        guard words.count > 1, let year = words.last.flatMap({ Int($0) }), (1900...2100).contains(year) else {
            return false
        }
        return yearTitles.contains(words.dropLast().joined(separator: " ").lowercased())
    }

    private static let yearTitles: Set<String> = [
        "photos from", "fotos von", "photos de", "fotos de", "fotos del", "foto del", "foto's uit", "fotos fra",
        "zdj\u{119}cia z",
    ]
}

extension PhotoFile {
    fileprivate var name: String { String(decoding: path.name, as: UTF8.self) }
    fileprivate var related: PhotoBaseName { PhotoBaseName(name) }
    fileprivate var isFilm: Bool { TakeoutFolder.isMotion(self) || kind == .video }
    fileprivate var isRaw: Bool { path.fileExtension.map(MediaKind.isRaw) ?? false }
    /// Returns whether a file with the same name may belong to the same photo: as a RAW file, a video or an edit.
    fileprivate func isOtherPart(_ other: PhotoFile) -> Bool {
        isFilm != other.isFilm || isRaw != other.isRaw || related.isEdit != other.related.isEdit
    }

    fileprivate func isBeside(_ other: PhotoFile) -> Bool { path.parent == other.path.parent }
}
