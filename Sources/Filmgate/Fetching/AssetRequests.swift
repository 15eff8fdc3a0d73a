public import FilmgateModel

extension FetchRequest where Element == Asset {
    /// All that this app may see, the newest first.
    public static var assets: FetchRequest { FetchRequest() }

    /// Those with these identifiers, in this order; unknown ones and those that may not be seen are left out alike.
    public static func assets(withIdentifiers identifiers: [AssetID]) -> FetchRequest {
        FetchRequest().with { $0.identifiers = identifiers }
    }

    /// Those of an album of any type, in its order unless another is asked for.
    public static func assets(in album: AlbumID) -> FetchRequest {
        FetchRequest().with { $0.scope["album"] = .text(album.description) }
    }

    /// Those of an album of any type, in its order unless another is asked for.
    public static func assets(in collection: AssetCollection) -> FetchRequest { assets(in: collection.id) }

    /// Those of an album that the library makes up by itself, as `.favorites`.
    public static func assets(in smartAlbum: SmartAlbumSubtype) -> FetchRequest { assets(in: smartAlbum.id) }

    /// By the day on which they were taken.
    public var newestFirst: FetchRequest { sorted(by: SortDescriptor(.creationDate, ascending: false)) }

    /// By the day on which they were taken.
    public var oldestFirst: FetchRequest { sorted(by: SortDescriptor(.creationDate, ascending: true)) }

    /// Also those that the person hides from view.
    public var includingHidden: FetchRequest { with { $0.scope["include-hidden"] = .flag } }

    /// Also those in the trash.
    public var includingTrashed: FetchRequest { with { $0.scope["include-trashed"] = .flag } }

    /// Also those of a burst that nobody picked. Photos of a burst are not gathered yet: all count as picked.
    public var includingBurstMembers: FetchRequest { with { $0.scope["include-burst-members"] = .flag } }

    /// Those alone that come from one of these sources.
    public func from(_ sources: Set<AssetSource>) -> FetchRequest {
        with { $0.scope["sources"] = .texts(sources.map(\.rawValue).sorted()) }
    }
}
