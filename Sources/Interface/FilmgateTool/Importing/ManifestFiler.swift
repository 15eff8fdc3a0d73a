import Filmgate
import FilmgateLibraryTools

/// Recreates the folders and albums of a Filmgate export, with their order and covers.
///
/// Existing albums and folders are found by their titles and are not created again. They get the missing photos, and
/// their order and cover if an interrupted import did not set these.
struct ManifestFiler {
    private let library: PhotoLibrary
    /// The assets in the library, keyed by their identifiers in the manifest.
    private let assets: [String: AssetID]
    private(set) var filed: [FiledAlbum] = []
    private var folders: [String: FolderID] = [:]
    private var albums: [String: AlbumID] = [:]
    /// The folders that this import created.
    private var new: Set<String> = []

    init(_ library: PhotoLibrary, _ placed: [ImportedFile]) {
        self.library = library
        var assets: [String: AssetID] = [:]
        for file in placed { if let id = file.item.identifier { assets[id] = file.asset } }
        self.assets = assets
    }

    /// Creates and fills the folders and albums. Throws the first error.
    mutating func file(_ collections: ManifestCollections) async throws(PhotoLibraryError) {
        var present = ExistingCollections(try await library.collectionTree([.album]))
        try await makeFolders(of: collections, &present)
        for album in collections.albums where album.line.rule == nil { try await file(album, &present) }
        try await fileSmartAlbums(collections.albums.map(\.line))
        for folder in collections.folders { try await order(folder, of: collections) }
    }

    /// The existing folders and albums, by their parents and titles. A lookup removes the object that it finds.
    private struct ExistingCollections {
        struct CollectionKey: Hashable {
            let parent: FolderID?
            let title: String
        }

        private var folders: [CollectionKey: [FolderID]] = [:]
        private var albums: [CollectionKey: [AlbumID]] = [:]

        init(_ tree: CollectionTree) {
            for node in tree.nodes.reversed() {
                switch node.kind {
                case .folder(let folder):
                    folders[CollectionKey(parent: folder.parent, title: folder.title ?? ""), default: []].append(
                        folder.id)
                case .collection(let album):
                    albums[CollectionKey(parent: album.parent, title: album.title ?? ""), default: []].append(album.id)
                }
            }
        }

        mutating func folder(_ title: String, in parent: FolderID?) -> FolderID? {
            folders[CollectionKey(parent: parent, title: title)]?.popLast()
        }

        mutating func album(_ title: String, in parent: FolderID?) -> AlbumID? {
            albums[CollectionKey(parent: parent, title: title)]?.popLast()
        }
    }

    private mutating func makeFolders(
        of collections: ManifestCollections, _ present: inout ExistingCollections
    ) async throws(PhotoLibraryError) {
        for folder in collections.folders {
            let parent = folder.parent.flatMap { folders[$0] }
            if let known = present.folder(folder.title, in: parent) {
                folders[folder.id] = known
                continue
            }
            var request = ChangeRequest()
            let placeholder = request.createFolder(title: folder.title, in: parent)
            folders[folder.id] = try await library.perform(request)[placeholder]
            new.insert(folder.id)
        }
    }

    private mutating func file(
        _ album: ManifestCollections.Album, _ present: inout ExistingCollections
    ) async throws(PhotoLibraryError) {
        let parent = album.line.parent.flatMap { folders[$0] }
        let wanted = album.assets.compactMap { assets[$0] }
        let cover = album.line.cover.flatMap { album.assets.contains($0) ? assets[$0] : nil }
        guard let known = present.album(album.line.title, in: parent) else {
            return try await make(album.line, wanted, cover, in: parent)
        }
        albums[album.line.id] = known
        let there = try await library.all(.assets(in: known).includingHidden.includingTrashed.includingBurstMembers)
            .map(\.id)
        let members = Set(there)
        let missing = wanted.filter { !members.contains($0) }
        filed.append(FiledAlbum(id: known.description, name: album.line.title, isNew: false, count: missing.count))
        try await add(missing, to: known)
        // An import that was interrupted before it set the cover leaves the album in this state.
        guard let cover, wanted.starts(with: there), try await isShownByNewest(known) else { return }
        var request = ChangeRequest()
        request.setCover(cover, of: known)
        try await library.perform(request)
    }

