/// The types that the changes of a batch use to refer to objects: a client's references, or resolved identifiers.
public protocol ReferenceKind {
    associatedtype Asset: Sendable
    associatedtype Album: Sendable
    associatedtype Folder: Sendable
    /// An album or a folder.
    associatedtype Collection: Sendable
    /// The files of a new asset.
    associatedtype Files: Sendable
    /// An edit of an asset.
    associatedtype Edit: Sendable
    /// The content that an asset shows.
    associatedtype Content: Sendable
}

/// A change of a batch. The client library, the wire format and the store share this type. In the `create` cases, the
/// first value is the new object's identifier, or its placeholder: a name for use in the batch.
public enum Change<Kind: ReferenceKind>: Sendable {
    /// Creates an asset, or adds its files to an existing asset. In the second case, later changes of the batch use the
    /// first value to refer to the existing asset.
    indirect case createAsset(Kind.Asset, AssetCreation<Kind>)
    case setProperties(Kind.Asset, AssetChanges)
    /// Appends the keywords that an asset does not have yet. Ignores case in the comparison.
    case addKeywords([String], to: [Kind.Asset])
    case removeKeywords([String], from: [Kind.Asset])
    /// Makes a photo the picked photo of its burst.
    case setBurstPick(Kind.Asset)
    /// Makes the asset show an edit. The original files stay unchanged.
    case setContent(Kind.Asset, Kind.Edit)
    /// Makes the asset show its original again. Has no effect on an asset that is not edited.
    ///
    /// - Parameter from: the content that the asset must still show, or else the change fails; nil means any content.
    case revertContent(Kind.Asset, from: Kind.Content? = nil)
    /// Moves assets to the trash. Has no effect on assets in the trash.
    case deleteAssets([Kind.Asset])
    /// Moves assets out of the trash. Has no effect on assets outside the trash.
    case restoreAssets([Kind.Asset])
    /// Deletes trashed assets permanently, with their files.
    case purgeAssets([Kind.Asset])
    /// Creates an empty album, or a smart album of the assets that meet a rule. A nil folder means the top level.
    case createAlbum(Kind.Album, title: String, in: Kind.Folder? = nil, rule: Predicate<AssetProperty>? = nil)
    /// Replaces the rule of a smart album that a client created.
    case setRule(Predicate<AssetProperty>, of: Kind.Album)
    case createFolder(Kind.Folder, title: String, in: Kind.Folder? = nil)
    /// Renames an album or a folder.
    case rename(Kind.Collection, title: String)
    /// Deletes albums, but not their assets.
    case deleteAlbums([Kind.Album])
    /// Deletes folders, and moves the children of each to its parent.
    case deleteFolders([Kind.Folder])
    /// Makes an asset the cover of an album that contains it; nil makes the newest asset the cover again.
    case setCover(Kind.Asset?, of: Kind.Album)
    /// Appends assets. Assets that are already in the album keep their place.
    case addAssets([Kind.Asset], to: Kind.Album)
    /// Removes assets from an album. Ignores assets that are not in the album.
    case removeAssets([Kind.Asset], from: Kind.Album)
    /// Inserts assets at the index. The index does not count assets in the trash. Assets that are already in the album
    /// keep their place.
    case insertAssets([Kind.Asset], into: Kind.Album, at: Int)
    /// Removes the assets, then inserts them at the index among the rest. Ignores assets that are not in the album.
    case moveAssets([Kind.Asset], in: Kind.Album, to: Int)
    /// Moves albums and folders into a folder. Here and below, nil means the top level.
    case addChildren([Kind.Collection], to: Kind.Folder?)
    /// Moves children to the top level. Ignores children that are not in the folder.
    case removeChildren([Kind.Collection], from: Kind.Folder?)
    /// Moves albums and folders into a folder, and inserts them at the index. Children that are already in the folder
    /// keep their place.
    case insertChildren([Kind.Collection], into: Kind.Folder?, at: Int)
    /// Removes children from a folder's order, and inserts them at the index among the rest. Ignores children that are
    /// not in the folder.
    case moveChildren([Kind.Collection], in: Kind.Folder?, to: Int)
}
