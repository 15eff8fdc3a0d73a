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

/// The picture in a file from which a degraded image is made, because it is decoded faster.
public enum DegradedSource: String, Hashable, Sendable {
    /// The file's main picture, partly decoded.
    case own
    /// A picture that the file holds beside its main picture, such as a thumbnail. Without one, the main picture.
    case embedded
}

extension Library {
    /// Returns a cached image of a picture, in the first of these forms that the cache has. Returns nil if it has none.
    ///
    /// - Parameter source: the source of a degraded image; nil for the full image.
    public func cachedImage(
        of picture: PictureFile, as specifications: [ImageSpecification], degraded source: DegradedSource? = nil
    ) async throws -> CachedImage? {
        try await images.image(of: picture.name, as: specifications, degraded: source)
    }

    /// Stores a copy of an image of a picture.
    ///
    /// - Parameter source: the source of a degraded image; nil for the full image.
    public func cache(
        _ image: CachedImage, of picture: PictureFile, as specification: ImageSpecification,
        degraded source: DegradedSource? = nil
    ) async throws {
        try await images.add(image, of: picture.name, as: specification, degraded: source) { [originals] file in
            originals.size(of: file) != nil
        }
    }

    /// Removes all cached images.
    ///
    /// - Returns: their size in bytes.
    public func clearImageCache() async throws -> UInt64 { try await images.clear() }
}