    /// Creates the smart albums that the library does not have.
    private mutating func fileSmartAlbums(_ lines: [ManifestAlbum]) async throws(PhotoLibraryError) {
        guard lines.contains(where: { $0.rule != nil }) else { return }
        let request = FetchRequest<AssetCollection>.smartAlbums.reading([.title, .type, .subtype, .parent, .rule])
        var present = try await library.all(request).filter(\.isCustomSmartAlbum)
        for line in lines {
            guard let rule = line.rule else { continue }
            let parent = line.parent.flatMap { folders[$0] }
            let index = present.firstIndex { ($0.title, $0.parent, $0.rule) == (line.title, parent, rule) }
            if let index {
                albums[line.id] = present.remove(at: index).id
                continue
            }
            var request = ChangeRequest()
            let placeholder = try request.createSmartAlbum(
                title: line.title, in: parent, where: QueryCondition(rule))
            guard let id = try await library.perform(request)[placeholder] else {
                throw .invalidReply("The broker did not name the album that it created.")
            }
            albums[line.id] = id
            filed.append(FiledAlbum(id: id.description, name: line.title, isNew: true, count: 0))
        }
    }

    /// Creates an album with its first photos in one request, and sets the cover if it is one of these photos.
    private mutating func make(
        _ line: ManifestAlbum, _ assets: [AssetID], _ cover: AssetID?, in parent: FolderID?
    ) async throws(PhotoLibraryError) {
        var request = ChangeRequest()
        let placeholder = request.createAlbum(title: line.title, in: parent)
        let first = Array(assets.prefix(ManifestFiler.most))
        if !first.isEmpty { request.add(first, to: placeholder) }
        if let cover, first.contains(cover) { request.setCover(cover, of: placeholder) }
        guard let id = try await library.perform(request)[placeholder] else {
            throw .invalidReply("The broker did not name the album that it created.")
        }
        albums[line.id] = id
        filed.append(FiledAlbum(id: id.description, name: line.title, isNew: true, count: assets.count))
        try await add(Array(assets.dropFirst(first.count)), to: id, cover)
    }

    /// - Parameter cover: the photo to make the cover when it is added.
    private func add(
        _ assets: [AssetID], to album: AlbumID, _ cover: AssetID? = nil
    ) async throws(PhotoLibraryError) {
        for part in assets.batches(of: ManifestFiler.most) {
            var request = ChangeRequest()
            request.add(part, to: album)
            if let cover, part.contains(cover) { request.setCover(cover, of: album) }
            try await library.perform(request)
        }
    }

    /// The maximum number of photos in one request, which may also create an album and set its cover.
    private static let most = AssetBatchChanger.most - 2

    /// Returns whether the album's cover is its newest photo, which is the default.
    private func isShownByNewest(_ album: AlbumID) async throws(PhotoLibraryError) -> Bool {
        guard let cover = try await library.all(.collections(withIdentifiers: [album])).first?.cover else {
            return true
        }
        let newest = try await library.fetch(.assets(in: album).newestFirst.limit(1))
        let first = try await newest.elements(from: 0, count: 1).first?.id
        try await newest.close()
        return first == cover
    }

    /// Sorts the albums and folders in a folder as in the manifest. An existing folder keeps its order, unless it
    /// still has the order in which an interrupted import created its content.
    private func order(
        _ folder: ManifestFolder, of collections: ManifestCollections
    ) async throws(PhotoLibraryError) {
        guard let id = folders[folder.id], let children = folder.children else { return }
        let there = (
            folders: try await library.all(.folders(in: id)).map(\.id),
            albums: try await library.all(.collections(in: id)).map(\.id)
        )
        let wantedFolders = children.compactMap { folders[$0] }.filter(Set(there.folders).contains)
        let wantedAlbums = children.compactMap { albums[$0] }.filter(Set(there.albums).contains)
        if !new.contains(folder.id) {
            // Imports create folders and albums in the order of the manifest's lines.
            let madeFolders = collections.folders.compactMap { folders[$0.id] }.filter(Set(wantedFolders).contains)
            let madeAlbums = collections.albums.compactMap { albums[$0.line.id] }.filter(Set(wantedAlbums).contains)
            guard there.folders == madeFolders, there.albums == madeAlbums else { return }
        }
        guard
            there.folders.filter(Set(wantedFolders).contains) != wantedFolders
                || there.albums.filter(Set(wantedAlbums).contains) != wantedAlbums
        else { return }
        var request = ChangeRequest()
        let ordered: [any CollectionReference] = wantedFolders + wantedAlbums
        request.move(Array(ordered.prefix(AssetBatchChanger.most)), in: id, to: 0)
        try await library.perform(request)
    }
}
