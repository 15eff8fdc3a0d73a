public import FilmgateModel
internal import FilmgateDBus
internal import FilmgateWire

/// What an app may do with something in the library, by its name on the bus; after PhotoKit's `canPerform`.
public enum Capability: String, CaseIterable, Sendable {
    case read
    /// What takes no right, as `isFavorite`, `isHidden`, `rating` and `creationDate`; location and captions take theirs besides.
    case setProperties = "set-properties"
    case editContent = "edit-content"
    case delete
    case rename
    case addMembers = "add-members"
    case removeMembers = "remove-members"
    case reorderMembers = "reorder-members"
}

extension PhotoLibrary {
    /// What this app may do with each, in their order; nothing with what it may not see. `org.filmgate.Library1.GetCapabilities`.
    public func capabilities(of assets: [AssetID]) async throws(PhotoLibraryError) -> [Set<Capability>] {
        try await capabilities(.asset, assets)
    }

    public func capabilities(of albums: [AlbumID]) async throws(PhotoLibraryError) -> [Set<Capability>] {
        try await capabilities(.album, albums)
    }

    public func capabilities(of folders: [FolderID]) async throws(PhotoLibraryError) -> [Set<Capability>] {
        try await capabilities(.folder, folders)
    }

    private func capabilities(
        _ kind: FetchKind, _ ids: [some LocalIdentifier]
    ) async throws(PhotoLibraryError) -> [Set<Capability>] {
        let arguments = Arguments(kind, ids.map { LibraryIdentifier(ObjectID($0)) })
        let names = try await link.call(LibraryInterface.getCapabilities, of: LibraryInterface.name, arguments).values
        guard names.count == ids.count else {
            throw .invalidReply("The broker told the capabilities of \(names.count) things, not \(ids.count).")
        }
        return names.map { Set($0.compactMap(Capability.init)) }
    }

    /// Makes an album of this connection alone, which is stored nowhere and ends with it. `org.filmgate.Library1.CreateTransient`.
    ///
    /// - Parameters:
    ///   - title: what it is called.
    ///   - assets: in the order that it is to have; what may not be seen is left out.
    public func createTransientAlbum(
        title: String, of assets: [AssetID]
    ) async throws(PhotoLibraryError) -> AlbumID {
        let arguments = Arguments(title, assets.map { AssetIdentifier($0) })
        let id = try await link.call(LibraryInterface.createTransient, of: LibraryInterface.name, arguments).values
        return AlbumID(uuid: id.id.uuid)
    }
}
