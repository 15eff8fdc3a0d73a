package import Filmgate
package import FilmgateModel

/// The albums and folders by their paths of titles. Creates missing ones.
package struct AlbumPaths: Sendable {
    package private(set) var albums: [[String]: AlbumID] = [:]
    private var folders: [[String]: FolderID] = [:]
    /// The folders that were created.
    private var new: Set<[String]> = []

    /// - Parameters:
    ///   - tree: the albums that people created, and the folders that contain them.
    ///   - disk: whether paths are folders on a disk. If so, the name that an export gives to an album refers to it,
    ///     unless another album has exactly this title.
    package init(_ tree: CollectionTree, disk: Bool) {
        if disk {
            let plan = ExportPlan(tree)
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
        // If several albums have the path, uses the one to which an export gives this name; if there is none, the
        // first.
        for (path, ids) in exactAlbums where !(albums[path].map(ids.contains) ?? false) { albums[path] = ids[0] }
        for (path, ids) in exactFolders where !(folders[path].map(ids.contains) ?? false) { folders[path] = ids[0] }
    }

    /// Assigns an album to a path.
    package mutating func use(_ album: AlbumID, at path: [String]) { albums[path] = album }

    /// The folders that a request creates for an album.
    package typealias Made = [(path: [String], folder: FolderPlaceholder)]

    /// Adds the creation of the album with this path and of its missing folders to a request.
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

    /// Records the albums and folders that the broker created.
    mutating func add(_ album: AlbumID, at path: [String], _ made: Made, _ result: ChangeResult) {
        albums[path] = album
        for (path, placeholder) in made {
            folders[path] = result[placeholder]
            new.insert(path)
        }
    }

    /// Returns a created folder, and the contents that the order lists; nil if the folder existed before the import.
    func children(_ order: SubfolderOrder) -> (FolderID, [any CollectionReference])? {
        guard new.contains(order.folder), let folder = folders[order.folder] else { return nil }
        let paths = order.children.map { order.folder + [$0] }
        let (inner, own) = (paths.compactMap { folders[$0] }, paths.compactMap { albums[$0] })
        let inside: [any CollectionReference] = inner + own
        return (folder, inside)
    }
}
