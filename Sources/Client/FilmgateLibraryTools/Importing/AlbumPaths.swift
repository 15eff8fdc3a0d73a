package import Filmgate
package import FilmgateModel

/// The albums and folders of a library, by their paths of titles. Can create missing albums and folders.
package struct AlbumPaths: Sendable {
    package private(set) var albums: [[String]: AlbumID] = [:]
    private var folders: [[String]: FolderID] = [:]
    /// The folders that this import created.
    private var new: Set<[String]> = []

    /// - Parameters:
    ///   - tree: the library's albums and folders, of which only user-made ones are used.
    ///   - disk: whether paths are folders on a disk. If so, a path that an export would give to an album also refers
    ///     to that album, unless a different album has exactly this path.
    package init(_ tree: CollectionTree, disk: Bool) {
        if disk {
            let plan = ExportFolderPlan(tree)
            for place in plan.places { albums[place.path] = place.album }
            folders = plan.folders
        }
        var exactAlbums: [[String]: [AlbumID]] = [:]
        var exactFolders: [[String]: [FolderID]] = [:]
        for node in tree.nodes where node.isMade {
            switch node.kind {
            case .collection(let collection): exactAlbums[node.path, default: []].append(collection.id)
            case .folder(let folder): exactFolders[node.path, default: []].append(folder.id)
            }
        }
        // If several albums have the path, prefers the album to which an export would give this path, and then the
        // first.
        for (path, ids) in exactAlbums where !(albums[path].map(ids.contains) ?? false) { albums[path] = ids[0] }
        for (path, ids) in exactFolders where !(folders[path].map(ids.contains) ?? false) { folders[path] = ids[0] }
    }

    /// Makes a path refer to an album.
    package mutating func use(_ album: AlbumID, at path: [String]) { albums[path] = album }

    /// The folders that a request creates for an album, with their paths.
    package typealias Made = [(path: [String], folder: FolderPlaceholder)]

    /// Adds changes to a request that create the album with this path and its missing folders.
    package func create(_ path: [String], _ request: inout ChangeRequest) -> (AlbumPlaceholder, Made) {
        let (parent, made) = folder(path.dropLast(), &request)
        return (request.createAlbum(title: path.last ?? "", in: parent), made)
    }

    private func folder(
        _ path: ArraySlice<String>, _ request: inout ChangeRequest
    ) -> ((any FolderReference)?, Made) {
        guard let title = path.last else { return (nil, []) }
        if let known = folders[Array(path)] { return (known, []) }
        let (parent, made) = folder(path.dropLast(), &request)
        let placeholder = request.createFolder(title: title, in: parent)
        return (placeholder, made + [(Array(path), placeholder)])
    }

    /// Records the album and the folders that the broker created.
    mutating func add(_ album: AlbumID, at path: [String], _ made: Made, _ result: ChangeResult) {
        albums[path] = album
        for (path, placeholder) in made {
            folders[path] = result[placeholder]
            new.insert(path)
        }
    }

    /// Returns a folder and the contents that the order file lists; nil if the import did not create the folder.
    func children(_ order: SubfolderOrder) -> (FolderID, [any CollectionReference])? {
        guard new.contains(order.folder), let folder = folders[order.folder] else { return nil }
        let paths = order.children.map { order.folder + [$0] }
        let (inner, own) = (paths.compactMap { folders[$0] }, paths.compactMap { albums[$0] })
        let inside: [any CollectionReference] = inner + own
        return (folder, inside)
    }
}
