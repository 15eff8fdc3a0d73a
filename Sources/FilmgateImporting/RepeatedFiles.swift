internal import Filmgate
internal import FilmgateHashing
internal import FilmgateModel

/// Finds files of an import that are there several times.
enum RepeatedFiles {
    /// Returns the sizes that several of the files have.
    static func sizes(of files: [PhotoFile]) -> Set<UInt64> {
        var seen: Set<UInt64> = []
        return Set(files.map(\.size).filter { !seen.insert($0).inserted })
    }

    /// Returns the files with the content of an earlier one. Reads those whose size another one has.
    static func twins(among files: [PhotoFile]) async -> Set<PhotoFile> {
        let sizes = sizes(of: files)
        let hashed = await KnownPhotos.hashes(of: files.filter { sizes.contains($0.size) })
        let hashes = Dictionary(hashed.map { ($0.file, $0.hash) }) { first, _ in first }
        var seen: Set<ContentHash> = []
        return Set(files.filter { file in hashes[file].map { !seen.insert($0).inserted } ?? false })
    }
}

/// The sizes of the files that became each asset of an import.
struct PlacedSizes {
    private var sizes: [AssetID: Set<UInt64>] = [:]

    /// Moves files to the twins that were added to the asset of an earlier file with the same content, because of files beside them.
    mutating func findTwins(in outcome: inout BatchOutcome) {
        for index in outcome.placed.indices where outcome.placed[index].isNew {
            let file = outcome.placed[index]
            guard let asset = file.asset, !sizes[asset, default: []].insert(file.file.size).inserted else { continue }
            outcome.placed[index] = PlacedFile(item: file.item, asset: asset, isNew: false, read: file.read)
            outcome.imported -= 1
            outcome.importedBytes -= file.file.size
            outcome.twins.append(file.file.path)
        }
    }
}
