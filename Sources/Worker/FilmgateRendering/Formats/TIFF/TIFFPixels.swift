import CFilmgateTIFF
import CFilmgateVips
import Glibc

/// Returns the first picture of a TIFF. Prefers libvips, but uses libtiff for layouts that libvips does not support,
/// and for files that may be damaged. libvips finds some damage only while decoding.
func tiffPicture(of file: InputFile, takesDamaged: Bool) throws(UnreadableFileError) -> any SourcePicture {
    let pixels = try TIFFPixels(file)
    if pixels.areCommon, !takesDamaged {
        do throws(UnreadableFileError) { return try pixels.encoded(takesDamaged: false) } catch {
            return try secondAttempt(after: error) { () throws(UnreadableFileError) in
                try pixels.decoded(takesDamaged: false)
            }
        }
    }
    // libtiff leaves undecodable parts blank, but does not support all kinds of samples.
    do throws(UnreadableFileError) { return try pixels.decoded(takesDamaged: takesDamaged) } catch {
        return try secondAttempt(after: error) { () throws(UnreadableFileError) in
            try pixels.encoded(takesDamaged: takesDamaged)
        }
    }
}

/// The first picture of a TIFF, to be decoded with libvips or with libtiff.
private struct TIFFPixels {
    private let file: InputFile
    private let container: TIFFContainer
    private let layout: TIFFLayout
    /// The decoder of the parts; nil to decode them with libtiff.
    private let jpegs: TIFFJPEGParts?
    private let orientation: UInt32

    init(_ file: InputFile) throws(UnreadableFileError) {
        self.file = file
        container = try TIFFContainer(file)
        layout = try TIFFLayout(file, container)
        jpegs = TIFFJPEGParts(file, container, layout)
        let turned = container.short(TIFFTAG_ORIENTATION).map(UInt32.init) ?? 1
        orientation = (1...8).contains(turned) ? turned : 1
    }

    /// Whether libvips shows the picture correctly.
    var areCommon: Bool { layout.isCommon && jpegs == nil }

    /// Returns the picture for decoding with libvips, in full size if the file has other pictures. If one of these has
    /// half the size, libvips would mistake it for a smaller version of the first picture.
    func encoded(takesDamaged: Bool) throws(UnreadableFileError) -> any SourcePicture {
        let picture = try EncodedPicture(file, isJPEG: false, takesDamaged: takesDamaged)
        return container.holdsOtherPictures ? DecodedPicture(picture.header) : picture
    }

    func decoded(takesDamaged: Bool) throws(UnreadableFileError) -> DecodedPicture {
        let isUnpacked = layout.isUnpacked && (jpegs != nil || !isDecodedWithColors)
        let buffer =
            isUnpacked
            ? try TIFFUnpacker(container, layout, jpegs).unpacked(takesDamaged: takesDamaged)
            : try converted(takesDamaged)
        let pixels = try buffer.pixels(orientation: orientation)
        if let profile = container.block(UInt32(TIFFTAG_ICCPROFILE)) { pixels.setProfile(Array(profile)) }
        return DecodedPicture(pixels)
    }

    /// Whether libtiff converts the colors while it decodes.
    private var isDecodedWithColors: Bool {
        switch layout.compression {
        case COMPRESSION_OJPEG, COMPRESSION_SGILOG, COMPRESSION_SGILOG24: true
        case COMPRESSION_JPEG: layout.colors == .ycc
        default: false
        }
    }

    /// Decodes with libtiff's color conversion, which supports all kinds of colors in 1, 2, 4, 8 and 16 bits.
    private func converted(_ takesDamaged: Bool) throws(UnreadableFileError) -> PixelBuffer {
        let (width, height) = (layout.width, layout.height)
        let buffer = try PixelBuffer(width: Int32(width), height: Int32(height), bands: 3, of: "TIFF")
        guard let raster = calloc(width * height, 4) else {
            throw .enormous("The TIFF needs more memory than it gets.")
        }
        defer { free(raster) }
        // With the file's own orientation, libtiff does not turn the picture.
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
}
