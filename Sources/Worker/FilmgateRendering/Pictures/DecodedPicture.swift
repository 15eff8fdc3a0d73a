import CFilmgateVips
import FilmgateModel

/// A picture whose pixels are already decoded, or are decoded when an image is made from it.
struct DecodedPicture: SourcePicture {
    /// The pixels as stored, not upright.
    let pixels: Pixels
    let width: UInt32
    let height: UInt32

    init(_ pixels: Pixels) {
        self.pixels = pixels
        (width, height) = pixels.uprightSize
    }

    func image(_ geometry: ScaledCrop, color: ImageSpecification.Color) throws(UnreadableFileError) -> Pixels {
        try pixels.shown(by: geometry, color: color)
    }

    /// Returns the picture with a different Exif orientation for its stored pixels.
    func turned(_ orientation: UInt32) -> DecodedPicture {
        pixels.withImage { fg_vips_set_orientation($0, Int32(orientation)) }
        return DecodedPicture(pixels)
    }
}
