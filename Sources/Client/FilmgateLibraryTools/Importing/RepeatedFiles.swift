import Filmgate
import FilmgateModel

/// The files that an import contains more than once.
enum RepeatedFiles {
    /// Returns the sizes that more than one of the files has.
    static func sizes(of files: [PhotoFile]) -> Set<UInt64> {
        var seen: Set<UInt64> = []
        return Set(files.map(\.size).filter { !seen.insert($0).inserted })
    }

    /// Returns the files with the same contents as an earlier file. Reads only files that have the size of a different
    /// file.
    static func duplicates(among files: [PhotoFile]) async -> Set<PhotoFile> {
        let sizes = sizes(of: files)
        let hashed = await KnownPhotoFinder.hashes(of: files.filter { sizes.contains($0.size) })
        let hashes = Dictionary(hashed.map { ($0.file, $0.hash) }) { first, _ in first }
        var seen: Set<ContentHash> = []
        return Set(files.filter { file in hashes[file].map { !seen.insert($0).inserted } ?? false })
    }
}

/// The files of an import, by the assets to which they were added.
struct ImportedFiles {
    private var files: [AssetID: [PhotoFile]] = [:]
    private var hashes = FileHashes()

    /// Marks files as duplicates if they have the same contents as an earlier file of their asset; the broker got them
    /// only because of their companion files. Reads only files with the size of an earlier file of the asset.
    mutating func findDuplicates(in outcome: inout BatchOutcome) {
        for index in outcome.placed.indices where outcome.placed[index].isNew {
            let placed = outcome.placed[index]
            guard let asset = placed.asset else { continue }
            let earlier = files[asset, default: []].filter { $0.size == placed.file.size }
            files[asset, default: []].append(placed.file)
            guard !earlier.isEmpty, let hash = hashes.hash(of: placed.file) else { continue }
            var isTwin = false
            for file in earlier where hashes.hash(of: file) == hash { isTwin = true }
            guard isTwin else { continue }
            outcome.placed[index] = ImportedFile(item: placed.item, asset: asset, isNew: false, read: placed.read)
            outcome.imported -= 1
            outcome.importedBytes -= placed.file.size
            outcome.duplicates.append(placed.file.path)
        }
    }
}
