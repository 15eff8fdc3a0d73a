import CFilmgateTIFF
import Glibc

/// Converts the samples of a TIFF to 8 bits, and the colors to gray or RGB.
struct TIFFUnpacker {
    private let container: TIFFContainer
    private let layout: TIFFLayout
    private let colors: TIFFLayout.ColorModel
    private let alpha: (sample: Int, isPremultiplied: Bool)?
    private let parts: TIFFParts
    private let buffer: PixelBuffer
    /// The red, green and blue values of each index.
    private let palette: [UInt8]

    init(_ container: TIFFContainer, _ layout: TIFFLayout, _ jpegs: TIFFJPEGParts?) throws(UnreadableFileError) {
        guard let colors = layout.colors else { throw .invalid("This kind of TIFF is not supported.") }
        (self.container, self.layout, self.colors) = (container, layout, colors)
        alpha = layout.alpha
        palette = colors == .palette ? try TIFFUnpacker.palette(of: container, layout.bits) : []
        parts = try TIFFParts(container, layout, jpegs)
        buffer = try PixelBuffer(
            width: Int32(layout.width), height: Int32(layout.height),
            bands: alpha != nil ? 4 : colors == .gray ? 1 : 3, of: "TIFF")
    }

    private static func palette(of container: TIFFContainer, _ bits: Int) throws(UnreadableFileError) -> [UInt8] {
        var columns: (UnsafePointer<UInt16>?, UnsafePointer<UInt16>?, UnsafePointer<UInt16>?)
        guard fg_tiff_palette(container.raw, &columns.0, &columns.1, &columns.2), let red = columns.0,
            let green = columns.1, let blue = columns.2
        else { throw .broken("TIFF", "it has no palette.") }
        let numbers = (0..<1 << bits).flatMap { [red[$0], green[$0], blue[$0]] }
        // Some programs write 8-bit numbers into the 16-bit table.
        let shift: UInt16 = numbers.allSatisfy { $0 < 256 } ? 0 : 8
        return numbers.map { UInt8($0 >> shift) }
    }

    /// - Parameter takesDamaged: whether to show damaged parts as far as they can be decoded.
    func unpacked(takesDamaged: Bool) throws(UnreadableFileError) -> PixelBuffer {
        if takesDamaged { makeBlack() }
        let channels = Array(0..<colors.count) + (alpha.map { [$0.sample] } ?? [])
        var isShown = false
        for plane in layout.isSeparate ? channels : [0] {
            for index in 0..<parts.count {
                let (content, column, row, isWhole) = parts.read(index, plane: plane)
                guard isWhole || takesDamaged else { throw .broken("TIFF", "its pixels cannot be decoded.") }
                guard isWhole || content.contains(where: { $0 != 0 }) else { continue }
                isShown = true
                for channel in layout.isSeparate ? [plane] : channels { copy(content, channel, column, row) }
            }
        }
        guard isShown else { throw .broken("TIFF", "its pixels cannot be decoded.") }
        if colors == .ycc { try convertYCC() }
        if colors == .lab { SRGB.convertLab(buffer) }
        if alpha?.isPremultiplied == true { divideByAlpha() }
        return buffer
    }

    /// Copies the samples of a channel from the part at this position. The black ink must be copied after the other
    /// inks.
    private func copy(_ content: UnsafeRawBufferPointer, _ channel: Int, _ column: Int, _ row: Int) {
        let interleaved = layout.isSeparate ? 1 : layout.samples
        let stride = (parts.width * interleaved * parts.samples.bits + 7) / 8
        let target = buffer.start.assumingMemoryBound(to: UInt8.self)
        let isSigned = self.isSigned(channel)
        let (columns, bands) = (min(parts.width, layout.width - column), Int(buffer.bands))
        for line in 0..<min(parts.height, layout.height - row) where (line + 1) * stride <= content.count {
            let samples = UnsafeRawBufferPointer(rebasing: content[line * stride..<(line + 1) * stride])
            var pixel = target + (row + line) * buffer.stride + column * bands
            for index in 0..<columns {
                let place = index * interleaved + (layout.isSeparate ? 0 : channel)
                if colors == .palette, channel == 0 {
                    let color = 3 * parts.samples.number(place, of: samples)
                    for band in 0..<3 where color + band < palette.count { pixel[band] = palette[color + band] }
                } else {
                    write(parts.samples.byte(place, of: samples, isSigned: isSigned), of: channel, to: pixel)
                }
                pixel += bands
            }
        }
    }

    private func isSigned(_ channel: Int) -> Bool {
        // Whether a and b are signed depends on the variant of Lab.
        if colors == .lab, channel < 3 { return channel > 0 && layout.photometric == PHOTOMETRIC_CIELAB }
        // Programs that mark bytes as signed write unsigned bytes, and all decoders read them as unsigned.
        return layout.format == SAMPLEFORMAT_INT && layout.bits > 8
    }

    private func write(_ value: UInt8, of channel: Int, to pixel: UnsafeMutablePointer<UInt8>) {
        guard channel < colors.count else {
            pixel[3] = value
            return
        }
        switch colors {
        case .gray:
            let shade = layout.photometric == PHOTOMETRIC_MINISWHITE ? 255 - value : value
            for band in 0..<min(Int(buffer.bands), 3) { pixel[band] = shade }
        case .cmyk where channel == 3:
            for band in 0..<3 { pixel[band] = UInt8(Int(pixel[band]) * Int(255 - value) / 255) }
        case .cmyk: pixel[channel] = 255 - value
        case .rgb, .palette, .ycc, .lab: pixel[channel] = value
        }
    }

    // MARK: All pixels

    private func forEachPixel(_ body: (UnsafeMutablePointer<UInt8>) -> Void) {
        let start = buffer.start.assumingMemoryBound(to: UInt8.self)
        for index in 0..<layout.width * layout.height { body(start + index * Int(buffer.bands)) }
    }

    /// Makes the picture black, so that undecodable parts are black.
    private func makeBlack() {
        forEachPixel { pixel in
            if alpha != nil { pixel[3] = 255 }
            if colors == .ycc || colors == .lab { (pixel[1], pixel[2]) = (128, 128) }
        }
    }

    private func convertYCC() throws(UnreadableFileError) {
        guard let tables = fg_tiff_ycbcr(container.raw, Int32(layout.bits)) else {
            throw .broken("TIFF", "its colors have no meaning.")
        }
        defer { free(tables) }
        forEachPixel { pixel in
            var (red, green, blue) = (0 as UInt32, 0 as UInt32, 0 as UInt32)
            TIFFYCbCrtoRGB(tables, UInt32(pixel[0]), Int32(pixel[1]), Int32(pixel[2]), &red, &green, &blue)
            (pixel[0], pixel[1], pixel[2]) = (UInt8(clamping: red), UInt8(clamping: green), UInt8(clamping: blue))
        }
    }

    private func divideByAlpha() {
        forEachPixel { pixel in
            let share = Int(pixel[3])
            guard share > 0 else { return }
            for band in 0..<3 { pixel[band] = UInt8(min(255, Int(pixel[band]) * 255 / share)) }
        }
    }
}
