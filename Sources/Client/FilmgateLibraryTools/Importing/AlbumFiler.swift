package import Filmgate
import FilmgateModel

/// An album to which an import added photos.
package struct FiledAlbum: Hashable, Sendable, Encodable {
    package let id: String
    /// The path of the album, with slashes between the titles.
    package let name: String
    package let isNew: Bool
    /// The number of added photos.
    package var count: Int

    package init(id: String, name: String, isNew: Bool, count: Int) {
        (self.id, self.name, self.isNew, self.count) = (id, name, isNew, count)
    }

    private enum CodingKeys: String, CodingKey {
        case id, name, count
        case isNew = "new"
    }
}

/// An object that adds an import's photos to albums, in the order of the files. Creates missing albums and folders.
package struct AlbumFiler {
    /// A rule that determines the albums of a file.
    package enum AlbumRule: Sendable {
        /// The album with this path of titles.
        case path([String])
        /// The album with the path of the file's folder. A file that is in no folder gets no album.
        case folders
        /// The albums that each item lists.
        case items
    }

    private struct Destination {
        let place: Int
        /// The number of photos in the album before the import.
        let before: Int
    }

    private let library: PhotoLibrary
    private let rule: AlbumRule
    private let undoNames: UndoNames?
    package private(set) var paths: AlbumPaths
    private var destinations: [AlbumID: Destination] = [:]
    package private(set) var filed: [FiledAlbum] = []
    /// The number of files that get no album.
    package private(set) var unfiled = 0

    /// - Parameter undoNames: records the names of the batches; nil for batches without names.
    package init(_ library: PhotoLibrary, _ paths: AlbumPaths, _ rule: AlbumRule, undoNames: UndoNames? = nil) {
        self.library = library
        self.paths = paths
        self.rule = rule
        self.undoNames = undoNames
    }

    /// Returns the paths of the albums for these items, without duplicates.
    package func wanted(for items: [ImportItem]) -> [[String]] {
        switch rule {
        case .path(let path): [path]
        case .folders, .items:
            Set(items.flatMap(paths)).subtracting([[]]).sorted { $0.lexicographicallyPrecedes($1) }
        }
    }

    /// Adds the photos to their albums. Stops at the first error.
    ///
    /// - Parameter progress: called with the number of processed files and the total number.
    package mutating func file(
        _ placed: [ImportedFile], progress: (_ done: Int, _ total: Int) async -> Void = { _, _ in }
    ) async throws(PhotoLibraryError) {
        var places: [(path: [String], files: [ImportedFile])] = []
        var indexes: [[String]: Int] = [:]
        for one in placed {
            for path in paths(of: one.item) {
                if indexes[path] == nil {
                    indexes[path] = places.count
                    places.append((path, []))
                }
                places[indexes[path] ?? 0].files.append(one)
            }
        }
        var done = 0
        let total = places.reduce(0) { $0 + $1.files.count }
        for (path, files) in places {
            guard !path.isEmpty else {
                unfiled += files.count
                continue
            }
            var rest = files[...]
            while !rest.isEmpty {
                let part = AlbumFiler.part(of: rest)
                rest = rest.dropFirst(part.count)
                try await file(part, under: path)
                done += part.count
                await progress(done, total)
            }
        }
        for (album, destination) in destinations {
            filed[destination.place].count = try await count(in: album) - destination.before
        }
    }

    /// Sorts the contents of new folders as listed in the order files of an export.
    package func order(_ orders: [SubfolderOrder]) async throws(PhotoLibraryError) {
        guard case .folders = rule else { return }
        for order in orders {
            guard let (folder, children) = paths.children(order), !children.isEmpty else { continue }
            var request = ChangeRequest()
            request.move(Array(children.prefix(ImportBatches.mostChanges)), in: folder, to: 0)
            _ = try await library.perform(request, named: undoNames)
        }
    }

    /// Returns the files for the next batch. Photos that the library already had and whose identifiers are unknown are
    /// sent again, to find their assets.
    private static func part(of files: ArraySlice<ImportedFile>) -> [ImportedFile] {
        var descriptors = 0
        return Array(
            files.prefix(ImportBatches.mostChanges).prefix { file in
                descriptors += file.asset == nil ? file.item.descriptorCount : 0
                return descriptors <= ImportBatches.mostFiles
            })
    }

    /// Returns the album paths of an item. An empty path means no album.
    package func paths(of item: ImportItem) -> [[String]] {
        switch rule {
        case .path(let path): [path]
        case .folders: [item.file.folders]
        case .items: item.albums
        }
    }

    private mutating func file(_ files: [ImportedFile], under path: [String]) async throws(PhotoLibraryError) {
        var request = ChangeRequest()
        var assets: [any AssetReference] = []
        for file in files {
            if let asset = file.asset {
                assets.append(asset)
                // A photo that can no longer be opened is skipped.
            } else if let photo = try? OpenedImportItem(file.item) {
                assets.append(photo.create(&request))
            }
        }
        guard !assets.isEmpty else { return }
        if let album = paths.albums[path] {
            if destinations[album] == nil {
                begin(path, album, Destination(place: filed.count, before: try await count(in: album)))
            }
            request.add(assets, to: album)
            _ = try await library.perform(request, named: undoNames)
            return
        }
        let (placeholder, made) = paths.create(path, &request)
        request.add(assets, to: placeholder)
        let result = try await library.perform(request, named: undoNames)
        guard let album = result[placeholder] else {
            throw .invalidReply("The broker did not name the album that it created.")
        }
        paths.add(album, at: path, made, result)
        begin(path, album, Destination(place: filed.count, before: 0), isNew: true)
    }

    private mutating func begin(
        _ path: [String], _ album: AlbumID, _ destination: Destination, isNew: Bool = false
    ) {
        destinations[album] = destination
        filed.append(
            FiledAlbum(id: album.description, name: path.joined(separator: "/"), isNew: isNew, count: 0))
    }

    /// Returns the number of photos in an album, including hidden photos.
    private func count(in album: AlbumID) async throws(PhotoLibraryError) -> Int {
        let result = try await library.fetch(.assets(in: album).includingHidden)
        try await result.close()
        return result.count
    }
}
