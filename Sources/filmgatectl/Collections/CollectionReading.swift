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
