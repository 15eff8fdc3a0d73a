import FilmgateGTK
import FilmgateSystem

/// What a place in the view needs of an image.
nonisolated struct ImageForm: Hashable, Sendable {
    /// How many pixels the longer side of the requested image has at most.
    let size: Int
    /// The side of the square that the middle of the image fills, in pixels; nil: all of the image is shown.
    let side: Int?

    /// The sizes that are requested. The first one is made ahead by the broker.
    private static let sizes = [256, 512, 1024, 2048]
    /// Squares are made in steps of so many pixels, so that a small change of size needs no new ones.
    private static let step = 32
    /// The most bytes of an image file.
    private static let mostFileBytes = 32 << 20

    /// The whole image, for a large view.
    static let large = ImageForm(size: 2048, side: nil)

    /// A square of about so many pixels.
    static func square(of pixels: Int) -> ImageForm {
        ImageForm(
            size: sizes.first { $0 >= pixels } ?? sizes[sizes.count - 1], side: (pixels + step - 1) / step * step)
    }

    /// Decodes a JPEG and makes a texture for each side.
    ///
    /// - Returns: nil if it cannot be read.
    @concurrent
    static func textures(of content: OwnedDescriptor, sides: Set<Int?>) async -> [Int?: Texture]? {
        guard let whole = Texture.jpeg(content, upTo: mostFileBytes) else { return nil }
        return Dictionary(uniqueKeysWithValues: sides.map { side in (side, side.map(whole.filling) ?? whole) })
    }
}

extension Texture {
    /// Decodes a JPEG of at most `limit` bytes; nil if it cannot be read, or is none. The picture then stays empty.
    nonisolated static func jpeg(_ content: OwnedDescriptor, upTo limit: Int) -> Texture? {
        // As the function says.
        (try? content.contents(upTo: limit)).flatMap { jpeg($0) }
    }
}
