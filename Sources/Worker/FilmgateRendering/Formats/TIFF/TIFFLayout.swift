import CFilmgateTIFF

/// The layout of the samples in the first picture of a TIFF.
struct TIFFLayout {
    enum ColorModel {
        case gray, rgb, palette, cmyk, ycc, lab

        /// The number of samples that make up a color.
        var count: Int {
            switch self {
            case .gray, .palette: 1
            case .rgb, .ycc, .lab: 3
            case .cmyk: 4
            }
        }
    }

    let width: Int
    let height: Int
    let bits: Int
    let samples: Int
    let format: Int32
    let compression: Int32
    let photometric: Int32
    let isSeparate: Bool
    let isTiled: Bool
    /// Whether neighboring pixels share the chroma of YCbCr.
    let isSubsampled: Bool
    /// Whether the file states its color model.
    private let isExplicit: Bool
    /// The kinds of the samples after the colors; nil if the file does not declare any.
    private let extras: [UInt16]?

    /// The compressions of faxes. With these, 0 is white by default.
    private static let faxes = [
        COMPRESSION_CCITTRLE, COMPRESSION_CCITTFAX3, COMPRESSION_CCITTFAX4, COMPRESSION_CCITTRLEW,
    ]

    init(_ file: InputFile, _ container: TIFFContainer) throws(UnreadableFileError) {
        let size = container.dimensions
        try PictureSizeLimits.check(size.width, size.height, of: "TIFF")
        func value(_ tag: Int32, _ other: Int32) -> Int32 { container.short(tag).map(Int32.init) ?? other }
        (width, height) = (Int(size.width), Int(size.height))
        bits = Int(value(TIFFTAG_BITSPERSAMPLE, 1))
        samples = Int(value(TIFFTAG_SAMPLESPERPIXEL, 1))
        format = value(TIFFTAG_SAMPLEFORMAT, SAMPLEFORMAT_UINT)
        compression = value(TIFFTAG_COMPRESSION, COMPRESSION_NONE)
        isExplicit = container.short(TIFFTAG_PHOTOMETRIC) != nil
        let gray = TIFFLayout.faxes.contains(compression) ? PHOTOMETRIC_MINISWHITE : PHOTOMETRIC_MINISBLACK
        photometric = value(TIFFTAG_PHOTOMETRIC, samples < 3 ? gray : PHOTOMETRIC_RGB)
        isSeparate = value(TIFFTAG_PLANARCONFIG, PLANARCONFIG_CONTIG) == PLANARCONFIG_SEPARATE
        isTiled = TIFFIsTiled(container.raw) != 0
        isSubsampled = fg_tiff_is_subsampled(container.raw)
        var count: UInt16 = 0
        let kinds = fg_tiff_array16(container.raw, UInt32(TIFFTAG_EXTRASAMPLES), &count).map {
            Array(UnsafeBufferPointer(start: $0.assumingMemoryBound(to: UInt16.self), count: Int(count)))
        }
        // libtiff also reports extra samples of unspecified meaning that the file does not declare.
        let areNamed = kinds != [0] || TIFFEntries(file)?.holds(Int(TIFFTAG_EXTRASAMPLES)) == true
        extras = areNamed ? kinds : nil
    }

    /// The color model; nil if it is not supported.
    var colors: ColorModel? {
        switch photometric {
        case PHOTOMETRIC_MINISWHITE, PHOTOMETRIC_MINISBLACK, PHOTOMETRIC_MASK: .gray
        case PHOTOMETRIC_RGB: .rgb
        case PHOTOMETRIC_PALETTE: .palette
        case PHOTOMETRIC_SEPARATED: .cmyk
        case PHOTOMETRIC_YCBCR: .ycc
        case PHOTOMETRIC_CIELAB, PHOTOMETRIC_ICCLAB: .lab
        default: nil
        }
    }

    /// The sample that is marked as transparency, or the only sample of unknown meaning after gray or RGB.
    var alpha: (sample: Int, isPremultiplied: Bool)? {
        guard let colors else { return nil }
        guard let extras else {
            return [.gray, .rgb].contains(colors) && samples == colors.count + 1 ? (colors.count, false) : nil
        }
        let kinds = [EXTRASAMPLE_ASSOCALPHA, EXTRASAMPLE_UNASSALPHA]
        guard let index = extras.firstIndex(where: { kinds.contains(Int32($0)) }) else { return nil }
        let sample = samples - extras.count + index
        return sample >= colors.count ? (sample, Int32(extras[index]) == EXTRASAMPLE_ASSOCALPHA) : nil
    }

    /// Whether libvips shows pictures with this layout correctly.
    var isCommon: Bool {
        guard compression != COMPRESSION_OJPEG else { return false }
        guard let colors else { return true }
        guard isExplicit, format == SAMPLEFORMAT_UINT, !isSeparate || !isTiled else { return false }
        let hasWholeBytes = bits == 8 || bits == 16
        let isOpaque = samples == colors.count
        let hasAlpha = samples == colors.count + 1 && alpha?.isPremultiplied == false
        switch colors {
        case .gray:
            return isOpaque
                ? [1, 2, 4, 8, 16].contains(bits) : hasAlpha && hasWholeBytes && !isSeparate
        case .rgb: return hasWholeBytes && (isOpaque || hasAlpha)
        case .palette: return isOpaque && [1, 2, 4, 8].contains(bits)
        case .cmyk: return isOpaque && hasWholeBytes
        case .ycc: return isOpaque && compression == COMPRESSION_JPEG
        case .lab: return isOpaque && hasWholeBytes && !isSeparate && photometric == PHOTOMETRIC_CIELAB
        }
    }

    /// Whether `TIFFUnpacker` can convert the decoded samples to 8 bits.
    var isUnpacked: Bool {
        guard let colors, samples >= colors.count else { return false }
        switch format {
        case SAMPLEFORMAT_UINT, SAMPLEFORMAT_INT, SAMPLEFORMAT_VOID:
            switch colors {
            case .gray, .rgb, .cmyk: return (1...64).contains(bits)
            case .palette: return (1...8).contains(bits) || bits == 16
            case .ycc: return (1...64).contains(bits) && !isSubsampled
            case .lab: return bits == 8 || bits == 16
            }
        case SAMPLEFORMAT_IEEEFP:
            return [.gray, .rgb, .cmyk].contains(colors) && TIFFSamples.mantissaBits(ofFloat: bits) != nil
        default: return false
        }
    }
}
