internal import Filmgate

/// An album that an import filled.
struct FiledAlbum: Hashable, Sendable, Encodable {
    let id: String
    /// With its folders.
    let name: String
    let isNew: Bool
    var count: Int

    private enum CodingKeys: String, CodingKey {
        case id, name, count
        case isNew = "new"
    }
}

/// Puts what was imported into albums, in the order of the files, and makes the albums and folders that are missing.
struct AlbumFiling {
    /// Which album a file goes to.
    enum Rule {
        case album(CollectionTree.Node)
        /// The album with this path of titles.
        case path([String])
        /// The one that is called as the file's folder, in folders that are called as those above it.
        case folders
    }

    private struct Destination {
        let id: AlbumID
        let place: Int
    }

    private let library: PhotoLibrary
    private let rule: Rule
    private var albums: [[String]: AlbumID] = [:]
    private var folders: [[String]: FolderID] = [:]
    private var destinations: [[String]: Destination] = [:]
    private(set) var filed: [FiledAlbum] = []

    init(_ library: PhotoLibrary, _ tree: CollectionTree, _ rule: Rule) {
        self.library = library
        self.rule = rule
        for node in tree.nodes {
            switch node.kind {
            // Where several have one path, the first.
            case .collection(let collection): albums[node.path] = albums[node.path] ?? collection.id
            case .folder(let folder): folders[node.path] = folders[node.path] ?? folder.id
            }
        }
        if case .album(let node) = rule { albums[node.path] = AlbumID(uuid: node.id.uuid) }
    }

    /// - Throws: the first error, with which it stops.
    mutating func file(_ placed: [PlacedFile], _ display: ProgressDisplay) async throws(PhotoLibraryError) {
        var done = 0
        var rest = placed[...]
        while let first = rest.first {
            let path = path(of: first)
            let part = AlbumFiling.part(of: rest.prefix { self.path(of: $0) == path })
            rest = rest.dropFirst(part.count)
            if !path.isEmpty { try await file(part, under: path) }
            done += part.count
            await display.show(done: done, total: placed.count)
        }
        await display.finish()
    }

    /// As many as one batch takes: those that were in the library before must be handed in again to be spoken of.
    private static func part(of files: ArraySlice<PlacedFile>) -> [PlacedFile] {
        var descriptors = 0
        return Array(
            files.prefix(ChangeBatches.most).prefix { file in
                descriptors += file.asset == nil ? 1 : 0
                return descriptors <= ImportBatches.mostFiles
            })
    }

    /// Empty: into no album.
    private func path(of file: PlacedFile) -> [String] {
        switch rule {
        case .album(let node): node.path
        case .path(let path): path
        case .folders: file.file.folders
        }
    }

    private mutating func file(_ files: [PlacedFile], under path: [String]) async throws(PhotoLibraryError) {
        var request = ChangeRequest()
        var assets: [any AssetReference] = []
        for file in files {
            if let asset = file.asset {
                assets.append(asset)
            } else if let photo = try? OpenPhoto(file.file) {
                assets.append(request.createAsset(from: [photo.resource], unlessPresent: true))
            }
        }
        guard !assets.isEmpty else { return }
        if let destination = destinations[path] {
            request.add(assets, to: destination.id)
            try await library.perform(request)
            filed[destination.place].count += assets.count
            return
        }
        var created: (folders: [([String], FolderPlaceholder)], album: AlbumPlaceholder?) = ([], nil)
        if let album = albums[path] {
            request.add(assets, to: album)
        } else {
            let (parent, made) = folder(path.dropLast(), &request)
            let album = request.createAlbum(title: path.last ?? "", in: parent)
            request.add(assets, to: album)
            created = (made, album)
        }
        let result = try await library.perform(request)
        for (path, placeholder) in created.folders { folders[path] = result[placeholder] }
        guard let id = albums[path] ?? created.album.flatMap({ result[$0] }) else {
            throw .invalidReply("The broker did not say which album it made.")
        }
        destinations[path] = Destination(id: id, place: filed.count)
        filed.append(
            FiledAlbum(
                id: id.description, name: path.joined(separator: "/"), isNew: created.album != nil,
                count: assets.count))
    }

    /// The folder with this path, made as far as it is missing.
    private func folder(
        _ path: ArraySlice<String>, _ request: inout ChangeRequest
    ) -> ((any FolderReference)?, [([String], FolderPlaceholder)]) {
        guard let title = path.last else { return (nil, []) }
        if let known = folders[Array(path)] { return (known, []) }
        let (parent, made) = folder(path.dropLast(), &request)
        let placeholder = request.createFolder(title: title, in: parent)
        return (placeholder, made + [(Array(path), placeholder)])
    }
}
