public import FilmgateModel
internal import FilmgateWire

/// What a change speaks of: something in the library, or something that an earlier change of its batch creates.
public struct ChangeReference: Hashable, Sendable {
    let wire: Reference

    init(_ id: some LocalIdentifier) { wire = .id(ObjectID(id)) }

    /// What the change at that place in the batch creates.
    init(createdAt index: Int) { wire = .placeholder("@\(index)") }
}

/// An asset that a change speaks of: `AssetID`, `Asset`, or the placeholder of one that the batch creates.
public protocol AssetReference: Sendable {
    var changeReference: ChangeReference { get }
}

/// Something with a title that a change speaks of, an album or a folder: their identifiers, themselves, or placeholders.
public protocol CollectionReference: Sendable {
    var changeReference: ChangeReference { get }
}

/// An album that a change speaks of: `AlbumID`, `AssetCollection`, or the placeholder of one that the batch creates.
public protocol AlbumReference: CollectionReference {}

/// A folder that a change speaks of: `FolderID`, `Folder`, or the placeholder of one that the batch creates.
public protocol FolderReference: CollectionReference {}

/// An asset that a batch creates, by which later changes of the batch and its result speak of it.
public struct AssetPlaceholder: AssetReference, Hashable {
    let index: Int

    public var changeReference: ChangeReference { ChangeReference(createdAt: index) }
}

/// An album that a batch creates.
public struct AlbumPlaceholder: AlbumReference, Hashable {
    let index: Int

    public var changeReference: ChangeReference { ChangeReference(createdAt: index) }
}

/// A folder that a batch creates.
public struct FolderPlaceholder: FolderReference, Hashable {
    let index: Int

    public var changeReference: ChangeReference { ChangeReference(createdAt: index) }
}

extension AssetID: AssetReference {
    public var changeReference: ChangeReference { ChangeReference(self) }
}

extension Asset: AssetReference {
    public var changeReference: ChangeReference { ChangeReference(id) }
}

extension AlbumID: AlbumReference {
    public var changeReference: ChangeReference { ChangeReference(self) }
}

extension AssetCollection: AlbumReference {
    public var changeReference: ChangeReference { ChangeReference(id) }
}

extension FolderID: FolderReference {
    public var changeReference: ChangeReference { ChangeReference(self) }
}

extension Folder: FolderReference {
    public var changeReference: ChangeReference { ChangeReference(id) }
}
