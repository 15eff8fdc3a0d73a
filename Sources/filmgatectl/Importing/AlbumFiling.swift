internal import Filmgate

/// An album that an import filled.
struct FiledAlbum: Hashable, Sendable, Encodable {
    let id: String
    /// With its folders.
    let name: String
    let isNew: Bool
    /// How many came into it.
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
        /// The one with this path of titles, which is there or is made.
        case path([String])
        /// The one that is called as the file's folder, in folders that are called as those above it; what lies in none goes
        /// to none.
        case folders
    }

    private struct Destination {
        let place: Int
        /// How many were in it.
        let before: Int
    }

    private let library: PhotoLibrary
    private let rule: Rule
    private var paths: AlbumPaths
    private var destinations: [AlbumID: Destination] = [:]
    private(set) var filed: [FiledAlbum] = []
    /// How many files go to no album.
    private(set) var unfiled = 0

    init(_ library: PhotoLibrary, _ paths: AlbumPaths, _ rule: Rule) {
        self.library = library
        self.paths = paths
        self.rule = rule
    }

    /// - Throws: where an album that these files need cannot be made.
    func dryRun(_ files: [PhotoFile]) async throws {
        let wanted =
            switch rule {
            case .path(let path): [path]
            case .folders: Set(files.map(\.folders)).subtracting([[]]).sorted { $0.lexicographicallyPrecedes($1) }
            }
        try await paths.dryRun(wanted, in: library)
    }

    /// - Throws: the first error, with which it stops.
    mutating func file(_ placed: [PlacedFile], _ display: ProgressDisplay) async throws(PhotoLibraryError) {
        var done = 0
        var rest = placed[...]
        while let first = rest.first {
            let path = path(of: first)
            let part = AlbumFiling.part(of: rest.prefix { self.path(of: $0) == path })
            rest = rest.dropFirst(part.count)
            if path.isEmpty { unfiled += part.count } else { try await file(part, under: path) }
            done += part.count
            await display.show(done: done, total: placed.count)
        }
        await display.finish()
        for (album, destination) in destinations {
            filed[destination.place].count = try await count(in: album) - destination.before
        }
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
                assets.append(photo.create(&request))
            }
        }
        guard !assets.isEmpty else { return }
        if let album = paths.albums[path] {
            if destinations[album] == nil {
                begin(path, album, Destination(place: filed.count, before: try await count(in: album)))
            }
            request.add(assets, to: album)
            try await library.perform(request)
            return
        }
        let (placeholder, made) = paths.create(path, &request)
        request.add(assets, to: placeholder)
        let result = try await library.perform(request)
        guard let album = result[placeholder] else {
            throw .invalidReply("The broker did not say which album it made.")
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

    /// Hidden ones too.
    private func count(in album: AlbumID) async throws(PhotoLibraryError) -> Int {
        let result = try await library.fetch(.assets(in: album).includingHidden)
        try await result.close()
        return result.count
    }
}
