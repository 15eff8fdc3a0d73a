internal import Filmgate
internal import FilmgateText

extension PhotoLibrary {
    /// Albums of these types, and all folders that somebody made.
    ///
    /// - Parameter counting: whether counts and dates are told, which takes a look at the photos.
    func collectionTree(
        _ types: [AssetCollectionType] = [.album, .smartAlbum], counting: Bool = false
    ) async throws(PhotoLibraryError) -> CollectionTree {
        let properties: Set<CollectionProperty> =
            counting ? Set(CollectionProperty.allCases) : [.id, .title, .type, .subtype, .parent]
        var collections: [AssetCollection] = []
        for type in types {
            switch type {
            case .album: collections += try await all(.albums.reading(properties))
            case .smartAlbum: collections += try await all(.smartAlbums.reading(properties))
            case .moment: collections += try await all(.moments.reading(properties))
            // Of the connection that made them alone, which the tool never does.
            case .transient: break
            }
        }
        return CollectionTree(collections, try await all(.folders.reading(properties)))
    }

    /// Everything that a request finds.
    func all<Element>(_ request: FetchRequest<Element>) async throws(PhotoLibraryError) -> [Element] {
        let result = try await fetch(request)
        var elements: [Element] = []
        elements.reserveCapacity(result.count)
        var iterator = result.makeAsyncIterator()
        while let element = try await iterator.next() { elements.append(element) }
        try await result.close()
        return elements
    }
}

/// What a person may name in a place.
enum Nameable: Sendable {
    /// An album that they made.
    case album
    /// An album of any type.
    case anyAlbum
    case folder
    /// An album that they made, or a folder.
    case albumOrFolder

    func allows(_ node: CollectionTree.Node) -> Bool {
        switch (self, node.kind) {
        case (.folder, .folder), (.albumOrFolder, .folder), (.anyAlbum, .collection): true
        case (.album, .collection(let collection)), (.albumOrFolder, .collection(let collection)):
            collection.type == .album
        case (.album, .folder), (.anyAlbum, .folder), (.folder, .collection): false
        }
    }

    var noun: String {
        switch self {
        case .album, .anyAlbum: "album"
        case .folder: "folder"
        case .albumOrFolder: "album or folder"
        }
    }

    var plural: String {
        switch self {
        case .album, .anyAlbum, .folder: noun + "s"
        case .albumOrFolder: "albums or folders"
        }
    }
}

extension CollectionTree {
    /// The one that a name means.
    ///
    /// - Throws: where there is none or there are several; then with what would tell them apart.
    func node(named name: String, _ wanted: Nameable) throws(Failure) -> Node {
        let named = nodes(named: name)
        let found = named.filter(wanted.allows)
        if found.count == 1 { return found[0] }
        let quoted = "'\(Text.plain(name))'"
        guard found.isEmpty else {
            let places = found.map { "\($0.id) \(Text.plain($0.name))" }.joined(separator: ", ")
            throw Failure(
                .usage, "\(found.count) \(wanted.plural) are called \(quoted): \(places).",
                advice: "Name it by its identifier, or with its folders as 'Folder/Title'.")
        }
        if let other = named.first {
            throw Failure(
                .usage, "\(quoted) is \(other.isFolder ? "a folder" : "an album that the library makes up by itself").",
                advice: "'filmgatectl albums list' shows which \(wanted.plural) there are.")
        }
        throw Failure(
            .noInput, "There is no \(wanted.noun) called \(quoted).",
            advice: "'filmgatectl albums list' shows what there is.")
    }

    func album(named name: String) throws(Failure) -> AlbumID {
        AlbumID(uuid: try node(named: name, .album).id.uuid)
    }

    func folder(named name: String) throws(Failure) -> FolderID {
        FolderID(uuid: try node(named: name, .folder).id.uuid)
    }
}

extension Invocation {
    /// The album of any type that a name means; moments are known by their identifiers alone.
    func anyAlbum(named name: String, in library: PhotoLibrary) async throws -> AlbumID {
        if let id = AlbumID(name.lowercased()) { return id }
        let node = try await library.collectionTree().node(named: name, .anyAlbum)
        return AlbumID(uuid: node.id.uuid)
    }
}
