public import FilmgateModel
import FilmgateWire

extension FetchRequest where Element == AssetCollection {
    /// User-made albums, by title; none if this app may not see the whole library.
    public static var albums: FetchRequest { of(.album) }

    /// The smart albums, which contain what this app may see: the library's own, and those that were created with a
    /// rule.
    public static var smartAlbums: FetchRequest { of(.smart) }

    /// Photos that belong together by time and place, the oldest moment first.
    public static var moments: FetchRequest { of(.moment) }

    /// Albums of all types.
    public static var collections: FetchRequest { FetchRequest() }

    /// The albums with these identifiers, in this order; leaves out unknown albums and those that may not be seen.
    public static func collections(withIdentifiers identifiers: [AlbumID]) -> FetchRequest {
        FetchRequest().with { $0.query.identifiers = identifiers.map { ObjectID($0) } }
    }

    /// The albums that contain an asset.
    public static func collections(containing asset: AssetID) -> FetchRequest {
        FetchRequest().with { $0.query.containing = asset }
    }

    /// The albums, smart albums or moments directly in a folder.
    public static func collections(in folder: FolderID) -> FetchRequest {
        FetchRequest().with { $0.query.place = .folder(ObjectID(folder)) }
    }

    /// The albums that are in no folder; smart albums and moments are in folders.
    public static var collectionsAtTop: FetchRequest { FetchRequest().with { $0.query.place = .top } }
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
        FetchRequest().with { $0.query.identifiers = identifiers.map { ObjectID($0) } }
    }

    /// The folders directly in a folder.
    public static func folders(in folder: FolderID) -> FetchRequest {
        FetchRequest().with { $0.query.place = .folder(ObjectID(folder)) }
    }

    /// The folders that are in no other folder.
    public static var foldersAtTop: FetchRequest { FetchRequest().with { $0.query.place = .top } }
}

extension FetchRequest where Element.Options == CollectionOptions {
    private static func of(_ type: CollectionType) -> FetchRequest { FetchRequest().with { $0.query.type = type } }
}
