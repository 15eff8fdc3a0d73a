public import FilmgateModel

/// The objects that a batch created; empty after a dry run.
public struct ChangeResult: Hashable, Sendable {
    private let identifiers: [ObjectID?]

    init(_ identifiers: [ObjectID?]) { self.identifiers = identifiers }

    /// The asset that a change created; nil if the asset already existed.
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
