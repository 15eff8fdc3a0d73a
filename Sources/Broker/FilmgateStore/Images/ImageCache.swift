public import FilmgateModel
public import FilmgateSystem

/// Caches images that were made from stored files. Deleting the cache loses no data.
///
/// Each image is a file with a random name. The image's row contains its specification, its hash, and the name of its
/// stored file. A crash can leave a file without a row, which is removed when the cache is opened again. It can also
/// leave a row with an incomplete file, which the hash reveals. If the cache exceeds its limit, the least recently
/// used images are removed.
actor ImageCache {
    private let library: Directory
    /// The library's folder in a read-only mount, or nil if clients do not get files from such a mount.
    private let view: Directory?
    /// The limit for the total size of all images, in bytes.
    private let limit: UInt64
    private var opened: OpenedImageCache?
    private let queue = SerialQueue(named: "image-cache")

    nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }

    /// The limit is divided by this number to get the maximum size of one image.
    private static let largestShare: UInt64 = 8

    /// Creates a cache that opens its database at the first use.
    init(in library: Directory, readingThrough view: Directory? = nil, limit: UInt64) {
        self.library = library
        self.view = view
        self.limit = limit
    }

    /// Returns the cached image of a file for the first specification that has one, or nil. Removes an image whose
    /// content has changed.
    func image(
        of file: StoredFileName, as specifications: [ImageSpecification], degraded source: DegradedSource? = nil
    ) async throws -> EncodedImage? {
        guard limit > 0, !specifications.isEmpty else { return nil }
        let cache = try opening()
        for specification in specifications {
            guard let row = try await cache.row(of: file, as: ImageCache.form(specification, source)) else { continue }
            guard let content = row.content(in: try view?.directory("cache") ?? cache.folder) else {
                try await cache.remove([row])
                continue
            }
            try await cache.use(row)
            return EncodedImage(content: content, pixelWidth: row.pixelWidth, pixelHeight: row.pixelHeight)
        }
        return nil
    }

    /// Adds a copy of an image, unless the image is larger than an eighth of the limit.
    ///
    /// - Parameter isStored: returns whether the image's stored file still exists.
    func add(
        _ image: EncodedImage, of file: StoredFileName, as specification: ImageSpecification,
        degraded source: DegradedSource? = nil, isStored: @Sendable (StoredFileName) -> Bool
    ) async throws {
        let size = try image.content.facts().size
        guard size > 0, size <= limit / ImageCache.largestShare else { return }
        let cache = try opening()
        let row = try CacheRow(image, size: size, copiedTo: cache.folder)
        try await cache.add(row, of: file, as: ImageCache.form(specification, source))
        // If the file is removed after this check, its images are removed together with the file.
        if !isStored(file) { try await cache.remove([row]) }
        guard cache.bytes > limit else { return }
        try await cache.removeLeastUsed(until: limit - limit / ImageCache.largestShare)
    }

    /// Removes the images of stored files that were removed.
    func remove(imagesOf files: [StoredFileName]) async throws {
        guard try isPresent() else { return }
        let cache = try opening()
        for file in files { try await cache.remove(try await cache.rows(of: file)) }
    }

    /// Removes all images.
    ///
    /// - Returns: the total size of the removed images, in bytes.
    func clear() async throws -> UInt64 {
        guard try isPresent() else { return 0 }
        let cache = try opening()
        let bytes = cache.bytes
        try await cache.removeLeastUsed(until: 0)
        return bytes
    }

    func close() async {
        await opened?.close()
        opened = nil
    }

    /// Returns the key of an image. Degraded images have their own keys, so they never replace full images.
    private static func form(_ specification: ImageSpecification, _ source: DegradedSource?) -> String {
        source.map { "\(specification) degraded \($0.rawValue)" } ?? specification.description
    }

    private func isPresent() throws(Errno) -> Bool {
        if opened != nil { return true }
        do throws(Errno) { _ = try library.directory("cache") } catch .noEntry { return false }
        return true
    }

    private func opening() throws -> OpenedImageCache {
        if let opened { return opened }
        let folder = try library.makingDirectory("cache")
        let cache: OpenedImageCache
        do {
            cache = try OpenedImageCache(in: folder, on: queue)
        } catch  where !(error is Errno) {
            // The database is damaged or has an unknown schema. The cache starts again, empty.
            for name in try folder.names() { try folder.remove(name) }
            cache = try OpenedImageCache(in: folder, on: queue)
        }
        opened = cache
        return cache
    }
}

/// An encoded image, in a cached file or a memory file.
public struct EncodedImage: Sendable {
    /// A read-only descriptor with its own position.
    public let content: OwnedDescriptor
    public let pixelWidth: UInt32
    public let pixelHeight: UInt32

    public init(content: OwnedDescriptor, pixelWidth: UInt32, pixelHeight: UInt32) {
        self.content = content
        self.pixelWidth = pixelWidth
        self.pixelHeight = pixelHeight
    }

    /// Returns the same image with a different descriptor.
    public func with(content: OwnedDescriptor) -> EncodedImage {
        EncodedImage(content: content, pixelWidth: pixelWidth, pixelHeight: pixelHeight)
    }
}

/// The source of a degraded image, which is quicker to decode than the full image.
public enum DegradedSource: String, Hashable, Sendable {
    /// The main picture of the file, decoded only in part.
    case own
    /// A smaller picture that the file contains, such as a thumbnail. If there is none, the main picture.
    case embedded
}

extension Library {
    /// Returns the cached image of a picture for the first specification that has one, or nil.
    ///
    /// - Parameter source: the source of a degraded image, or nil for the full image.
    public func cachedImage(
        of picture: PictureFile, as specifications: [ImageSpecification], degraded source: DegradedSource? = nil
    ) async throws -> EncodedImage? {
        try await images.image(of: picture.name, as: specifications, degraded: source)
    }

    /// Adds a copy of a picture's image to the cache.
    ///
    /// - Parameter source: the source of a degraded image, or nil for the full image.
    public func cache(
        _ image: EncodedImage, of picture: PictureFile, as specification: ImageSpecification,
        degraded source: DegradedSource? = nil
    ) async throws {
        try await images.add(image, of: picture.name, as: specification, degraded: source) { [originals] file in
            originals.size(of: file) != nil
        }
    }

    /// Removes all cached images.
    ///
    /// - Returns: the total size of the removed images, in bytes.
    public func clearImageCache() async throws -> UInt64 { try await images.clear() }
}
