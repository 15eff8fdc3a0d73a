internal import CFilmgateTIFF
internal import FilmgateModel
internal import Glibc

/// The first picture of a TIFF: decoded by libvips, or by libtiff if libvips does not know such files, or it is damaged.
func tiffPicture(of file: InputFile, takesDamaged: Bool) throws(Unreadable) -> any Picture {
    let pixels = try TIFFPixels(file)
    if pixels.areUncommon { return try pixels.decoded(takesDamaged: takesDamaged) }
    if takesDamaged {
        // libtiff leaves blank what it cannot decode. It does not know all kinds of samples.
        do throws(Unreadable) { return try pixels.decoded(takesDamaged: true) } catch {
            guard case .invalid = error else { throw error }
            return try EncodedPicture(file, isJPEG: false, takesDamaged: true)
        }
    }
    do throws(Unreadable) { return try EncodedPicture(file, isJPEG: false) } catch {
        guard case .invalid = error, let picture = try? pixels.decoded(takesDamaged: false) else { throw error }
        return picture
    }
}

/// Decodes the first picture of a TIFF by libtiff, to 8 bits.
struct TIFFPixels {
    private let container: TIFFContainer
    private let width: Int
    private let height: Int
    private let orientation: UInt32
    private let bits: Int
    private let samples: Int
    private let photometric: Int32
    private let isSeparate: Bool

    init(_ file: InputFile) throws(Unreadable) {
        container = try TIFFContainer(file)
        let size = container.dimensions
        try Dimensions.check(size.width, size.height, of: "TIFF")
        (width, height) = (Int(size.width), Int(size.height))
        let turned = container.short(TIFFTAG_ORIENTATION).map(UInt32.init) ?? 1
        orientation = (1...8).contains(turned) ? turned : 1
        bits = Int(container.short(TIFFTAG_BITSPERSAMPLE) ?? 1)
        samples = Int(container.short(TIFFTAG_SAMPLESPERPIXEL) ?? 1)
        photometric = container.short(TIFFTAG_PHOTOMETRIC).map(Int32.init) ?? PHOTOMETRIC_MINISBLACK
        isSeparate = container.short(TIFFTAG_PLANARCONFIG).map(Int32.init) == PLANARCONFIG_SEPARATE
    }

    /// Whether libvips refuses such pictures.
    var areUncommon: Bool {
        let compression = container.short(TIFFTAG_COMPRESSION).map(Int32.init) ?? COMPRESSION_NONE
        if isUnpacked || compression == COMPRESSION_OJPEG { return true }
        if isSeparate, TIFFIsTiled(container.raw) != 0 { return true }
        return photometric == PHOTOMETRIC_YCBCR && compression != COMPRESSION_JPEG
            && fg_tiff_is_subsampled(container.raw)
    }

    /// Whether libtiff converts no such pixels: samples do not begin where bytes do, or planes are in tiles.
    private var isUnpacked: Bool {
        guard isGray || photometric == PHOTOMETRIC_RGB, (1...16).contains(bits) else { return false }
        if isSeparate, TIFFIsTiled(container.raw) != 0 { return true }
        return ![8, 16].contains(bits) && (!isGray || ![1, 2, 4].contains(bits))
    }

    private var isGray: Bool { photometric == PHOTOMETRIC_MINISBLACK || photometric == PHOTOMETRIC_MINISWHITE }

    func decoded(takesDamaged: Bool) throws(Unreadable) -> DecodedPicture {
        let buffer = isUnpacked ? try unpacked(takesDamaged) : try converted(takesDamaged)
        return DecodedPicture(try buffer.pixels(orientation: orientation))
    }

    /// Converted by libtiff, which knows all kinds of colors in 1, 2, 4, 8 and 16 bits.
    private func converted(_ takesDamaged: Bool) throws(Unreadable) -> PixelBuffer {
        let buffer = try PixelBuffer(width: Int32(width), height: Int32(height), bands: 3, of: "TIFF")
        guard let raster = calloc(width * height, 4) else {
            throw .enormous("The TIFF needs more memory than it gets.")
        }
        defer { free(raster) }
        // Of the orientation that the file has, so that nothing is turned here.
        let code = TIFFReadRGBAImageOriented(
            container.raw, UInt32(width), UInt32(height), raster.assumingMemoryBound(to: UInt32.self),
            Int32(orientation), takesDamaged ? 0 : 1)
        guard code != 0 else { throw .broken("TIFF", "its pixels cannot be decoded.") }
        let (source, target) = (
            raster.assumingMemoryBound(to: UInt8.self), buffer.start.assumingMemoryBound(to: UInt8.self)
        )
        for pixel in 0..<width * height {
            for band in 0..<3 { target[3 * pixel + band] = source[4 * pixel + band] }
        }
        return buffer
    }

