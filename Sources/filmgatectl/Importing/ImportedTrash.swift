internal import Filmgate
internal import FilmgateImporting
internal import FoundationEssentials

/// Moves photos of an import to the trash if the library from which they come says that they are in its own.
struct ImportedTrash {
    private let library: PhotoLibrary
    /// When the import began: what was in the library before stays where it is, whatever was added to it.
    private let start = Date()
    /// The files of the photos that were moved.
    private(set) var moved: [DiskPath] = []

    init(_ library: PhotoLibrary) { self.library = library }

    /// Moves those of which no file is in use in their library. Stops at the first error and throws it.
    mutating func move(_ placed: [PlacedFile]) async throws(PhotoLibraryError) {
        var kept: Set<AssetID> = []
        var files: [AssetID: DiskPath] = [:]
        var assets: [AssetID] = []
        for one in placed {
            guard let asset = one.asset else { continue }
            if one.item.isKept { kept.insert(asset) }
            guard one.isNew, one.item.isTrashed, files[asset] == nil else { continue }
            files[asset] = one.file.path
            assets.append(asset)
        }
        var rest = assets.filter { !kept.contains($0) }[...]
        while !rest.isEmpty {
            let part = Array(rest.prefix(ChangeBatches.most))
            rest = rest.dropFirst(part.count)
            let found = try await library.all(
                FetchRequest.assets(withIdentifiers: part).includingHidden.includingBurstMembers.reading([.addedDate]))
            let new = Set(found.filter { $0.addedDate.map { $0 >= start } ?? false }.map(\.id))
            let trashed = part.filter(new.contains)
            guard !trashed.isEmpty else { continue }
            var request = ChangeRequest()
            request.deleteAssets(trashed)
            try await library.perform(request)
            moved += trashed.compactMap { files[$0] }
        }
    }
}
