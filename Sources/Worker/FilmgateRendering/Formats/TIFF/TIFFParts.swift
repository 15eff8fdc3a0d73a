import CFilmgateTIFF

/// The strips or tiles of a TIFF.
final class TIFFParts {
    let width: Int
    let height: Int
    let count: Int
    /// The format of the samples in a decoded part.
    let samples: TIFFSamples
    private let container: TIFFContainer
    private let layout: TIFFLayout
    private let jpegs: TIFFJPEGParts?
    private let columns: Int
    private let buffer: UnsafeMutableRawBufferPointer
    /// The maximum size of a part, in bytes.
    static let most = 256 << 20

    /// - Parameter jpegs: the decoder of the parts; nil to decode them with libtiff.
    init(_ container: TIFFContainer, _ layout: TIFFLayout, _ jpegs: TIFFJPEGParts?) throws(UnreadableFileError) {
        (self.container, self.layout, self.jpegs) = (container, layout, jpegs)
        let across = layout.isTiled ? container.number(TIFFTAG_TILEWIDTH) : UInt32(layout.width)
        let down = container.number(layout.isTiled ? TIFFTAG_TILELENGTH : TIFFTAG_ROWSPERSTRIP)
        width = Int(across ?? 0)
        // A strip can claim to be higher than the picture.
        height = layout.isTiled ? Int(down ?? 0) : min(Int(down ?? .max), layout.height)
        let sides = 1...Int(PictureSizeLimits.sideLimit)
        guard sides.contains(width), sides.contains(height) else { throw .broken("TIFF", "its parts have no size.") }
        columns = (layout.width + width - 1) / width
        count = columns * ((layout.height + height - 1) / height)
        let size: Int
        if jpegs != nil {
            samples = TIFFSamples(bits: 8, isFloat: false, isBigEndian: false)
            size = width * height * (layout.isSeparate ? 1 : layout.samples)
        } else {
            // libtiff converts samples to the machine's byte order, except samples of 40, 48 and 56 bits.
            samples = TIFFSamples(
                bits: layout.bits, isFloat: layout.format == SAMPLEFORMAT_IEEEFP,
                isBigEndian: [40, 48, 56].contains(layout.bits) && TIFFIsBigEndian(container.raw) != 0)
            size = Int(layout.isTiled ? TIFFTileSize(container.raw) : TIFFStripSize(container.raw))
        }
        guard (1...TIFFParts.most).contains(size) else { throw .enormous("The TIFF needs more memory than it gets.") }
        buffer = .allocate(byteCount: size, alignment: 16)
        if layout.compression == COMPRESSION_CCITTFAX3, !layout.isTiled {
            fg_tiff_try_plain_fax(container.raw, buffer.baseAddress, tmsize_t(size))
        }
    }

    deinit { buffer.deallocate() }

    /// Decodes a part, whose bytes are valid until the next call. Undecodable bytes of a damaged part are zero.
    func read(_ index: Int, plane: Int) -> (content: UnsafeRawBufferPointer, column: Int, row: Int, isWhole: Bool) {
        let (column, row) = (index % columns * width, index / columns * height)
        buffer.initializeMemory(as: UInt8.self, repeating: 0)
        let number =
            layout.isTiled
            ? TIFFComputeTile(container.raw, UInt32(column), UInt32(row), 0, UInt16(plane))
            : TIFFComputeStrip(container.raw, UInt32(row), UInt16(plane))
        let isWhole: Bool
        if let jpegs {
            isWhole = jpegs.decode(
                number, width: width, height: min(height, layout.height - row),
                samples: layout.isSeparate ? 1 : layout.samples, into: buffer)
        } else {
            let size = tmsize_t(buffer.count)
            isWhole =
                layout.isTiled
                ? TIFFReadEncodedTile(container.raw, number, buffer.baseAddress, size) > 0
                : TIFFReadEncodedStrip(container.raw, number, buffer.baseAddress, size) > 0
        }
        return (UnsafeRawBufferPointer(buffer), column, row, isWhole)
    }
}
