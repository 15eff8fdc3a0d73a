internal import FilmgateDBus
public import FilmgateModel
public import FilmgateSystem
internal import FilmgateWire

/// An image that was made for this app.
public struct PhotoImage: Sendable {
    /// A memory file that nobody can change, with its position at the start.
    public let content: OwnedDescriptor
    public let pixelWidth: Int
    public let pixelHeight: Int
    /// `application/octet-stream` for pixels.
    public let mimeType: String
}

extension PhotoLibrary {
    /// Returns an image of an asset: upright, and without metadata. `org.filmgate.Images1.RequestImage`.
    ///
    /// Needs no right. Cancelling the task ends the work.
    ///
    /// - Parameter specification: by default a JPEG in full size, in sRGB.
    /// - Throws: `notFound` for an asset that does not exist or that this app may not see, `invalidContent` for a picture that is
    ///   damaged or cannot be shown, `tooLarge`, `accessDenied` if access was lost meanwhile, `inputOutput` if the task was cancelled.
    public func image(
        of asset: AssetID, as specification: ImageSpecification = ImageSpecification()
    ) async throws(PhotoLibraryError) -> PhotoImage {
        try await link.perform { (connection) async throws(PhotoLibraryError) in
            var delivered: AsyncStream<Arguments<OwnedDescriptor, DeliveryDetails>>?
            let (outcome, results) = try await connection.request(
                ImagesInterface.requestImage, of: ImagesInterface.name,
                { token in Arguments(AssetIdentifier(asset), ImageOptions(specification, handleToken: token)) },
                beforeCall: { path throws(PhotoLibraryError) in
                    delivered = try await connection.signals(
                        RequestInterface.delivery, of: RequestInterface.name, at: path)
                })
            switch outcome {
            case .failed: throw PhotoLibraryError(results.error)
            case .cancelled, .denied: throw .inputOutput("The request for an image was cancelled.")
            case .success: break
            }
            // The broker sends it before the response.
            if let delivered {
                for await delivery in delivered {
                    let (content, details) = delivery.values
                    return PhotoImage(
                        content: content, pixelWidth: Int(details.pixelWidth), pixelHeight: Int(details.pixelHeight),
                        mimeType: details.mimeType)
                }
            }
            throw .invalidReply("The broker delivered no image.")
        }
    }
}
