public import FilmgateModel
import FilmgateDBus
import FilmgateWire

extension PhotoLibrary {
    /// Has images made before they are asked for.
    public var cachingImageManager: CachingImageManager { CachingImageManager(link: link) }
}

/// Has images made ahead, for instance those that a person is about to scroll to.
///
/// The broker makes them when nobody waits for an image. Later requests with the same specification find them made. A
/// connection's list ends with it.
public struct CachingImageManager: Sendable {
    let link: BrokerLink

    /// Adds images to the list. Assets that this app may not see are ignored. `org.filmgate.Images1.StartCaching`.
    ///
    /// - Throws: `limitsExceeded` if the list is full.
    public func startCaching(_ assets: [AssetID], as specification: ImageSpecification) async throws(PhotoLibraryError)
    {
        _ = try await link.call(
            ImagesInterface.startCaching, of: ImagesInterface.name,
            Arguments(assets.map(AssetIdentifier.init), CachingOptions(specification)))
    }

    /// Takes images from the list again. `org.filmgate.Images1.StopCaching`.
    public func stopCaching(_ assets: [AssetID], as specification: ImageSpecification) async throws(PhotoLibraryError) {
        _ = try await link.call(
            ImagesInterface.stopCaching, of: ImagesInterface.name,
            Arguments(assets.map(AssetIdentifier.init), CachingOptions(specification)))
    }

    /// Empties the list. `org.filmgate.Images1.StopCachingAll`.
    public func stopCachingAll() async throws(PhotoLibraryError) {
        _ = try await link.call(ImagesInterface.stopCachingAll, of: ImagesInterface.name, Arguments())
    }
}
