import CFilmgatePNG

/// Finds the end of the compressed pixels of a picture or of a frame. The pixels can be in several chunks.
final class PNGPixelDataScanner {
    private let stream: OpaquePointer

    /// - Parameter needed: the number of bytes of the inflated pixels.
    /// - Throws: if memory is exhausted.
    init(needed: UInt64) throws(UnreadableFileError) {
        guard let stream = fg_png_pixels_begin(needed) else { throw PNGPixelDataScanner.noMemory }
        self.stream = stream
    }

    deinit { fg_png_pixels_end(stream) }

    /// Returns the number of bytes at the start of the next chunk's data that decoders use.
    ///
    /// - Throws: if memory is exhausted.
    func used(of data: UnsafeRawBufferPointer) throws(UnreadableFileError) -> Int {
        var used = 0
        guard fg_png_pixels_use(stream, data.bindMemory(to: UInt8.self).baseAddress, data.count, &used) else {
            throw PNGPixelDataScanner.noMemory
        }
        return used
    }

    private static let noMemory = UnreadableFileError.enormous("The pixels of the PNG need too much memory.")
}
