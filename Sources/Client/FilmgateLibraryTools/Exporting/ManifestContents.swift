import Filmgate

extension ManifestAsset {
    /// Creates a description of an asset from its properties, without its files.
    init(of asset: Asset, without: Set<MetadataKind>) {
        self.init(id: asset.id.description)
        creationDate = asset.creationTimestamp?.rawValue
        timeZone = asset.timeZoneOffset
        isDateGuessed = asset.mediaSubtypes.contains(.guessedDate) ? true : nil
        if !without.contains(.location) {
            latitude = asset.location?.latitude
            longitude = asset.location?.longitude
        }
        isFavorite = asset.isFavorite ? true : nil
        isHidden = asset.isHidden ? true : nil
        isTrashed = asset.isTrashed ? true : nil
        rating = asset.rating == 0 ? nil : asset.rating
        originalAsset = asset.originalAsset?.description
        modificationDate = asset.modificationTimestamp?.rawValue
        burst = asset.burstID
        addedDate = burst == nil ? nil : asset.timestamp(.addedDate)?.rawValue
        guard !without.contains(.captions) else { return }
        title = asset.title
        caption = asset.caption
        altText = asset.altText
        keywords = asset.keywords.isEmpty ? nil : asset.keywords
    }
}

extension PhotoLibrary {
    /// Lists the files of several assets concurrently.
    func resources(of assets: [Asset]) async throws -> [Result<[AssetResource], PhotoLibraryError>] {
        typealias Listed = (index: Int, Result<[AssetResource], PhotoLibraryError>)
        return try await withThrowingTaskGroup(of: Listed.self) { group in
            for (index, asset) in assets.enumerated() {
                group.addTask {
                    do {
                        return (index, .success(try await self.resources(of: asset.id)))
                    } catch let error as PhotoLibraryError where error.isOfOneAsset {
                        return (index, .failure(error))
                    }
                }
            }
            var all = [Result<[AssetResource], PhotoLibraryError>](repeating: .success([]), count: assets.count)
            for try await (index, listed) in group { all[index] = listed }
            return all
        }
    }

    /// Adds an album and its assets to a manifest. Omits a cover that is the newest asset. Keeps the cover if several
    /// assets have the newest date: their identifiers then decide which one is the newest, and an import changes the
    /// identifiers.
    func describe(_ album: AssetCollection, _ members: [AssetID], in manifest: inout ExportManifest) async throws {
        var cover = album.cover
        if cover != nil {
            let newest = try await fetch(.assets(in: album).newestFirst.limit(2))
            let first = try await newest.elements(from: 0, count: 2)
            try await newest.close()
            let isAlone = first.count < 2 || first[0].creationDate != first[1].creationDate
            if isAlone, first.first?.id == cover { cover = nil }
        }
        let id = album.id.description
        try manifest.add(
            ManifestLine(
                album: ManifestAlbum(
                    id: id, title: album.title ?? "", parent: album.parent?.description, cover: cover?.description)))
        for part in members.batches(of: ManifestMembers.most) {
            try manifest.add(ManifestLine(members: ManifestMembers(album: id, assets: part.map(\.description))))
        }
    }

    /// Adds the smart albums that were created with a condition to a manifest.
    func describeSmartAlbums(in manifest: inout ExportManifest) async throws {
        let smart = try await fetch(.smartAlbums.reading([.title, .type, .subtype, .parent, .rule])).snapshot()
        for album in smart where album.isCustomSmartAlbum {
            guard let rule = album.rule else { continue }
            try manifest.add(
                ManifestLine(
                    album: ManifestAlbum(
                        id: album.id.description, title: album.title ?? "", parent: album.parent?.description,
                        rule: rule)))
        }
    }

    /// Adds a folder to a manifest, with its contents in order.
    ///
    /// - Returns: the contents of the folder.
    func describe(_ folder: Folder, in manifest: inout ExportManifest) async throws -> FolderChildren {
        let children = FolderChildren(
            folders: try await all(.folders(in: folder.id)).map(\.id),
            albums: try await all(.collections(in: folder.id)).map(\.id))
        try manifest.add(
            ManifestLine(
                folder: ManifestFolder(
                    id: folder.id.description, title: folder.title ?? "", parent: folder.parent?.description,
                    children: children.folders.map(\.description) + children.albums.map(\.description))))
        return children
    }
}

/// The contents of a folder, in order.
struct FolderChildren: Hashable, Sendable {
    let folders: [FolderID]
    let albums: [AlbumID]

    /// Returns the names on disk of the contents that were written, in order; empty if the order is by title.
    func names(in written: ExportedFolders) -> [String] {
        let inner = folders.compactMap { written.folders[$0]?.last }
        let own = albums.compactMap { written.albums[$0]?.last }
        let isByTitle = [inner, own].allSatisfy { $0 == $0.sorted { $0.lowercased() < $1.lowercased() } }
        guard !isByTitle else { return [] }
        var seen: Set<String> = []
        return (inner + own).filter { seen.insert($0).inserted }
    }
}

/// The folders to which an export wrote the photos of albums, and the folders that contain them.
struct ExportedFolders {
    private(set) var folders: [FolderID: [String]] = [:]
    private(set) var albums: [AlbumID: [String]] = [:]

    /// - Parameter paths: the paths of the folders to which the photos of albums were written.
    init(_ paths: [[String]], _ plan: ExportFolderPlan) {
        let reached = Set(paths.flatMap { path in path.indices.map { Array(path[...$0]) } })
        for (path, folder) in plan.folders where reached.contains(path) { folders[folder] = path }
        let own = Set(paths)
        for place in plan.places where own.contains(place.path) { albums[place.album] = place.path }
    }
}
