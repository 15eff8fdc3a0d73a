public import FilmgateModel

extension FetchRequest where Element == AssetCollection {
    /// The albums that somebody made, by title; none where this app may not see all of the library.
    public static var albums: FetchRequest { of(.album) }

    /// The albums that the library makes up by itself, of what this app sees.
    public static var smartAlbums: FetchRequest { of(.smartAlbum) }

    /// Photos that belong together by time and place, the oldest first.
    public static var moments: FetchRequest { of(.moment) }

    /// Albums of all types.
    public static var collections: FetchRequest { FetchRequest() }

    /// Those with these identifiers, in this order; unknown ones and those that may not be seen are left out alike.
    public static func collections(withIdentifiers identifiers: [AlbumID]) -> FetchRequest {
        FetchRequest().with { $0.identifiers = identifiers }
    }

    /// Albums that hold an asset.
    public static func collections(containing asset: AssetID) -> FetchRequest {
        FetchRequest().with { $0.scope["containing"] = .text(asset.description) }
    }

    /// Those in a folder, and not in a folder within it: albums, the smart ones, or the moments of a year.
    public static func collections(in folder: FolderID) -> FetchRequest {
        FetchRequest().with { $0.scope["folder"] = .text(folder.description) }
    }

    private static func of(_ type: AssetCollectionType) -> FetchRequest {
        FetchRequest().with { $0.scope["type"] = .text(type.rawValue) }
    }
}

extension FetchRequest where Element == Folder {
    /// Folders of all types.
    public static var allFolders: FetchRequest { FetchRequest() }

    /// The folders that somebody made, by title; none where this app may not see all of the library.
    public static var folders: FetchRequest { of(.folder) }

    /// The years that there are moments of.
    public static var momentYears: FetchRequest { of(.momentYear) }

    /// Those with these identifiers, in this order; unknown ones and those that may not be seen are left out alike.
    public static func folders(withIdentifiers identifiers: [FolderID]) -> FetchRequest {
        FetchRequest().with { $0.identifiers = identifiers }
    }

    /// Those in a folder, and not in a folder within it.
    public static func folders(in folder: FolderID) -> FetchRequest {
        FetchRequest().with { $0.scope["folder"] = .text(folder.description) }
    }

    private static func of(_ type: FolderType) -> FetchRequest {
        FetchRequest().with { $0.scope["type"] = .text(type.rawValue) }
    }
}
