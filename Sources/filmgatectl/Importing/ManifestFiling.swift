internal import Filmgate
internal import FilmgateImporting
internal import FilmgateLibraries

/// Makes the folders and albums of an export of Filmgate again, those with their order and covers.
///
/// What is there already, from an interrupted import, is found by its titles and not made twice. It gets further photos and nothing
/// else.
struct ManifestFiling {
    private let library: PhotoLibrary
    /// By their identifiers in the manifest.
    private let assets: [String: AssetID]
    private(set) var filed: [FiledAlbum] = []
    private var folders: [String: FolderID] = [:]
    private var albums: [String: AlbumID] = [:]
    /// Folders that this run made.
    private var new: Set<String> = []

    init(_ library: PhotoLibrary, _ placed: [PlacedFile]) {
        self.library = library
        var assets: [String: AssetID] = [:]
        for file in placed { if let id = file.item.identifier { assets[id] = file.asset } }
        self.assets = assets
    }

    /// Stops at the first error, and throws it.
    mutating func file(_ collections: ManifestCollections) async throws(PhotoLibraryError) {
        var present = Present(try await library.collectionTree([.album]))
        try await makeFolders(of: collections, &present)
        for album in collections.albums { try await file(album, &present) }
        for folder in collections.folders where new.contains(folder.id) { try await order(folder) }
    }

    /// The folders and albums that the library has, by their parents and titles. Each is found once.
    private struct Present {
        struct Place: Hashable {
            let parent: FolderID?
            let title: String
        }

        private var folders: [Place: [FolderID]] = [:]
        private var albums: [Place: [AlbumID]] = [:]

        init(_ tree: CollectionTree) {
            for node in tree.nodes.reversed() {
                switch node.kind {
                case .folder(let folder):
                    folders[Place(parent: folder.parent, title: folder.title ?? ""), default: []].append(folder.id)
                case .collection(let album):
                    albums[Place(parent: album.parent, title: album.title ?? ""), default: []].append(album.id)
                }
            }
        }

        mutating func folder(_ title: String, in parent: FolderID?) -> FolderID? {
            folders[Place(parent: parent, title: title)]?.popLast()
        }

        mutating func album(_ title: String, in parent: FolderID?) -> AlbumID? {
            albums[Place(parent: parent, title: title)]?.popLast()
        }
    }

    private mutating func makeFolders(
        of collections: ManifestCollections, _ present: inout Present
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
        _ album: ManifestCollections.Album, _ present: inout Present
    ) async throws(PhotoLibraryError) {
        let parent = album.line.parent.flatMap { folders[$0] }
        var missing = album.assets.compactMap { assets[$0] }
        let known = present.album(album.line.title, in: parent)
        let id: AlbumID
        if let known {
            id = known
            let there = Set(
                try await library.all(.assets(in: known).includingHidden.includingTrashed.includingBurstMembers)
                    .map(\.id))
            missing.removeAll { there.contains($0) }
        } else {
            var request = ChangeRequest()
            let placeholder = request.createAlbum(title: album.line.title, in: parent)
            guard let made = try await library.perform(request)[placeholder] else {
                throw .invalidReply("The broker did not name the album that it created.")
            }
            id = made
        }
        albums[album.line.id] = id
        filed.append(
            FiledAlbum(id: id.description, name: album.line.title, isNew: known == nil, count: missing.count))
        guard !missing.isEmpty else { return }
        var rest = missing[...]
        while !rest.isEmpty {
            var request = ChangeRequest()
            request.add(Array(rest.prefix(ChangeBatches.most)), to: id)
            rest = rest.dropFirst(ChangeBatches.most)
            let cover = rest.isEmpty && known == nil ? album.line.cover : nil
            if let cover, album.assets.contains(cover), let asset = assets[cover] {
                request.setCover(asset, of: id)
            }
            try await library.perform(request)
        }
    }

    /// Gives the albums and folders in a folder the order of the manifest, if theirs is different.
    private func order(_ folder: ManifestFolder) async throws(PhotoLibraryError) {
        guard let id = folders[folder.id], let children = folder.children else { return }
        let wantedFolders = children.compactMap { folders[$0] }
        let wantedAlbums = children.compactMap { albums[$0] }
        let present = (
            folders: try await library.all(.folders(in: id)).map(\.id),
            albums: try await library.all(.collections(in: id)).map(\.id)
        )
        guard
            present.folders.filter(Set(wantedFolders).contains) != wantedFolders
                || present.albums.filter(Set(wantedAlbums).contains) != wantedAlbums
        else { return }
        var request = ChangeRequest()
        let ordered: [any CollectionReference] =
            wantedFolders.filter(Set(present.folders).contains) + wantedAlbums.filter(Set(present.albums).contains)
        request.move(Array(ordered.prefix(ChangeBatches.most)), in: id, to: 0)
        try await library.perform(request)
    }
}
