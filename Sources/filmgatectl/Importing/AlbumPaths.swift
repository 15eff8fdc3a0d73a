internal import Filmgate
internal import FilmgateText

/// Which album lies at which path of titles, and what must be made where there is none.
struct AlbumPaths {
    private(set) var albums: [[String]: AlbumID] = [:]
    private var folders: [[String]: FolderID] = [:]

    /// - Parameters:
    ///   - tree: the albums that somebody made, and all their folders.
    ///   - disk: whether paths are of folders on a disk: what an export of this library calls an album means that album, unless
    ///     another has exactly this title.
    init(_ tree: CollectionTree, disk: Bool) {
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
        // Where several have one path, the one that an export calls so, else the first.
        for (path, ids) in exactAlbums where !(albums[path].map(ids.contains) ?? false) { albums[path] = ids[0] }
        for (path, ids) in exactFolders where !(folders[path].map(ids.contains) ?? false) { folders[path] = ids[0] }
    }

    /// Has a path mean this album.
    mutating func use(_ album: AlbumID, at path: [String]) { albums[path] = album }

    /// What a request makes beside an album.
    typealias Made = [(path: [String], folder: FolderPlaceholder)]

    /// Has a request make the album with this path, and the folders that it lacks.
    func create(_ path: [String], _ request: inout ChangeRequest) -> (AlbumPlaceholder, Made) {
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

    /// Remembers what was made.
    mutating func add(_ album: AlbumID, at path: [String], _ made: Made, _ result: ChangeResult) {
        albums[path] = album
        for (path, placeholder) in made { folders[path] = result[placeholder] }
    }

    /// Has the broker check what would be made, so that a title or a depth that it does not take is known before any photo is in.
    ///
    /// - Throws: with the first path that cannot be an album's.
    func dryRun(_ paths: [[String]], in library: PhotoLibrary) async throws {
        var request = ChangeRequest()
        /// Of each change.
        var owners: [[String]] = []
        for path in paths where albums[path] == nil {
            guard path.count <= AlbumPaths.mostChanges else { throw AlbumPaths.failure(path, "It lies too deep.") }
            if request.count + path.count > AlbumPaths.mostChanges {
                try await dryRun(request, owners, in: library)
                (request, owners) = (ChangeRequest(), [])
            }
            _ = create(path, &request)
            while owners.count < request.count { owners.append(path) }
        }
        try await dryRun(request, owners, in: library)
    }

    private func dryRun(_ request: ChangeRequest, _ owners: [[String]], in library: PhotoLibrary) async throws {
        do throws(PhotoLibraryError) { try await library.perform(request, dryRun: true) } catch {
            guard case .inChange(let index, .invalidArgument) = error, owners.indices.contains(index) else {
                throw Failure(error)
            }
            throw AlbumPaths.failure(owners[index], Failure(error).message)
        }
    }

    private static func failure(_ path: [String], _ reason: String) -> Failure {
        let name = Text.shortened(Text.plain(path.joined(separator: "/")), to: 200)
        return Failure(.usage, "The album '\(name)' cannot be made: \(reason)", advice: "Nothing was imported.")
    }

    /// As many as a batch takes.
    private static let mostChanges = 1000
}
