internal import FilmgateModel
internal import FilmgateStore

/// An image to be made: of which picture, and in which form.
struct ImageOrder: Hashable, Sendable {
    let picture: PictureFile
    let specification: ImageSpecification

    /// The most bytes that the encoded image can have, however the picture is turned.
    var room: UInt64 {
        let sides = [(picture.pixelWidth, picture.pixelHeight), (picture.pixelHeight, picture.pixelWidth)]
        let pixels = sides.map { width, height in
            let geometry = ImageGeometry(of: specification, width: width, height: height)
            return UInt64(geometry.width) * UInt64(geometry.height)
        }
        return 4 * (pixels.max() ?? 0) + (1 << 20)
    }

    /// Whether making it takes long enough for a degraded image to be worth while.
    var isSlow: Bool {
        picture.type != .photo || UInt64(picture.pixelWidth) * UInt64(picture.pixelHeight) > ImageOrder.quickPixels
    }

    /// A worker decodes this many in a few milliseconds.
    private static let quickPixels: UInt64 = 1_000_000

    /// Smaller images of the whole picture that other requests often leave in the cache, the largest first. Each can
    /// stand for this one until it is made.
    var smaller: [ImageOrder] {
        guard specification.mode == .fit, specification.crop == .whole else { return [] }
        let side = max(specification.width ?? .max, specification.height ?? .max)
        return ImageOrder.sides.filter { $0 < side }.map { side in
            var specification = specification
            (specification.width, specification.height, specification.resize) = (side, side, .exact)
            return ImageOrder(picture: picture, specification: specification)
        }
    }

    /// The sides of images that are made ahead, in pixels: a small one for lists and grids.
    static let sideMadeAhead: UInt32 = 256
    private static let sides: [UInt32] = [2048, 1024, 512, sideMadeAhead, 128]
}
