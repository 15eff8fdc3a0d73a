public import FilmgateModel
public import FilmgatePolicy
import FilmgateDBus
import FilmgateWire

extension PhotoLibrary {
    /// Returns this app's capabilities for up to 1,000 assets, in the order of the assets.
    /// `org.filmgate.Library1.GetCapabilities`.
    ///
    /// - Throws: `notFound` if an asset does not exist or this app may not see it.
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
        let arguments = MessageArguments(kind, ids.map { ObjectIDText(ObjectID($0)) })
        let names = try await link.call(LibraryInterface.getCapabilities, arguments).values
        guard names.count == ids.count else {
            throw .invalidReply("The broker returned the capabilities of \(names.count) things, not \(ids.count).")
        }
        return names.map { Set($0.compactMap(Capability.init)) }
    }

    /// Creates a temporary album, which only this connection sees, and which ends with the connection.
    /// `org.filmgate.Library1.CreateTransient`.
    ///
    /// - Parameter assets: the assets in the order of the album, without duplicates.
    /// - Throws: `notFound` if one of the assets does not exist or this app may not see it.
    public func createTransientAlbum(
        title: String, of assets: [AssetID]
    ) async throws(PhotoLibraryError) -> AlbumID {
        let arguments = MessageArguments(title, assets.map { AssetIDText($0) })
        let id = try await link.call(LibraryInterface.createTransient, arguments).values
        return AlbumID(uuid: id.id.uuid)
    }
}
