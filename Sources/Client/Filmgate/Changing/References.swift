public import FilmgateModel
public import FilmgateWire

extension ObjectReference {
    fileprivate init(_ id: some LocalIdentifier) { self = .id(ObjectID(id)) }

    /// Creates a reference to the object that the change at this index of the batch creates.
    init(createdAt index: Int) { self = .placeholder("@\(index)") }
}

/// An asset that a change refers to: `AssetID`, `Asset`, or the placeholder of an asset that the batch creates.
public protocol AssetReference: Sendable {
    var changeReference: ObjectReference { get }
}

/// An album or a folder that a change refers to: its identifier, the object itself, or a placeholder.
public protocol CollectionReference: Sendable {
    var changeReference: ObjectReference { get }
}

/// An album that a change refers to: `AlbumID`, `AssetCollection`, or the placeholder of an album that the batch
/// creates.
public protocol AlbumReference: CollectionReference {}

/// A folder that a change refers to: `FolderID`, `Folder`, or the placeholder of a folder that the batch creates.
public protocol FolderReference: CollectionReference {}

/// A placeholder for an asset that a batch creates. Later changes of the batch, and `ChangeResult`, accept it.
public struct AssetPlaceholder: AssetReference, Hashable {
    let index: Int

    public var changeReference: ObjectReference { ObjectReference(createdAt: index) }
}

/// A placeholder for an album that a batch creates.
public struct AlbumPlaceholder: AlbumReference, Hashable {
    let index: Int

    public var changeReference: ObjectReference { ObjectReference(createdAt: index) }
}

/// A placeholder for a folder that a batch creates.
public struct FolderPlaceholder: FolderReference, Hashable {
    let index: Int

    public var changeReference: ObjectReference { ObjectReference(createdAt: index) }
}

extension AssetID: AssetReference {
    public var changeReference: ObjectReference { ObjectReference(self) }
}

extension Asset: AssetReference {
    public var changeReference: ObjectReference { ObjectReference(id) }
}

extension AlbumID: AlbumReference {
    public var changeReference: ObjectReference { ObjectReference(self) }
}

extension AssetCollection: AlbumReference {
    public var changeReference: ObjectReference { ObjectReference(id) }
}

extension FolderID: FolderReference {
    public var changeReference: ObjectReference { ObjectReference(self) }
}

extension Folder: FolderReference {
    public var changeReference: ObjectReference { ObjectReference(id) }
}
