public import FilmgateModel

/// The identifiers of the objects that a batch created; empty after a dry run.
public struct ChangeResult: Hashable, Sendable {
    private let identifiers: [ObjectID?]

    init(_ identifiers: [ObjectID?]) { self.identifiers = identifiers }

    /// The asset that a change created, or to which it added files; nil if the change added nothing.
    public subscript(placeholder: AssetPlaceholder) -> AssetID? {
        identifier(at: placeholder.index).map { AssetID(uuid: $0.uuid) }
    }

    public subscript(placeholder: AlbumPlaceholder) -> AlbumID? {
        identifier(at: placeholder.index).map { AlbumID(uuid: $0.uuid) }
    }

    public subscript(placeholder: FolderPlaceholder) -> FolderID? {
        identifier(at: placeholder.index).map { FolderID(uuid: $0.uuid) }
    }

    private func identifier(at index: Int) -> ObjectID? {
        identifiers.indices.contains(index) ? identifiers[index] : nil
    }
}
