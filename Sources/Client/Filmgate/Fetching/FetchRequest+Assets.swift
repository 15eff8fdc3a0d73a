public import FilmgateModel

extension FetchRequest where Element == Asset {
    /// Requests the assets that this app may see, the newest first, except for hidden and trashed assets.
    public static var assets: FetchRequest { FetchRequest() }

    /// Requests the assets with these identifiers, in this order, including hidden ones. Omits assets that do not exist
    /// or that this app may not see.
    public static func assets(withIdentifiers identifiers: [AssetID]) -> FetchRequest {
        FetchRequest().with { $0.query.identifiers = identifiers }
    }

    /// Requests the assets of an album of any type, in the album's order unless the request is sorted.
    public static func assets(in album: AlbumID) -> FetchRequest {
        FetchRequest().with { $0.query.album = album }
    }

    /// Requests the assets of an album of any type, in the album's order unless the request is sorted.
    public static func assets(in collection: AssetCollection) -> FetchRequest { assets(in: collection.id) }

    /// Requests the assets of a smart album, such as `.favorites`.
    public static func assets(in smartAlbum: SmartAlbumSubtype) -> FetchRequest { assets(in: smartAlbum.id) }

    /// Sorts by creation date, the newest first.
    public var newestFirst: FetchRequest { sorted(by: QueryOrder(by: .creationDate, ascending: false)) }

    /// Sorts by creation date, the oldest first.
    public var oldestFirst: FetchRequest { sorted(by: QueryOrder(by: .creationDate, ascending: true)) }

    /// Restricts the result to assets that match all of the words: `.assets.matching("budapest sunset")`. A word
    /// matches the beginning of a word in the title, caption, alt text, keywords, file name or place, if this app may
    /// read that property. Ignores case and accents. A string without words has no effect.
    public func matching(_ words: String) -> FetchRequest { with { $0.query.search = SearchWords(words) } }

    /// Restricts the result to assets that are in no user-made album and in no app's album. Ignores albums that this
    /// app may not see.
    public var inNoAlbum: FetchRequest { with { $0.query.isInNoAlbum = true } }

    /// Includes assets that the person has hidden.
    public var includingHidden: FetchRequest { with { $0.query.includesHidden = true } }

    /// Includes assets in the trash.
    public var includingTrashed: FetchRequest { with { $0.query.includesTrashed = true } }

    /// Includes all photos of a burst, not only the picked photo (or the first one, if none is picked). Requests by
    /// identifier, and for albums that a person or an app filled, always include all photos of a burst.
    public var includingBurstMembers: FetchRequest { with { $0.query.includesBurstMembers = true } }

    /// Restricts the result to assets that the owner's tools added. Only for the owner's tools.
    package var addedByOwner: FetchRequest { with { $0.query.isAddedByOwner = true } }

    /// Restricts the result to assets from these sources.
    public func from(_ sources: Set<AssetSource>) -> FetchRequest { with { $0.query.sources = sources } }
}
