import CFilmgateVips
import Glibc

/// Decoded pixels in rows without gaps. One band is gray; three bands are red, green and blue; a fourth band is alpha.
final class PixelBuffer {
    let start: UnsafeMutableRawPointer
    let width: Int32
    let height: Int32
    let bands: Int32

    var stride: Int { Int(width) * Int(bands) }

    /// - Parameter content: memory from `malloc`; nil if there was not enough memory.
    init(
        width: Int32, height: Int32, bands: Int32, content: UnsafeMutableRawPointer?, of what: String
    ) throws(UnreadableFileError) {
        guard let content else { throw .enormous("The \(what) needs more memory than it gets.") }
        start = content
        (self.width, self.height, self.bands) = (width, height, bands)
    }

    /// Creates a black buffer.
    convenience init(width: Int32, height: Int32, bands: Int32, of what: String) throws(UnreadableFileError) {
        try self.init(
            width: width, height: height, bands: bands, content: calloc(Int(height), Int(width) * Int(bands)), of: what
        )
    }

    deinit { free(start) }

    /// - Parameter orientation: the Exif orientation of the pixels.
    func pixels(orientation: UInt32 = 1) throws(UnreadableFileError) -> Pixels {
        let pixels = try Pixels(fg_vips_of_pixels(start, width, height, bands), of: self)
        pixels.withImage { fg_vips_set_orientation($0, Int32(orientation)) }
        return pixels
    }
}
