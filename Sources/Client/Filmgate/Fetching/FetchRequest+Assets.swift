public import FilmgateModel

extension FetchRequest where Element == Asset {
    /// All assets that this app may see, the newest first.
    public static var assets: FetchRequest { FetchRequest() }

    /// The assets with these identifiers, in this order; leaves out unknown assets and those that may not be seen.
    public static func assets(withIdentifiers identifiers: [AssetID]) -> FetchRequest {
        FetchRequest().with { $0.query.identifiers = identifiers }
    }

    /// The assets of an album of any type, in its order unless the request is sorted.
    public static func assets(in album: AlbumID) -> FetchRequest {
        FetchRequest().with { $0.query.album = album }
    }

    /// The assets of an album of any type, in its order unless the request is sorted.
    public static func assets(in collection: AssetCollection) -> FetchRequest { assets(in: collection.id) }

    /// The assets of a smart album, such as `.favorites`.
    public static func assets(in smartAlbum: SmartAlbumSubtype) -> FetchRequest { assets(in: smartAlbum.id) }

    /// Sorts by creation date.
    public var newestFirst: FetchRequest { sorted(by: QueryOrder(by: .creationDate, ascending: false)) }

    /// Sorts by creation date.
    public var oldestFirst: FetchRequest { sorted(by: QueryOrder(by: .creationDate, ascending: true)) }

    /// Restricts the result to assets that have each word, or words that begin with it, in their title, caption, alt
    /// text, keywords, file name or place: `.assets.matching("budapest sunset")`. Case and accents do not matter.
    /// Searches only values that this app may read. A text without words restricts nothing.
    public func matching(_ words: String) -> FetchRequest { with { $0.query.search = SearchWords(words) } }

    /// Restricts the result to assets that are in no album of a person or an app. Only albums that this app sees count.
    public var inNoAlbum: FetchRequest { with { $0.query.isInNoAlbum = true } }

    /// Includes assets that the person has hidden.
    public var includingHidden: FetchRequest { with { $0.query.includesHidden = true } }

    /// Includes assets in the trash.
    public var includingTrashed: FetchRequest { with { $0.query.includesTrashed = true } }

    /// Includes all photos of a burst, not only the picked or the first one. Albums and identifiers always find all.
    public var includingBurstMembers: FetchRequest { with { $0.query.includesBurstMembers = true } }

    /// Restricts the result to assets that the owner's tools added. Only for the owner's tools.
    package var addedByOwner: FetchRequest { with { $0.query.isAddedByOwner = true } }

    /// Restricts the result to assets from these sources.
    public func from(_ sources: Set<AssetSource>) -> FetchRequest { with { $0.query.sources = sources } }
}
