import Filmgate
import FilmgateModel

/// Reads the lists in an export of iCloud: albums, dates, and which photos were favorites, hidden or deleted.
///
/// Sidecars, adjustments and live photos are read as in any folder. Names repeat in other folders and other parts of an
/// export: details apply only to the files beside their list, and a name in an album's list means the nearest file.
struct AppleReader {
    private(set) var lists: Set<PhotoFile> = []
    private(set) var entries: [PhotoFile: LibraryEntry] = [:]
    /// The content that the lists name, and what cannot be imported.
    private(set) var left: [FailedFile] = []
    private let files: [String: [PhotoFile]]

    init(_ walk: PhotoWalk) {
        files = Dictionary(grouping: walk.files) { AppleReader.name(of: $0).lowercased() }
        var albums: [(table: CommaSeparated, column: String, list: PhotoFile)] = []
        for list in walk.unknown where list.path.fileExtension == "csv" {
            guard let table = CommaSeparated(list), let column = nameColumn(of: table) else { continue }
            if table.names.contains(where: { AppleReader.details.contains($0.lowercased()) }) {
                readDetails(table, column, list)
            } else if AppleReader.folder(of: list) == AppleReader.memories {
                left.add(list.path, "It is a memory, and not an album.")
                continue
            } else {
                albums.append((table, column, list))
            }
            lists.insert(list)
        }
        // The details come first, because they record which photos were deleted.
        for (table, column, list) in albums { readAlbum(table, column, list) }
    }

    /// The columns that only lists with details have.
    private static let details: Set<String> = ["favorite", "hidden", "deleted", "originalcreationdate", "filechecksum"]
    private static let nameColumns: Set<String> = ["imgname", "imagename", "images", "image", "filename", "file name"]
    private static let memories = "memories"

    /// Returns the column with the names of files. A column with an unknown name counts if it is the only one and names
    /// existing files.
    private func nameColumn(of table: CommaSeparated) -> String? {
        if let known = table.names.first(where: { AppleReader.nameColumns.contains($0.lowercased()) }) { return known }
        guard table.names.count == 1, let only = table.names.first,
            ([only] + table.rows.compactMap { $0[only] }).contains(where: { !files(named: $0).isEmpty })
        else { return nil }
        return only
    }

    private static func name(of file: PhotoFile) -> String { String(decoding: file.path.name, as: UTF8.self) }

    private static func folder(of file: PhotoFile) -> String {
        String(decoding: file.path.parent.name, as: UTF8.self).lowercased()
    }

    /// Returns the files with a name, preferring a file with the same upper and lower case.
    private func files(named name: String) -> [PhotoFile] {
        let all = files[name.lowercased()] ?? []
        let same = all.filter { AppleReader.name(of: $0) == name }
        return same.isEmpty ? all : same
    }

    private mutating func readDetails(_ table: CommaSeparated, _ column: String, _ list: PhotoFile) {
        let details = table.rows.grouped { $0[column] ?? "" }
        let folder = list.path.parent
        for rows in details {
            guard let name = rows[0][column], !name.isEmpty else { continue }
            let rows = rows.map(ListedPhoto.init)
            guard let file = files(named: name).first(where: { $0.path.parent == folder }) else {
                let path = DiskPath(bytes: folder.bytes + Array(name.utf8.prefix(1024)))
                left.add(path, "iCloud's list names it, but the file is not beside the list.")
                continue
            }
            if Set(rows).count > 1 {
                left.add(
                    file.path,
                    "iCloud's list has several photos with this name. Only what is the same for all is taken.")
            }
            ListedPhoto.describe(&entries[file, default: LibraryEntry()], rows)
        }
    }

    private mutating func readAlbum(_ table: CommaSeparated, _ column: String, _ list: PhotoFile) {
        let album = RelatedName.withoutExtension(AppleReader.name(of: list))
        // A list without a header row begins with a photo.
        let first = files(named: column).isEmpty ? [] : [column]
        var seen: Set<String> = []
        for name in first + table.rows.compactMap({ $0[column] }) where !name.isEmpty && seen.insert(name).inserted {
            let candidates = nearest(files(named: name), to: list)
            if candidates.count == 1 {
                entries[candidates[0], default: LibraryEntry()].add(album: [album])
                continue
            }
            let reason =
                candidates.isEmpty
                ? "The album's list names it, but the file is not among these."
                : "The album's list names it, but several of these files have that name."
            left.add(list.path.appending(Array(name.utf8.prefix(1024))), reason)
        }
    }

    /// Returns the files whose folder shares most of its path with the list's folder. A deleted file is in an album
    /// only if no other file has the name.
    private func nearest(_ found: [PhotoFile], to list: PhotoFile) -> [PhotoFile] {
        let kept = found.filter { entries[$0]?.isTrashed != true }
        let files = kept.isEmpty ? found : kept
        guard files.count > 1 else { return files }
        func parts(_ file: PhotoFile) -> [ArraySlice<UInt8>] {
            file.path.parent.bytes.split(separator: UInt8(ascii: "/"))
        }
        let own = parts(list)
        let common = files.map { file in zip(own, parts(file)).prefix { $0 == $1 }.count }
        let most = common.max() ?? 0
        return zip(files, common).filter { $0.1 == most }.map(\.0)
    }
}

/// The details of a photo in a list of iCloud.
private struct ListedPhoto: Hashable {
    let isFavorite: Bool
    let isHidden: Bool
    /// Nil if the list does not contain it.
    let isDeleted: Bool?
    let date: Int64?

    init(_ row: [String: String]) {
        isFavorite = row["favorite"]?.lowercased() == "yes"
        isHidden = row["hidden"]?.lowercased() == "yes"
        isDeleted = row["deleted"].map { $0.lowercased() == "yes" }
        date = row["originalCreationDate"].flatMap(WrittenDate.seconds)
    }

    /// Sets the values on which all rows agree. One row that is not deleted keeps the file out of the trash.
    static func describe(_ entry: inout LibraryEntry, _ rows: [ListedPhoto]) {
        if rows.allSatisfy(\.isFavorite) { entry.properties.isFavorite = true }
        if rows.allSatisfy(\.isHidden) { entry.properties.isHidden = true }
        entry.isTrashed = rows.allSatisfy { $0.isDeleted == true }
        entry.isKept = rows.contains { $0.isDeleted == false }
        if let date = rows.first?.date, rows.allSatisfy({ $0.date == date }) { entry.set(fallbackDate: date) }
    }
}