    /// Gray, or red, green and blue, whose samples have any number of bits.
    private func unpacked(_ takesDamaged: Bool) throws(Unreadable) -> PixelBuffer {
        let bands = isGray ? 1 : 3
        guard samples >= bands else {
            throw .invalid("It is a TIFF of a kind that cannot be shown here.")
        }
        let buffer = try PixelBuffer(width: Int32(width), height: Int32(height), bands: Int32(bands), of: "TIFF")
        let parts = try TIFFParts(container, width: width, height: height)
        for plane in 0..<(isSeparate ? bands : 1) {
            for part in 0..<parts.count {
                guard let (content, place) = parts.read(part, plane: plane) else {
                    if takesDamaged { continue }
                    throw .broken("TIFF", "its pixels cannot be decoded.")
                }
                copy(content, of: parts, to: place, plane, buffer, bands)
            }
        }
        return buffer
    }

    private func copy(
        _ content: UnsafeRawBufferPointer, of parts: TIFFParts, to place: (column: Int, row: Int), _ plane: Int,
        _ buffer: PixelBuffer, _ bands: Int
    ) {
        let interleaved = isSeparate ? 1 : samples
        let stride = (parts.width * interleaved * bits + 7) / 8
        let target = buffer.start.assumingMemoryBound(to: UInt8.self)
        for row in 0..<min(parts.height, height - place.row) where (row + 1) * stride <= content.count {
            for column in 0..<min(parts.width, width - place.column) {
                let pixel = (place.row + row) * buffer.stride + (place.column + column) * bands
                for band in 0..<(isSeparate ? 1 : bands) {
                    let value = sample(column * interleaved + band, of: content, from: row * stride)
                    target[pixel + (isSeparate ? plane : band)] =
                        photometric == PHOTOMETRIC_MINISWHITE ? 255 - value : value
                }
            }
        }
    }

    /// The sample in 8 bits.
    private func sample(_ index: Int, of content: UnsafeRawBufferPointer, from start: Int) -> UInt8 {
        if bits == 8 { return content[start + index] }
        if bits == 16 {
            // libtiff has brought them to the order of the machine.
            return UInt8(content.loadUnaligned(fromByteOffset: start + 2 * index, as: UInt16.self) >> 8)
        }
        // The highest bit comes first.
        var value = 0
        for bit in index * bits..<(index + 1) * bits {
            value = value << 1 | Int(content[start + bit / 8] >> (7 - UInt8(bit % 8))) & 1
        }
        return UInt8(value * 255 / (1 << bits - 1))
    }
}

/// The strips or tiles of a TIFF.
private final class TIFFParts {
    let width: Int
    let height: Int
    let count: Int
    private let container: TIFFContainer
    private let isTiled: Bool
    private let columns: Int
    private let buffer: UnsafeMutableRawBufferPointer
    private static let most = 256 << 20

    init(_ container: TIFFContainer, width: Int, height: Int) throws(Unreadable) {
        self.container = container
        isTiled = TIFFIsTiled(container.raw) != 0
        let across: UInt32? = isTiled ? container.number(TIFFTAG_TILEWIDTH) : UInt32(width)
        let down: UInt32? =
            isTiled ? container.number(TIFFTAG_TILELENGTH) : container.number(TIFFTAG_ROWSPERSTRIP) ?? UInt32(height)
        self.width = Int(across ?? 0)
        // A strip can claim to be higher than the picture.
        self.height = isTiled ? Int(down ?? 0) : min(Int(down ?? 0), height)
        guard self.width > 0, self.height > 0 else { throw .broken("TIFF", "its parts have no size.") }
        columns = (width + self.width - 1) / self.width
        count = columns * ((height + self.height - 1) / self.height)
        let size = Int(isTiled ? TIFFTileSize(container.raw) : TIFFStripSize(container.raw))
        guard (1...TIFFParts.most).contains(size) else { throw .enormous("The TIFF needs more memory than it gets.") }
        buffer = .allocate(byteCount: size, alignment: 16)
        buffer.initializeMemory(as: UInt8.self, repeating: 0)
    }

    deinit { buffer.deallocate() }

    /// Decodes a part, which is valid until the next call. Returns nil if it is damaged.
    func read(_ index: Int, plane: Int) -> (content: UnsafeRawBufferPointer, place: (column: Int, row: Int))? {
        let (column, row) = (index % columns * width, index / columns * height)
        let size =
            isTiled
            ? TIFFReadEncodedTile(
                container.raw,
                TIFFComputeTile(container.raw, UInt32(column), UInt32(row), 0, UInt16(plane)), buffer.baseAddress,
                tmsize_t(buffer.count))
            : TIFFReadEncodedStrip(
                container.raw, TIFFComputeStrip(container.raw, UInt32(row), UInt16(plane)), buffer.baseAddress,
                tmsize_t(buffer.count))
        guard size > 0 else { return nil }
        return (UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(buffer)[..<Int(size)]), (column, row))
    }
}
