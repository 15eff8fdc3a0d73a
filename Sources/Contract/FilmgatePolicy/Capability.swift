public import FilmgateModel

/// An operation that an app may perform on an asset, album or folder, as in PhotoKit's `canPerform`. The raw values are
/// the names on the bus.
public enum Capability: String, CaseIterable, Sendable {
    case read
    /// Setting properties such as `isFavorite`, `isHidden`, `rating` and the date. Location and captions also need
    /// rights of their own.
    case setProperties = "set-properties"
    case editContent = "edit-content"
    case delete, rename
    case addMembers = "add-members"
    case removeMembers = "remove-members"
    case reorderMembers = "reorder-members"
}

/// A kind of object, which determines the capabilities that can exist for the object.
public enum ObjectKind: CaseIterable, Sendable {
    case asset
    /// An asset whose edits need its files: a video, or a live photo with a separate video.
    case fileAsset
    /// An album or a folder that a client created.
    case album, folder
    /// A smart album that a client created. Its content follows its rule.
    case ruledAlbum
    /// A collection that the library itself makes: a smart album, a moment, or a folder of these.
    case fixed

    /// The capabilities that exist for the kind, each with the operation that the client must be allowed to do.
    fileprivate var operations: [(Capability, Operation)] {
        switch self {
        case .asset, .fileAsset:
            [
                (.read, .readAssets), (.setProperties, .changeAssets), (.editContent, .editAssets),
                (.delete, .deleteAssets),
            ]
        case .album:
            [
                (.read, .seeAlbums), (.delete, .changeAlbums), (.rename, .changeAlbums), (.addMembers, .changeAlbums),
                (.removeMembers, .changeAlbums), (.reorderMembers, .changeAlbums),
            ]
        case .folder:
            [
                (.read, .seeAlbums), (.delete, .changeAlbums), (.rename, .changeAlbums), (.addMembers, .changeAlbums),
                (.removeMembers, .changeAlbums),
            ]
        case .ruledAlbum: [(.read, .seeAlbums), (.delete, .changeAlbums), (.rename, .changeAlbums)]
        case .fixed: [(.read, .seeAlbums)]
        }
    }
}

/// Returns the capabilities that a client has for a visible object, according to `decide`. Includes capabilities that
/// need the person's confirmation.
public func capabilities(of kind: ObjectKind, for client: Client, given grant: Grant) -> [Capability] {
    kind.operations.compactMap { capability, operation in
        if kind == .fileAsset, capability == .editContent, !client.isOwnersTool, !grant.rights.contains(.originals) {
            return nil
        }
        return switch decide(on: operation, by: client, given: grant) {
        case .refuse: nil
        case .allow, .confirm: capability
        }
    }
}
