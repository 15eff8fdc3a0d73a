import FilmgateDBus
public import FilmgateModel
public import FilmgateSystem
import FilmgateWire

/// An image that the broker made for this app.
public struct PhotoImage: Sendable {
    /// The file, open for reading and positioned at its start.
    public let content: OwnedDescriptor
    /// Whether a better image will follow.
    public let isDegraded: Bool
    public let pixelWidth: Int
    public let pixelHeight: Int
    /// The type of the file; `application/octet-stream` for uncompressed pixels.
    public let mimeType: String
}

extension PhotoLibrary {
    /// Requests an image of an asset: upright, and without metadata. `org.filmgate.Images1.RequestImage`.
    ///
    /// Requires that this app may see the asset. The original of an edited asset also requires the right `originals`.
    ///
    /// - Parameter specification: the specification of the image; by default a JPEG in full size, in sRGB.
    /// - Returns: the images as they arrive. The request begins and ends with the iteration.
    public func image(
        for asset: AssetID, as specification: ImageSpecification = ImageSpecification(),
        delivery: ImageDelivery = .opportunistic
    ) -> ImageDeliveries {
        ImageDeliveries(link: link, asset: asset, options: ImageOptions(specification, delivery: delivery))
    }

    /// Requests an image with at most `side` pixels on its longer side. `org.filmgate.Images1.RequestImage`.
    ///
    /// Requires that this app may see the asset, but no right such as `originals`.
    /// - Returns: the images as they arrive. The request begins and ends with the iteration.
    public func image(
        for asset: AssetID, fitting side: UInt32, delivery: ImageDelivery = .opportunistic
    ) -> ImageDeliveries {
        image(for: asset, as: .fitting(side, side), delivery: delivery)
    }
}

/// The images that a request delivers: degraded ones first, the final one last.
///
/// The iteration throws `PhotoLibraryError`: `notFound` for an asset that does not exist or that this app may not see,
/// `invalidContent` for a picture that is damaged or cannot be shown, `tooLarge`, `accessDenied` if the app lost access
/// in the meantime, and `inputOutput` if the request was cancelled.
public struct ImageDeliveries: AsyncSequence, Sendable {
    public typealias Element = PhotoImage

    let link: BrokerLink
    let asset: AssetID
    let options: ImageOptions

    /// The final image. The property waits for the image, and throws the errors of the iteration.
    public var last: PhotoImage {
        get async throws {
            var last: PhotoImage?
            for try await image in self { last = image }
            guard let last else { throw PhotoLibraryError.invalidReply("The broker delivered no image.") }
            return last
        }
    }

    public func makeAsyncIterator() -> AsyncThrowingStream<PhotoImage, any Error>.Iterator {
        AsyncThrowingStream.requesting { continuation in
            try await link.perform { (connection) async throws(PhotoLibraryError) in
                try await connection.requestContent(
                    ImagesInterface.requestImage,
                    { token in
                        var options = options
                        options.handleToken = token
                        return MessageArguments(AssetIDText(asset), options)
                    },
                    { event in
                        guard case .delivery(let content, let details) = event else { return }
                        continuation.yield(PhotoImage(content, details))
                    })
            }
        }.makeAsyncIterator()
    }
}

extension PhotoImage {
    init(_ content: OwnedDescriptor, _ details: DeliveryDetails) {
        self.init(
            content: content, isDegraded: details.isDegraded, pixelWidth: Int(details.pixelWidth ?? 0),
            pixelHeight: Int(details.pixelHeight ?? 0), mimeType: details.mimeType)
    }
}
