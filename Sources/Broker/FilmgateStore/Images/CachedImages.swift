public import FilmgateModel
public import FilmgateSystem

/// An image, as a file.
public struct CachedImage: Sendable {
    /// Read-only, with a position of its own.
    public let content: OwnedDescriptor
    public let pixelWidth: UInt32
    public let pixelHeight: UInt32

    public init(content: OwnedDescriptor, pixelWidth: UInt32, pixelHeight: UInt32) {
        self.content = content
        self.pixelWidth = pixelWidth
        self.pixelHeight = pixelHeight
    }

    /// Returns the same image in a different file.
    public func with(content: OwnedDescriptor) -> CachedImage {
        CachedImage(content: content, pixelWidth: pixelWidth, pixelHeight: pixelHeight)
    }
}

/// The picture of a file that a degraded image is made of: one that is decoded faster.
public enum DegradedSource: String, Hashable, Sendable {
    /// The file's own, decoded in part.
    case own
    /// One that the file holds beside its own, such as its thumbnail; without one the file's own.
    case embedded
}

extension Library {
    /// Returns an image of a picture that was made before, in the first of these forms that there is, or nil.
    ///
    /// - Parameter source: what a degraded image was made of; nil for the image itself.
    public func cachedImage(
        of picture: PictureFile, as specifications: [ImageSpecification], degraded source: DegradedSource? = nil
    ) async throws -> CachedImage? {
        try await images.image(of: picture.name, as: specifications, degraded: source)
    }

    /// Keeps a copy of an image of a picture.
    ///
    /// - Parameter source: what a degraded image was made of; nil for the image itself.
    public func cache(
        _ image: CachedImage, of picture: PictureFile, as specification: ImageSpecification,
        degraded source: DegradedSource? = nil
    ) async throws {
        try await images.add(image, of: picture.name, as: specification, degraded: source) { [originals] file in
            originals.size(of: file) != nil
        }
    }

    /// Removes all images that are kept.
    ///
    /// - Returns: their bytes.
    public func clearImageCache() async throws -> UInt64 { try await images.clear() }
}
