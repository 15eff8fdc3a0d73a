import CFilmgateOpenJPEG
import CFilmgateVips

/// An image that OpenJPEG has read: components of any size and depth, with palettes already applied.
final class JPEG2000Image {
    private let image: UnsafeMutablePointer<opj_image_t>
    /// The number of times that the sides can be halved or, after decoding, have been halved.
    let levels: UInt32

    /// - Parameters:
    ///   - halved: the number of times to halve the sides while decoding; nil to read only the header.
    ///   - isStrict: whether to treat a file that ends early as damaged.
    init(_ file: MappedFile, halved: UInt32?, isStrict: Bool) throws(UnreadableFileError) {
        var source = fg_opj_file()
        source.bytes = file.content.bindMemory(to: UInt8.self).baseAddress
        source.count = file.content.count
        // A bare codestream begins with 0xFF. JP2 begins with the length of a box.
        let format = file.content.first == 0xFF ? OPJ_CODEC_J2K : OPJ_CODEC_JP2
        var levels = halved ?? 0
        guard let image = fg_opj_image(&source, format, &levels, halved != nil, isStrict) else {
            throw JPEG2000Image.failure(source)
        }
        self.image = image
        self.levels = levels
    }

    deinit { opj_image_destroy(image) }

    /// The size before halving, in pixels.
    var size: (width: UInt32, height: UInt32) {
        // This cannot overflow: OpenJPEG refuses images that end before they start.
        (image.pointee.x1 - image.pointee.x0, image.pointee.y1 - image.pointee.y0)
    }

    var components: UInt32 { image.pointee.numcomps }

    /// Returns the decoded picture with its color profile.
    func pixels(orientation: UInt32) throws(UnreadableFileError) -> Pixels {
        let profile = self.profile
        let pixels = try decoded().pixels(orientation: orientation)
        pixels.setProfile(profile)
        return pixels
    }

    /// The color profile; empty if the image has no profile.
    private var profile: [UInt8] {
        Array(
            UnsafeMutableBufferPointer(
                start: image.pointee.icc_profile_buf, count: Int(image.pointee.icc_profile_len)))
    }

    private enum ColorModel { case gray, rgb, ycc, cmyk }

    private var colors: ColorModel {
        let (count, space) = (Int(image.pointee.numcomps), image.pointee.color_space)
        if count < 3 || space == OPJ_CLRSPC_GRAY { return .gray }
        if count > 3, space == OPJ_CLRSPC_CMYK || ColorProfileRewriter.space(of: profile) == "CMYK" { return .cmyk }
        // Fewer samples in the second and third component indicate YCbCr.
        let (first, second) = (image.pointee.comps[0], image.pointee.comps[1])
        let sharesColors = second.dx > first.dx && second.dx == image.pointee.comps[2].dx
        return space == OPJ_CLRSPC_SYCC || space == OPJ_CLRSPC_EYCC || sharesColors ? .ycc : .rgb
    }

    /// Returns the index of the transparency: a component that is marked as transparency, or the only component after
    /// the colors.
    private func alpha(behind colors: Int) -> Int? {
        let count = Int(image.pointee.numcomps)
        return (colors..<max(count, colors)).first { image.pointee.comps[$0].alpha != 0 }
            ?? (count == colors + 1 ? colors : nil)
    }

    private func decoded() throws(UnreadableFileError) -> PixelBuffer {
        let colors = self.colors
        let count =
            switch colors {
            case .gray: 1
            case .rgb, .ycc: 3
            case .cmyk: 4
            }
        let alpha = self.alpha(behind: count)
        let width = JPEG2000Plane.span(image.pointee.x0, image.pointee.x1, levels)
        let height = JPEG2000Plane.span(image.pointee.y0, image.pointee.y1, levels)
        var planes: [JPEG2000Plane] = []
        for index in Array(0..<count) + (alpha.map { [$0] } ?? []) {
            guard
                let plane = JPEG2000Plane(
                    image.pointee.comps[index], of: image.pointee, halved: levels, width: width, height: height)
            else { throw .broken("JPEG 2000", "a component has no samples.") }
            planes.append(plane)
        }
        let bands = alpha != nil ? 4 : colors == .gray ? 1 : 3
        let buffer = try PixelBuffer(width: Int32(width), height: Int32(height), bands: Int32(bands), of: "JPEG 2000")
        var lines = planes.map { _ in [UInt8](repeating: 0, count: width) }
        for row in 0..<height {
            for index in planes.indices { planes[index].fill(&lines[index], with: row) }
            let target = buffer.start.assumingMemoryBound(to: UInt8.self) + row * buffer.stride
            JPEG2000Image.write(lines, colors, to: target, bands: bands)
        }
        return buffer
    }

