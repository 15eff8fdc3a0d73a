import FilmgateGTK
import FilmgateSystem

/// The form in which the view needs an image.
nonisolated struct ImageForm: Hashable, Sendable {
    /// The maximum length of the longer side of the requested image, in pixels.
    let size: Int
    /// The side of the square that the center of the image fills, in pixels; nil to show the whole image.
    let side: Int?

    /// The sizes that are requested. The broker makes images of the first size in advance.
    private static let sizes = [256, 512, 1024, 2048]
    /// The sides of squares are multiples of this number of pixels, so that a small change of size needs no new images.
    private static let step = 32
    /// The maximum size of an image file, in bytes.
    private static let mostFileBytes = 32 << 20

    /// The whole image, for a large view.
    static let large = ImageForm(size: 2048, side: nil)

    /// Returns a form for a square with about this side, in pixels.
    static func square(of pixels: Int) -> ImageForm {
        ImageForm(
            size: sizes.first { $0 >= pixels } ?? sizes[sizes.count - 1], side: (pixels + step - 1) / step * step)
    }

    /// Decodes a JPEG and makes a texture for each side.
    ///
    /// - Returns: nil if the JPEG cannot be read.
    @concurrent
    static func textures(of content: OwnedDescriptor, sides: Set<Int?>) async -> [Int?: Texture]? {
        guard let whole = Texture.jpeg(content, upTo: mostFileBytes) else { return nil }
        return Dictionary(uniqueKeysWithValues: sides.map { side in (side, side.map(whole.filling) ?? whole) })
    }
}

extension Texture {
    /// Decodes a JPEG of at most `limit` bytes. Returns nil if it cannot be read, or is not a JPEG; the picture then
    /// stays empty.
    nonisolated static func jpeg(_ content: OwnedDescriptor, upTo limit: Int) -> Texture? {
        // A file that cannot be read gives no picture.
        (try? content.contents(upTo: limit)).flatMap { jpeg($0) }
    }

    /// Decodes a JPEG on another thread.
    @concurrent
    nonisolated static func decoded(_ content: OwnedDescriptor, upTo limit: Int) async -> Texture? {
        jpeg(content, upTo: limit)
    }
}
