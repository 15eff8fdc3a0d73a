public import FilmgateModel

extension FetchRequest where Element == AssetCollection {
    /// User-made albums, by title; none if this app may not see the whole library.
    public static var albums: FetchRequest { of(.album) }

    /// The smart albums, which contain what this app may see.
    public static var smartAlbums: FetchRequest { of(.smartAlbum) }

    /// Photos that belong together by time and place, the oldest moment first.
    public static var moments: FetchRequest { of(.moment) }

    /// Albums of all types.
    public static var collections: FetchRequest { FetchRequest() }

    /// The albums with these identifiers, in this order; leaves out unknown albums and those that may not be seen.
    public static func collections(withIdentifiers identifiers: [AlbumID]) -> FetchRequest {
        FetchRequest().with { $0.identifiers = identifiers }
    }

    /// The albums that contain an asset.
    public static func collections(containing asset: AssetID) -> FetchRequest {
        FetchRequest().with { $0.scope["containing"] = .text(asset.description) }
    }

    /// The albums, smart albums or moments directly in a folder.
    public static func collections(in folder: FolderID) -> FetchRequest {
        FetchRequest().with { $0.scope["folder"] = .text(folder.description) }
    }

    /// The albums that are in no folder; smart albums and moments are in folders.
    public static var collectionsAtTop: FetchRequest { FetchRequest().with { $0.scope["folder"] = .text("") } }

    private static func of(_ type: AssetCollectionType) -> FetchRequest {
        FetchRequest().with { $0.scope["type"] = .text(type.rawValue) }
    }
}

extension FetchRequest where Element == Folder {
    /// Folders of all types.
    public static var allFolders: FetchRequest { FetchRequest() }

    /// User-made folders, by title; none if this app may not see the whole library.
    public static var folders: FetchRequest { of(.folder) }

    /// The years that have moments.
    public static var momentYears: FetchRequest { of(.momentYear) }

    /// The folders with these identifiers, in this order; leaves out unknown folders and those that may not be seen.
    public static func folders(withIdentifiers identifiers: [FolderID]) -> FetchRequest {
        FetchRequest().with { $0.identifiers = identifiers }
    }

    /// The folders directly in a folder.
    public static func folders(in folder: FolderID) -> FetchRequest {
        FetchRequest().with { $0.scope["folder"] = .text(folder.description) }
    }

    /// The folders that are in no other folder.
    public static var foldersAtTop: FetchRequest { FetchRequest().with { $0.scope["folder"] = .text("") } }

    private static func of(_ type: FolderType) -> FetchRequest {
        FetchRequest().with { $0.scope["type"] = .text(type.rawValue) }
    }
}
