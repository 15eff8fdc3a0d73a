import FilmgateModel
import FilmgateStore

/// An image to make: the picture that it shows, and its specification.
struct ImageJobInput: Hashable, Sendable {
    let picture: PictureFile
    let specification: ImageSpecification

    /// - Parameter limits: the limits of a grant. The order contains `maxPixels` only if the image becomes smaller, so
    ///   that clients share the images that this limit does not affect.
    init(_ picture: PictureFile, _ specification: ImageSpecification, within limits: ContentLimits) {
        self.picture = picture
        var specification = specification
        specification.orientation = picture.orientation
        var limited = specification
        limited.maxPixels = limits.maxPixels
        let concerns =
            ImageJobInput.geometries(of: limited, picture) != ImageJobInput.geometries(of: specification, picture)
        self.specification = concerns ? limited : specification
    }

    /// Returns the geometries for the picture as stored, and for the picture rotated by 90°.
    private static func geometries(of specification: ImageSpecification, _ picture: PictureFile) -> [ScaledCrop] {
        [(picture.pixelWidth, picture.pixelHeight), (picture.pixelHeight, picture.pixelWidth)].map {
            ScaledCrop(of: specification, width: $0.0, height: $0.1)
        }
    }

    /// The maximum size of the encoded image in bytes, whatever the orientation of the picture.
    var room: UInt64 {
        let pixels = ImageJobInput.geometries(of: specification, picture).map { UInt64($0.width) * UInt64($0.height) }
        return (pixels.max() ?? 0).multipliedClamped(by: 4).addingClamped(1 << 20)
    }

    /// The maximum of `room` for which an image is made.
    static let mostRoom: UInt64 = 512 << 20

    /// Whether making the image takes long enough for a degraded image to be useful.
    var isSlow: Bool {
        picture.type.mediaType != .image
            || UInt64(picture.pixelWidth) * UInt64(picture.pixelHeight) > ImageJobInput.quickPixels
    }

    /// The number of pixels that a worker decodes in a few milliseconds.
    private static let quickPixels: UInt64 = 1_000_000

    /// Smaller images of the whole picture that are often in the cache, the largest first. Each can be shown until
    /// this image is made, because it is smaller and therefore within the grant's limit.
    var smaller: [ImageJobInput] {
        guard specification.mode == .fit, specification.crop == .whole else { return [] }
        let side = ImageJobInput.geometries(of: specification, picture).map { max($0.width, $0.height) }.max() ?? 0
        return ImageJobInput.sides.filter { $0 < side }.map { side in
            var smaller = specification
            (smaller.width, smaller.height, smaller.resize, smaller.maxPixels) = (side, side, .exact, nil)
            return ImageJobInput(picture, smaller, within: ContentLimits())
        }
    }

    /// The longer side, in pixels, of the small images that are made in advance for lists and grids.
    static let sideMadeAhead: UInt32 = 256
    private static let sides: [UInt32] = [2048, 1024, 512, sideMadeAhead, 128]
}
