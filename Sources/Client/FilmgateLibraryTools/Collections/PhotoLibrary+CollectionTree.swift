package import Filmgate

extension PhotoLibrary {
    /// Reads the albums of these types, and all user-made folders.
    ///
    /// - Parameter counting: whether to also read counts and dates, which takes longer.
    package func collectionTree(
        _ types: [AssetCollectionType] = [.album, .smartAlbum], counting: Bool = false
    ) async throws(PhotoLibraryError) -> CollectionTree {
        let properties: Set<CollectionProperty> =
            counting ? Set(CollectionProperty.allCases) : [.id, .title, .type, .subtype, .parent, .rule]
        var collections: [AssetCollection] = []
        for type in types {
            switch type {
            case .album: collections += try await all(.albums.reading(properties))
            case .smartAlbum: collections += try await all(.smartAlbums.reading(properties))
            case .moment: collections += try await all(.moments.reading(properties))
            // Only the connection that creates a transient album sees it, and this program creates none.
            case .transient: break
            }
        }
        return CollectionTree(collections, try await all(.folders.reading(properties)))
    }

    /// Returns all elements that match a request.
    package func all<Element>(_ request: FetchRequest<Element>) async throws(PhotoLibraryError) -> [Element] {
        let result = try await fetch(request)
        var elements: [Element] = []
        elements.reserveCapacity(result.count)
        var iterator = result.makeAsyncIterator()
        while let element = try await iterator.next() { elements.append(element) }
        try await result.close()
        return elements
    }
}
