public import FilmgateModel
public import FilmgateSystem

/// Caches images that were made from stored files. The cache can be deleted without losing data.
///
/// Each image is a file with a random name. Its row contains the name of the stored file that it was made from, its
/// specification, and its hash. A crash can leave a file without a row, which is removed when the cache is opened next,
/// or a row with an incomplete file, which the hash reveals when the image is opened. Beyond the limit, the least
/// recently used images are removed.
actor ImageCache {
    private let library: Directory
    /// A view of the cache's folder; nil if clients do not get files through a view.
    private let view: Directory?
    /// The limit for all images, in bytes.
    private let limit: UInt64
    private var opened: OpenedCache?
    private let queue = SerialQueue(named: "image-cache")

    nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }

    /// The divisor for the largest image: one image takes at most this fraction of the limit.
    private static let largestShare: UInt64 = 8

    /// Opens nothing before the first use.
    init(in library: Directory, readingThrough view: Directory? = nil, limit: UInt64) {
        self.library = library
        self.view = view
        self.limit = limit
    }

    /// Returns the image of a file for the first of these specifications that is in the cache; nil if no such image is
    /// cached. Removes an image whose bytes have changed.
    func image(
        of file: FileName, as specifications: [ImageSpecification], degraded source: DegradedSource? = nil
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

    /// Copies an image into the cache.
    ///
    /// - Parameter isStored: returns whether the file from which the image was made still exists.
    func add(
        _ image: EncodedImage, of file: FileName, as specification: ImageSpecification,
        degraded source: DegradedSource? = nil, isStored: @Sendable (FileName) -> Bool
    ) async throws {
        let size = try image.content.facts().size
        guard size > 0, size <= limit / ImageCache.largestShare else { return }
        let cache = try opening()
        let row = try CacheRow(image, size: size, copiedTo: cache.folder)
        try await cache.add(row, of: file, as: ImageCache.form(specification, source))
        // If the file is removed after this check, the code that removes the file also removes its images.
        if !isStored(file) { try await cache.remove([row]) }
        guard cache.bytes > limit else { return }
        try await cache.removeLeastUsed(until: limit - limit / ImageCache.largestShare)
    }

    /// Removes the images that were made from these files, because the files were removed.
    func remove(imagesOf files: [FileName]) async throws {
        guard try isPresent() else { return }
        let cache = try opening()
        for file in files { try await cache.remove(try await cache.rows(of: file)) }
    }

    /// Removes all images.
    ///
    /// - Returns: the size of the removed images in bytes.
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

    /// Returns the key of an image. A degraded image never replaces the full image.
    private static func form(_ specification: ImageSpecification, _ source: DegradedSource?) -> String {
        source.map { "\(specification) degraded \($0.rawValue)" } ?? specification.description
    }

    private func isPresent() throws(Errno) -> Bool {
        if opened != nil { return true }
        do throws(Errno) { _ = try library.directory("cache") } catch .noEntry { return false }
        return true
    }

    private func opening() throws -> OpenedCache {
        if let opened { return opened }
        let folder = try library.makingDirectory("cache")
        let cache: OpenedCache
        do {
            cache = try OpenedCache(in: folder, on: queue)
        } catch  where !(error is Errno) {
            // The database is damaged or has a newer version, so the cache starts again empty.
            for name in try folder.names() { try folder.remove(name) }
            cache = try OpenedCache(in: folder, on: queue)
        }
        opened = cache
        return cache
    }
}

/// An encoded image in a file, from the cache or in memory.
public struct EncodedImage: Sendable {
    /// A read-only descriptor with a position of its own.
    public let content: OwnedDescriptor
    public let pixelWidth: UInt32
    public let pixelHeight: UInt32

    public init(content: OwnedDescriptor, pixelWidth: UInt32, pixelHeight: UInt32) {
        self.content = content
        self.pixelWidth = pixelWidth
        self.pixelHeight = pixelHeight
    }

    /// Returns the same image in another file.
    public func with(content: OwnedDescriptor) -> EncodedImage {
        EncodedImage(content: content, pixelWidth: pixelWidth, pixelHeight: pixelHeight)
    }
}

/// The picture in a file from which a degraded image is made, because it is decoded faster.
public enum DegradedSource: String, Hashable, Sendable {
    /// The file's main picture, partly decoded.
    case own
    /// A picture that the file contains beside its main picture, such as a thumbnail. Without one, the main picture.
    case embedded
}

extension Library {
    /// Returns the cached image of a picture for the first of these specifications that is in the cache; nil if no such
    /// image is cached.
    ///
    /// - Parameter source: the source of a degraded image; nil for the full image.
    public func cachedImage(
        of picture: PictureFile, as specifications: [ImageSpecification], degraded source: DegradedSource? = nil
    ) async throws -> EncodedImage? {
        try await images.image(of: picture.name, as: specifications, degraded: source)
    }

    /// Stores a copy of an image of a picture.
    ///
    /// - Parameter source: the source of a degraded image; nil for the full image.
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
    /// - Returns: the size of the removed images in bytes.
    public func clearImageCache() async throws -> UInt64 { try await images.clear() }
}