    /// Writes a row. If there are four bands, the last line contains the transparency.
    private static func write(
        _ lines: [[UInt8]], _ colors: ColorModel, to target: UnsafeMutablePointer<UInt8>, bands: Int
    ) {
        for column in 0..<lines[0].count {
            let pixel = target + column * bands
            switch colors {
            case .gray: for band in 0..<min(bands, 3) { pixel[band] = lines[0][column] }
            case .rgb: for band in 0..<3 { pixel[band] = lines[band][column] }
            case .ycc:
                let luma = Float(lines[0][column])
                let (blue, red) = (Float(lines[1][column]) - 128, Float(lines[2][column]) - 128)
                pixel[0] = byte(luma + 1.402 * red)
                pixel[1] = byte(luma - 0.344136 * blue - 0.714136 * red)
                pixel[2] = byte(luma + 1.772 * blue)
            case .cmyk:
                // 255 means full ink.
                let light = 255 - Int(lines[3][column])
                for band in 0..<3 { pixel[band] = UInt8((255 - Int(lines[band][column])) * light / 255) }
            }
            if bands == 4 { pixel[3] = lines[lines.count - 1][column] }
        }
    }

    private static func byte(_ value: Float) -> UInt8 { UInt8(min(max(value.rounded(), 0), 255)) }

    private static func failure(_ source: fg_opj_file) -> UnreadableFileError {
        let message = withUnsafeBytes(of: source.message) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        if ["memory", "allocate"].contains(where: message.contains) {
            return .enormous("The picture needs more memory than it gets.")
        }
        let line = message.split(separator: "\n").first.map(String.init)
        return .broken("JPEG 2000", line ?? "it cannot be decoded.")
    }
}

/// A component of the image, such as red. It has one sample for each pixel of the picture, or fewer.
private struct JPEG2000Plane {
    private let samples: UnsafePointer<Int32>
    private let stride: Int
    /// The indexes of the samples for the picture's columns and rows.
    private let columns: [Int]
    private let rows: [Int]
    /// The number to add to signed samples to make them positive.
    private let bias: Int
    private let largest: Int

    /// - Parameters:
    ///   - component: the component, whose samples must outlive this value.
    ///   - width: the width in pixels.
    /// - Returns: nil if the component has no samples, or samples with a depth that is not supported.
    init?(_ component: opj_image_comp_t, of image: opj_image_t, halved: UInt32, width: Int, height: Int) {
        guard let data = component.data, component.w > 0, component.h > 0, component.dx > 0, component.dy > 0,
            (1...32).contains(component.prec)
        else { return nil }
        samples = UnsafePointer(data)
        stride = Int(component.w)
        columns = JPEG2000Plane.places(width, from: image.x0, step: component.dx, halved, count: Int(component.w))
        rows = JPEG2000Plane.places(height, from: image.y0, step: component.dy, halved, count: Int(component.h))
        bias = component.sgnd != 0 ? 1 << (Int(component.prec) - 1) : 0
        largest = 1 << Int(component.prec) - 1
    }

    /// Fills a line with the samples of a row, in 8 bits.
    func fill(_ line: inout [UInt8], with row: Int) {
        let source = samples + rows[row] * stride
        for column in line.indices {
            let value = min(max(Int(source[columns[column]]) + bias, 0), largest)
            line[column] = UInt8(largest == 255 ? value : (value * 255 + largest / 2) / largest)
        }
    }

    /// Returns the length of a side after halving, as the standard defines it.
    static func span(_ start: UInt32, _ end: UInt32, _ halved: UInt32) -> Int {
        max(1, shifted(Int(end), halved) - shifted(Int(start), halved))
    }

    /// Returns the index of the sample for each pixel of a row or column.
    private static func places(_ pixels: Int, from start: UInt32, step: UInt32, _ halved: UInt32, count: Int) -> [Int] {
        let origin = shifted(Int(start), halved)
        let first = shifted((Int(start) + Int(step) - 1) / Int(step), halved)
        return (0..<pixels).map { pixel in
            let place = ((origin + pixel) << halved) / Int(step)
            return min(max((place >> halved) - first, 0), count - 1)
        }
    }

    /// Divides by a power of two and rounds up.
    private static func shifted(_ value: Int, _ halved: UInt32) -> Int { (value + (1 << halved) - 1) >> halved }
}
