public import FilmgateModel
import FilmgateWire

extension FetchRequest where Element == AssetCollection {
    /// Requests the user-made albums, sorted by title; none if this app may not see the whole library.
    public static var albums: FetchRequest { of(.album) }

    /// Requests the smart albums: the built-in ones, and those that were created with a condition.
    public static var smartAlbums: FetchRequest { of(.smart) }

    /// Requests the moments: groups of photos that belong together by time and place. The oldest moment comes first.
    public static var moments: FetchRequest { of(.moment) }

    /// Requests albums of all types.
    public static var collections: FetchRequest { FetchRequest() }

    /// Requests the albums with these identifiers, in this order. Omits albums that do not exist or that this app may
    /// not see.
    public static func collections(withIdentifiers identifiers: [AlbumID]) -> FetchRequest {
        FetchRequest().with { $0.query.identifiers = identifiers.map { ObjectID($0) } }
    }

    /// Requests the albums that contain an asset.
    public static func collections(containing asset: AssetID) -> FetchRequest {
        FetchRequest().with { $0.query.containing = asset }
    }

    /// Requests the albums, smart albums or moments that are directly in a folder.
    public static func collections(in folder: FolderID) -> FetchRequest {
        FetchRequest().with { $0.query.place = .folder(ObjectID(folder)) }
    }

    /// Requests the albums that are in no folder. Smart albums and moments are always in folders.
    public static var collectionsAtTop: FetchRequest { FetchRequest().with { $0.query.place = .top } }
}

extension FetchRequest where Element == Folder {
    /// Requests folders of all types.
    public static var allFolders: FetchRequest { FetchRequest() }

    /// Requests the user-made folders, sorted by title; none if this app may not see the whole library.
    public static var folders: FetchRequest { of(.folder) }

    /// Requests the years that have moments.
    public static var momentYears: FetchRequest { of(.momentYear) }

    /// Requests the folders with these identifiers, in this order. Omits folders that do not exist or that this app may
    /// not see.
    public static func folders(withIdentifiers identifiers: [FolderID]) -> FetchRequest {
        FetchRequest().with { $0.query.identifiers = identifiers.map { ObjectID($0) } }
    }

    /// Requests the folders that are directly in a folder.
    public static func folders(in folder: FolderID) -> FetchRequest {
        FetchRequest().with { $0.query.place = .folder(ObjectID(folder)) }
    }

    /// Requests the folders that are in no other folder.
    public static var foldersAtTop: FetchRequest { FetchRequest().with { $0.query.place = .top } }
}

extension FetchRequest where Element.Options == CollectionOptions {
    private static func of(_ type: CollectionType) -> FetchRequest { FetchRequest().with { $0.query.type = type } }
}
