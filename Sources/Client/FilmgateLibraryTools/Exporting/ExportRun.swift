package import Filmgate

package struct ExportQuery {
    package let condition: String?
    package let includesTrash: Bool

    package init(condition: String?, includesTrash: Bool) {
        (self.condition, self.includesTrash) = (condition, includesTrash)
    }

    /// All assets outside the trash that meet the condition, the oldest first.
    package var all: FetchRequest<Asset> { complete(.assets.oldestFirst) }

    var trash: FetchRequest<Asset> { complete(.assets(in: .trash)) }

    /// Returns a request for the assets of an album. If the trash is exported, includes assets in the trash, because
    /// they have positions in the album.
    func assets(in album: AlbumID) -> FetchRequest<Asset> {
        let request = complete(.assets(in: album))
        return includesTrash ? request.includingTrashed : request
    }

    private func complete(_ request: FetchRequest<Asset>) -> FetchRequest<Asset> {
        let all = request.includingHidden.includingBurstMembers.reading(LibraryExport.properties)
        return condition.map { all.where($0) } ?? all
    }
}

/// The export of a library: the trash, the albums, and the assets that are in no album.
package struct ExportRun {
    private let library: PhotoLibrary
    private let tree: CollectionTree
    private let query: ExportQuery
    private let progress: (_ done: Int, _ total: Int) async -> Void
    private let interruption: Interruption
    private let isPart: Bool
    private let plan: ExportFolderPlan
    private let places: [ExportFolderPlan.AlbumFolder]
    /// The paths of the exported user-made albums that contain assets.
    private var ordered: Set<[String]> = []
    /// The contents of the library's folders, in order.
    private var children: [FolderID: FolderChildren] = [:]
    /// Whether to write order files, which list the contents of a folder in order, beside the photos.
    private let writesOrders: Bool
    private let leavesOutMetadata: Bool
    private var export: LibraryExport
    private var done = 0

    private static let trash = "Trash"

    package var report: LibraryExportReport { export.report }

    /// - Parameters:
    ///   - chosen: the album or folder to export; nil for the whole library.
    ///   - progress: called with the number of processed assets and the total number of assets.
    package init(
        _ library: PhotoLibrary, _ tree: CollectionTree, chosen: CollectionTree.Node?, _ query: ExportQuery,
        to folder: ExportTree, _ settings: LibraryExport.Settings, _ interruption: Interruption,
        progress: @escaping (_ done: Int, _ total: Int) async -> Void
    ) throws {
        (self.library, self.tree, self.query, self.progress) = (library, tree, query, progress)
        self.interruption = interruption
        isPart = chosen != nil
        let plan =
            chosen.flatMap { $0.isMade ? nil : ExportFolderPlan(automaticAlbum: $0) }
            ?? ExportFolderPlan(tree, reserved: query.includesTrash ? [ExportRun.trash] : [])
        let wanted = chosen.map { ExportRun.albums(of: $0, tree) }
        self.plan = plan
        writesOrders = settings.sidecars
        leavesOutMetadata = !settings.without.isEmpty
        places = plan.places.filter { wanted?.contains($0.album) ?? true }
        export = try LibraryExport(library, to: folder, taken: plan.taken, settings, interruption)
    }

    /// - Parameter rest: all assets of the library. Those that are in no album are written last, unless only an album
    ///   or a folder is exported.
    /// - Returns: false if the export was interrupted.
    package mutating func write(_ rest: FetchResult<Asset>) async throws -> Bool {
        let albums = tree.nodes.reduce(into: [AlbumID: AssetCollection]()) { albums, node in
            if case .collection(let album) = node.kind { albums[album.id] = album }
        }
        let inAlbums = places.reduce(0) { $0 + (albums[$1.album]?.count ?? 0) }
        let total = inAlbums + (isPart ? 0 : rest.count)
        try await describeFolders(albums)
        if query.includesTrash {
            guard try await add(library.fetch(query.trash), to: [ExportRun.trash], total) != nil else { return false }
        }
        for place in places {
            let found = try await library.fetch(query.assets(in: place.album))
            guard let members = try await add(found, to: place.path, isAlbum: true, total) else { return false }
            if let album = albums[place.album], album.type == .album {
                if !members.isEmpty { ordered.insert(place.path) }
                try await library.describe(album, members, in: &export.manifest)
            }
        }
        if !isPart {
            // A rule can contain names of places, keywords or other metadata that the export must not contain.
            if !leavesOutMetadata { try await library.describeSmartAlbums(in: &export.manifest) }
            guard try await add(rest, to: [], onlyNew: true, total) != nil else { return false }
        }
        // Checks again, because the interruption may have been requested during the last step.
        guard !interruption.isRequested else { return false }
        if writesOrders { try await writeOrders() }
        try export.manifest.finish()
        return true
    }

    private mutating func add(
        _ result: FetchResult<Asset>, to path: [String], isAlbum: Bool = false, onlyNew: Bool = false, _ total: Int
    ) async throws -> [AssetID]? {
        let (progress, start) = (progress, done)
        var count = 0
        let members = try await export.export(result, to: path, isAlbum: isAlbum, onlyNew: onlyNew) {
            count += 1
            await progress(min(start + count, max(total, 1)), total)
        }
        done += count
        try await result.close()
        return members
    }

    /// Adds all folders to the manifest or, if `isPart` is set, only those that contain exported albums.
    private mutating func describeFolders(_ albums: [AlbumID: AssetCollection]) async throws {
        let folders = tree.nodes.reduce(into: [FolderID: Folder]()) { folders, node in
            if case .folder(let folder) = node.kind { folders[folder.id] = folder }
        }
        var wanted = isPart ? [] : Set(folders.keys)
        for place in places {
            var parent = albums[place.album]?.parent
            while let id = parent, wanted.insert(id).inserted { parent = folders[id]?.parent }
        }
        for node in tree.nodes {
            guard case .folder(let folder) = node.kind, wanted.contains(folder.id) else { continue }
            children[folder.id] = try await library.describe(folder, in: &export.manifest)
        }
    }

    /// Writes order files into the exported folders, for imports without the manifest.
    private func writeOrders() async throws {
        let written = ExportedFolders(export.albumPaths, plan)
        var names: [[String]: [String]] = [:]
        for (folder, path) in written.folders { names[path] = children[folder]?.names(in: written) }
        for path in ordered.union(names.keys) {
            try await export.writeOrder(of: path, isOfAlbum: ordered.contains(path), folders: names[path] ?? [])
        }
    }

    /// Returns the album of a node or, for a folder, the albums in the folder.
    private static func albums(of node: CollectionTree.Node, _ tree: CollectionTree) -> Set<AlbumID> {
        let inside = node.isFolder ? tree.nodes.filter { $0.path.starts(with: node.path) } : [node]
        return Set(inside.filter { !$0.isFolder }.map { AlbumID(uuid: $0.id.uuid) })
    }
}
