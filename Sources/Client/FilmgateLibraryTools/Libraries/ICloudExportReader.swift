import Filmgate
import FilmgateModel

/// A reader of the CSV lists in an iCloud export: albums, dates, and which photos were favorites, hidden or deleted.
///
/// Sidecars, adjustments and live photos are read as in any folder. File names can occur in several folders and parts
/// of an export. So details apply only to files in the folder of their list, and a name in an album's list refers to
/// the nearest file.
struct ICloudExportReader {
    private(set) var lists: Set<PhotoFile> = []
    private(set) var entries: [PhotoFile: LibraryEntry] = [:]
    /// The lists, rows and names that could not be imported, with the reasons.
    private(set) var left: [FailedFile] = []
    private let files: [String: [PhotoFile]]
    /// The amounts that may still be read from lists.
    private var limits: ICloudListLimits
    /// The names that were reported because they do not refer to exactly one file.
    private var missing: Set<FailedFile> = []

    init(_ walk: ScannedFiles, within limits: ICloudListLimits = ICloudListLimits()) {
        self.limits = limits
        files = Dictionary(grouping: walk.files) { ICloudExportReader.name(of: $0).lowercased() }
        var albums: [(list: PhotoFile, column: Int)] = []
        for list in walk.unknown where list.path.fileExtension == "csv" {
            // The first bytes determine the kind of the list.
            guard let head = CSVTable(list, atMost: ICloudExportReader.headBytes),
                let column = nameColumn(of: head, list)
            else { continue }
            if head.names.contains(where: { ICloudExportReader.details.contains($0.lowercased()) }) {
                if takes(list) { readDetails(list, column) }
            } else if ICloudExportReader.folder(of: list) == ICloudExportReader.memories {
                left.add(list.path, "It is a memory, and not an album.")
                continue
            } else if takes(list) {
                albums.append((list, column))
            }
            lists.insert(list)
        }
        // Albums are read after details, because details say which photos were deleted.
        for (list, column) in albums { readAlbum(list, column) }
    }

    /// The names of columns that only occur in lists with details.
    private static let details: Set<String> = ["favorite", "hidden", "deleted", "originalcreationdate", "filechecksum"]
    private static let nameColumns: Set<String> = ["imgname", "imagename", "images", "image", "filename", "file name"]
    private static let memories = "memories"
    private static let headBytes = 1 << 16

    /// Returns the index of the column with file names. Accepts a column with an unknown name if it is the only one and
    /// contains the name of a file.
    private mutating func nameColumn(of head: CSVTable, _ list: PhotoFile) -> Int? {
        let known = head.names.firstIndex { ICloudExportReader.nameColumns.contains($0.lowercased()) }
        if let known { return known }
        guard head.names.count == 1 else { return nil }
        if isName(head.names[0]) || head.rows.contains(where: { isName($0[0]) }) { return 0 }
        guard head.isCut, let table = table(list) else { return nil }
        return table.rows.contains { isName($0[0]) } ? 0 : nil
    }

    private func isName(_ text: String) -> Bool { files[text.lowercased()] != nil }

    private static func name(of file: PhotoFile) -> String { String(decoding: file.path.name, as: UTF8.self) }

    private static func folder(of file: PhotoFile) -> String {
        String(decoding: file.path.parent.name, as: UTF8.self).lowercased()
    }

    /// Returns the files with this name. Ignores case if no file has exactly this name.
    private mutating func files(named name: String) -> [PhotoFile] {
        let all = files[name.lowercased()] ?? []
        limits.comparisons -= all.count
        let same = all.filter { ICloudExportReader.name(of: $0) == name }
        return same.isEmpty ? all : same
    }

    // MARK: Limits

    /// Returns whether one more list may be read.
    private mutating func takes(_ list: PhotoFile) -> Bool {
        limits.lists -= 1
        if limits.lists < 0 { left.add(list.path, "This list was not read, because there are too many lists.") }
        return limits.lists >= 0
    }

    private mutating func table(_ list: PhotoFile) -> CSVTable? {
        guard let table = CSVTable(list, atMost: min(limits.listBytes, limits.bytes)) else { return nil }
        limits.bytes -= table.bytes.count
        return table
    }

    /// Calls `body` with each row that contains a name, up to the limits. Reports the rows that were not read.
    ///
    /// - Parameter body: returns false if the name does not refer to one file, and was not reported because there are
    ///   too many reports.
    private mutating func forEachRow(
        of table: CSVTable, _ list: PhotoFile, _ column: Int, _ body: (inout ICloudExportReader, [String]) -> Bool
    ) {
        var rows = table.rows
        var isWhole = !table.isCut
        var more = 0
        while let row = rows.next() {
            guard limits.rows > 0, limits.comparisons > 0 else {
                isWhole = false
                break
            }
            limits.rows -= 1
            guard column < row.count, !row[column].isEmpty else { continue }
            if !body(&self, row) { more += 1 }
        }
        if !isWhole {
            left.add(list.path, "Only the beginning of this list was read: it, or all lists together, are too large.")
        }
        if rows.wide > 0 {
            left.add(list.path, "Rows with far more values than the list has columns were not read: \(rows.wide).")
        }
        if more > 0 {
            left.add(list.path, "Further rows of this list that name none or several of these files: \(more).")
        }
    }

    /// Reports a name that does not refer to exactly one file. Returns false if there are already too many reports.
    private mutating func report(_ path: DiskPath, _ reason: String) -> Bool {
        let name = FailedFile(path: path, reason: reason)
        if missing.contains(name) { return true }
        guard missing.count < limits.missing else { return false }
        missing.insert(name)
        left.append(name)
        return true
    }

