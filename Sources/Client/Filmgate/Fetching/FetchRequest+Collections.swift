public import FilmgateModel
import FilmgateWire

extension FetchRequest where Element == AssetCollection {
    /// User-made albums, by title; none if this app may not see the whole library.
    public static var albums: FetchRequest { of(.album) }

    /// The smart albums: the library's own, and those that were created with a rule. They contain only assets that this
    /// app may see.
    public static var smartAlbums: FetchRequest { of(.smart) }

    /// Photos that belong together by time and place, the oldest moment first.
    public static var moments: FetchRequest { of(.moment) }

    /// Albums of all types.
    public static var collections: FetchRequest { FetchRequest() }

    /// Requests the albums with these identifiers, in this order. Leaves out unknown albums and those that this app may
    /// not see.
    public static func collections(withIdentifiers identifiers: [AlbumID]) -> FetchRequest {
        FetchRequest().with { $0.query.identifiers = identifiers.map { ObjectID($0) } }
    }

    /// Requests the albums that contain an asset.
    public static func collections(containing asset: AssetID) -> FetchRequest {
        FetchRequest().with { $0.query.containing = asset }
    }

    /// Requests the albums, smart albums or moments directly in a folder.
    public static func collections(in folder: FolderID) -> FetchRequest {
        FetchRequest().with { $0.query.place = .folder(ObjectID(folder)) }
    }

    /// The albums that are in no folder. Smart albums and moments are always in folders.
    public static var collectionsAtTop: FetchRequest { FetchRequest().with { $0.query.place = .top } }
}

extension FetchRequest where Element == Folder {
    /// Folders of all types.
    public static var allFolders: FetchRequest { FetchRequest() }

    /// User-made folders, by title; none if this app may not see the whole library.
    public static var folders: FetchRequest { of(.folder) }

    /// The years that have moments.
    public static var momentYears: FetchRequest { of(.momentYear) }

    /// Requests the folders with these identifiers, in this order. Leaves out unknown folders and those that this app
    /// may not see.
    public static func folders(withIdentifiers identifiers: [FolderID]) -> FetchRequest {
        FetchRequest().with { $0.query.identifiers = identifiers.map { ObjectID($0) } }
    }

    /// Requests the folders directly in a folder.
    public static func folders(in folder: FolderID) -> FetchRequest {
        FetchRequest().with { $0.query.place = .folder(ObjectID(folder)) }
    }

    /// The folders that are in no other folder.
    public static var foldersAtTop: FetchRequest { FetchRequest().with { $0.query.place = .top } }
}

extension FetchRequest where Element.Options == CollectionOptions {
    private static func of(_ type: CollectionType) -> FetchRequest { FetchRequest().with { $0.query.type = type } }
}
