public import FilmgateModel
import FilmgateDBus
import FilmgateWire

extension PhotoLibrary {
    /// The list of images that the broker prepares in advance for this connection.
    public var cachingImageManager: CachingImageManager { CachingImageManager(link: link) }
}

/// A list of images that the broker prepares in advance, such as the images to which a person is about to scroll.
///
/// The broker makes these images when no client waits for an image. Later requests with the same specification use
/// them. Each connection has its own list, which ends with the connection.
public struct CachingImageManager: Sendable {
    let link: BrokerLink

    /// Adds images to the list. Ignores assets that this app may not see. `org.filmgate.Images1.StartCaching`.
    ///
    /// - Throws: `limitsExceeded` if the list is full.
    public func startCaching(_ assets: [AssetID], as specification: ImageSpecification) async throws(PhotoLibraryError)
    {
        _ = try await link.call(
            ImagesInterface.startCaching, MessageArguments(assets.map(AssetIDText.init), CachingOptions(specification)))
    }

    /// Removes images from the list. `org.filmgate.Images1.StopCaching`.
    public func stopCaching(_ assets: [AssetID], as specification: ImageSpecification) async throws(PhotoLibraryError) {
        _ = try await link.call(
            ImagesInterface.stopCaching, MessageArguments(assets.map(AssetIDText.init), CachingOptions(specification)))
    }

    /// Empties the list. `org.filmgate.Images1.StopCachingAll`.
    public func stopCachingAll() async throws(PhotoLibraryError) {
        _ = try await link.call(ImagesInterface.stopCachingAll, MessageArguments())
    }
}
