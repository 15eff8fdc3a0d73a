public import Filmgate
import FilmgateSystem

extension PhotoLibrary {
    /// Requests a small picture of an asset, upright and in sRGB.
    ///
    /// - Parameters:
    ///   - width: the maximum width, in pixels.
    ///   - height: the maximum height, in pixels.
    /// - Throws: `PhotoLibraryError`, or `Bitmap.Malformed` if the size is out of range or does not match the pixels.
    public func picture(of asset: AssetID, width: Int, height: Int) async throws -> Bitmap {
        var specification = ImageSpecification.fitting(UInt32(clamping: width), UInt32(clamping: height))
        specification.format = .pixels
        let image = try await image(for: asset, as: specification, delivery: .highQuality).last
        let count = try Bitmap.byteCount(width: image.pixelWidth, height: image.pixelHeight)
        guard let pixels = try image.content.contents(upTo: count) else { throw Bitmap.Malformed.byteCount }
        return try Bitmap(width: image.pixelWidth, height: image.pixelHeight, pixels: pixels)
    }
}