    // MARK: Lists

    private mutating func readDetails(_ list: PhotoFile, _ column: Int) {
        guard let table = table(list) else { return }
        let folder = list.path.parent
        let columns = DetailColumns(table.names)
        var found: [PhotoFile: ICloudPhotoDetails] = [:]
        forEachRow(of: table, list, column) { reader, row in
            let name = row[column]
            guard let file = reader.files(named: name).first(where: { $0.path.parent == folder }) else {
                let path = DiskPath(bytes: folder.bytes + Array(name.utf8.prefix(1024)))
                return reader.report(path, "iCloud's list names it, but the file is not beside the list.")
            }
            found[file, default: ICloudPhotoDetails()].add(ICloudPhotoRow(row, columns))
            return true
        }
        for (file, photo) in found.sorted(by: { $0.key.path < $1.key.path }) {
            if photo.isContradictory {
                left.add(
                    file.path,
                    "iCloud's list has several photos with this name. Only what is the same for all is taken.")
            }
            photo.describe(&entries[file, default: LibraryEntry()])
        }
    }

    private mutating func readAlbum(_ list: PhotoFile, _ column: Int) {
        guard let table = table(list) else { return }
        let album = PhotoBaseName.withoutExtension(ICloudExportReader.name(of: list))
        var members: Set<PhotoFile> = []
        // If the list has no header row, the first row also contains the name of a photo.
        if column < table.names.count, isName(table.names[column]) {
            _ = add(table.names[column], to: album, list, &members)
        }
        forEachRow(of: table, list, column) { reader, row in reader.add(row[column], to: album, list, &members) }
    }

    /// Adds the photo with this name to an album. Returns false if the name does not refer to one file and could not be
    /// reported.
    private mutating func add(
        _ name: String, to album: String, _ list: PhotoFile, _ members: inout Set<PhotoFile>
    ) -> Bool {
        let candidates = nearest(files(named: name), to: list)
        if candidates.count == 1 {
            guard members.insert(candidates[0]).inserted else { return true }
            limits.comparisons -= entries[candidates[0]]?.albums.count ?? 0
            entries[candidates[0], default: LibraryEntry()].add(album: [album])
            return true
        }
        let reason =
            candidates.isEmpty
            ? "The album's list names it, but the file is not among these."
            : "The album's list names it, but several of these files have that name."
        return report(list.path.appending(Array(name.utf8.prefix(1024))), reason)
    }

    /// Returns the files whose folders have the most leading path components in common with the list's folder. Includes
    /// deleted files only if all files are deleted.
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

/// The limits on reading the lists of an import. Real exports have at most about 100,000 rows.
struct ICloudListLimits {
    var listBytes = 32 << 20
    /// The maximum number of bytes of all lists together. A list can count twice, because finding its column with file
    /// names may require reading the whole list.
    var bytes = 128 << 20
    var rows = 1_000_000
    var lists = 10_000
    /// The maximum number of names that are reported one by one because they match no file or several files.
    var missing = 1_000
    /// The maximum number of comparisons of names with files and albums.
    var comparisons = 20_000_000
}

/// A row of a list with details.
private struct ICloudPhotoRow: Hashable {
    let isFavorite: Bool
    let isHidden: Bool
    /// Whether the photo was deleted; nil if the list has no column for this.
    let isDeleted: Bool?
    let date: Int64?

    init(_ row: [String], _ columns: DetailColumns) {
        func value(_ column: Int?) -> String? { column.flatMap { $0 < row.count ? row[$0] : nil } }
        isFavorite = value(columns.favorite)?.lowercased() == "yes"
        isHidden = value(columns.hidden)?.lowercased() == "yes"
        isDeleted = value(columns.deleted).map { $0.lowercased() == "yes" }
        date = value(columns.date).flatMap(ICloudDateParser.seconds)
    }
}

/// The indexes of the columns in a list with details.
private struct DetailColumns {
    let favorite, hidden, deleted, date: Int?

    init(_ names: [String]) {
        favorite = names.firstIndex(of: "favorite")
        hidden = names.firstIndex(of: "hidden")
        deleted = names.firstIndex(of: "deleted")
        date = names.firstIndex(of: "originalCreationDate")
    }
}

/// The details of a photo that all rows with its name have in common.
private struct ICloudPhotoDetails {
    private var first: ICloudPhotoRow?
    /// Whether the rows with this name differ.
    private(set) var isContradictory = false
    private var isFavorite = true
    private var isHidden = true
    private var isTrashed = true
    private var isKept = false
    private var isDateCommon = true

    mutating func add(_ row: ICloudPhotoRow) {
        let first = first ?? row
        self.first = first
        isContradictory = isContradictory || row != first
        isFavorite = isFavorite && row.isFavorite
        isHidden = isHidden && row.isHidden
        // If one of the rows lists the photo as not deleted, the photo does not go to the trash.
        isTrashed = isTrashed && row.isDeleted == true
        isKept = isKept || row.isDeleted == false
        isDateCommon = isDateCommon && row.date == first.date
    }

    func describe(_ entry: inout LibraryEntry) {
        if isFavorite { entry.properties.isFavorite = true }
        if isHidden { entry.properties.isHidden = true }
        (entry.isTrashed, entry.isKept) = (isTrashed, isKept)
        if let date = first?.date, isDateCommon { entry.set(fallbackDate: date) }
    }
}
