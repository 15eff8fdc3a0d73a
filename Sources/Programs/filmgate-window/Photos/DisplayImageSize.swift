import FilmgateGTK
import FilmgateSystem

/// The size and the shape in which a view needs an image.
nonisolated struct DisplayImageSize: Hashable, Sendable {
    /// The maximum length of the longer side of the requested image, in pixels.
    let size: Int
    /// The side of the square to which the image is cropped, in pixels; nil for the whole image.
    let side: Int?

    /// The sizes that the window requests. The broker creates images of the first size in advance.
    private static let sizes = [256, 512, 1024, 2048]
    /// The sides of squares are multiples of this number of pixels, so that a small change of size needs no new images.
    private static let step = 32
    /// The maximum size of an image file, in bytes.
    private static let mostFileBytes = 32 << 20

    /// The whole image, for a large view.
    static let large = DisplayImageSize(size: 2048, side: nil)

    /// Returns the form for a square whose side has at least this number of pixels.
    static func square(of pixels: Int) -> DisplayImageSize {
        DisplayImageSize(
            size: sizes.first { $0 >= pixels } ?? sizes[sizes.count - 1], side: (pixels + step - 1) / step * step)
    }

    /// Decodes a JPEG image, and creates a texture for each side of a square. The side nil stands for the whole image.
    ///
    /// - Returns: the textures by side; nil if the image cannot be read.
    @concurrent
    static func textures(of content: OwnedDescriptor, sides: Set<Int?>) async -> [Int?: Texture]? {
        guard let whole = Texture.jpeg(content, upTo: mostFileBytes) else { return nil }
        return Dictionary(uniqueKeysWithValues: sides.map { side in (side, side.map(whole.filling) ?? whole) })
    }
}

extension Texture {
    /// Decodes a JPEG image of at most `limit` bytes. Returns nil if the image cannot be read or decoded.
    nonisolated static func jpeg(_ content: OwnedDescriptor, upTo limit: Int) -> Texture? {
        // If the file cannot be read, the result is nil.
        (try? content.contents(upTo: limit)).flatMap { jpeg($0) }
    }

    /// Decodes a JPEG image of at most `limit` bytes on a different thread.
    @concurrent
    nonisolated static func decoded(_ content: OwnedDescriptor, upTo limit: Int) async -> Texture? {
        jpeg(content, upTo: limit)
    }
}
