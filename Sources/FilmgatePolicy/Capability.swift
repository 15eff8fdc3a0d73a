public import FilmgateModel

/// Something that a client may do with one asset, album or folder, by its name on the bus.
public enum Capability: String, CaseIterable, Sendable {
    case read
    case setProperties = "set-properties"
    case editContent = "edit-content"
    case delete, rename
    case addMembers = "add-members"
    case removeMembers = "remove-members"
    case reorderMembers = "reorder-members"
}

/// What there is to be done something with.
public enum ObjectKind: CaseIterable, Sendable {
    case asset
    /// Made by somebody.
    case album, folder
    /// The library's own: smart albums, moments and their folders.
    case fixed

    /// What can be done with it at all, and the operation that it takes.
    fileprivate var operations: [(Capability, Operation)] {
        switch self {
        case .asset:
            [
                (.read, .readAssets), (.setProperties, .changeAssets), (.editContent, .changeAssets),
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
        case .fixed: [(.read, .seeAlbums)]
        }
    }
}

/// What a client may do with what it sees, by the table of access; what the person must confirm is among it.
public func capabilities(of possession: ObjectKind, for client: Client, given grant: Grant) -> [Capability] {
    possession.operations.compactMap { capability, operation in
        switch decide(on: operation, by: client, given: grant) {
        case .refuse: nil
        // Content comes out whole or not at all.
        case .allow(let visibility), .confirm(let visibility):
            capability == .editContent && !visibility.lackingForFiles.isEmpty ? nil : capability
        }
    }
}
