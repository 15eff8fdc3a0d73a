import FilmgateSystem

/// Finds, among the files of a walk, those that a library's database lists. The paths in the database may begin with
/// different folders, because the library may have been moved or copied.
///
/// A file directly in the walk's folder matches by its file name alone. Such a match counts only if the folder's name
/// matches, other files show which folders correspond, or the sizes match and all such matches are in one folder.
struct FileIndex {
    /// A file in a library's database.
    struct DatabaseFile {
        let path: String
        /// The size in bytes; nil if unknown.
        let size: Int64?
    }

    private let files: [IndexedFile]
    private var byPath: [String: [Int]] = [:]
    /// The maximum number of path components below the folder of the walk.
    private let mostParts: Int
    /// The maximum length of a path on Linux, in bytes.
    private static let longestPath = 4096

    /// Returns a path of a database for display, shortened to the maximum length of a path.
    static func shown(_ path: String) -> DiskPath { DiskPath(bytes: Array(path.utf8.prefix(longestPath))) }

    init(_ media: [PhotoFile]) {
        files = media.map { IndexedFile($0) }
        mostParts = media.map { $0.folders.count + 1 }.max() ?? 0
        for place in files.indices { byPath[files[place].path, default: []].append(place) }
    }

    /// Returns the file of each row. Returns no file for a row to which several files could belong, or whose file could
    /// belong to several rows.
    func files(of rows: [DatabaseFile]) -> [PhotoFile?] {
        var found: [Match] = []
        for (number, row) in rows.enumerated() { found += candidates(number, row) }
        // The pairs of corresponding folders of the walk and of the library, derived from matches of more than the file
        // name.
        let known = Set(found.filter { $0.depth > 1 }.map { MappedFolder(files[$0.file].root, $0.prefix) })
        var flat: [[String]: Set<[String]>] = [:]
        for one in found where one.depth == 1 { flat[files[one.file].root, default: []].insert(one.prefix) }
        found.removeAll { one in
            let root = files[one.file].root
            let isOnly = flat[root]?.count == 1 && one.hasSize
            return one.depth == 1 && one.common == 0 && !known.contains(MappedFolder(root, one.prefix)) && !isOnly
        }
        var result = [PhotoFile?](repeating: nil, count: rows.count)
        let best = FileIndex.best(FileIndex.best(found, by: \.file), by: \.row)
        for one in best { result[one.row] = files[one.file].file }
        return result
    }

    private struct MappedFolder: Hashable {
        let root: [String]
        let prefix: [String]

        init(_ root: [String], _ prefix: [String]) { (self.root, self.prefix) = (root, prefix) }
    }

    private struct Match {
        let row: Int
        let file: Int
        /// The components of the library's path that would correspond to the folder of the walk.
        let prefix: [String]
        /// The number of equal path components below the folder of the walk.
        let depth: Int
        /// The number of trailing path components that `prefix` and the path of the walk's folder have in common.
        let common: Int
        let hasSize: Bool

        var score: Int { (depth + common) * 2 + (hasSize ? 1 : 0) }
    }

    private func candidates(_ number: Int, _ row: DatabaseFile) -> [Match] {
        guard row.path.utf8.count <= FileIndex.longestPath else { return [] }
        let parts = row.path.split(separator: "/").map(String.init)
        var found: [Match] = []
        // Compares at most as many path components as the longest relative path of a file has.
        for start in parts.indices.suffix(mostParts) {
            for place in byPath[parts[start...].joined(separator: "/")] ?? [] {
                let prefix = Array(parts[..<start])
                let common = zip(prefix.reversed(), files[place].root.reversed()).prefix { $0 == $1 }.count
                found.append(
                    Match(
                        row: number, file: place, prefix: prefix, depth: parts.count - start, common: common,
                        hasSize: row.size.map { $0 == Int64(clamping: files[place].file.size) } ?? true))
            }
        }
        return found
    }

    /// Returns the best match of each file or row, unless several matches are equally good.
    private static func best(_ candidates: [Match], by key: KeyPath<Match, Int>) -> [Match] {
        Dictionary(grouping: candidates) { $0[keyPath: key] }.values.compactMap { same in
            let most = same.map(\.score).max()
            let best = same.filter { $0.score == most }
            return best.count == 1 ? best.first : nil
        }
    }
}

/// A file of a walk, with its path divided at the walk's folder.
private struct IndexedFile {
    let file: PhotoFile
    /// The path relative to the folder of the walk.
    let path: String
    /// The components of the path of the walk's folder, without links.
    let root: [String]

    init(_ file: PhotoFile) {
        self.file = file
        let below = file.folders + [String(decoding: file.path.name, as: UTF8.self)]
        path = below.joined(separator: "/")
        let parts = String(decoding: file.place.place.bytes, as: UTF8.self).split(separator: "/").map(String.init)
        root = Array(parts.dropLast(below.count))
    }
}
