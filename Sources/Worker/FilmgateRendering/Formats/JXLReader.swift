import CFilmgateJXL
import CFilmgateVips
import FilmgateModel

/// Reads JPEG XL with libjxl. The file counts as complete if its first frame can be decoded, and if frames and boxes
/// end within the file.
///
/// The dimensions are those of the decoded picture. libjxl turns the picture upright, so there is no orientation.
func readJXL(_ file: InputFile, _ metadata: inout Metadata) throws(UnreadableFileError) -> MediaFacts {
    let content = try decode(file, wantsMetadata: true)
    if let exif = content.blocks["Exif"], let start = ExifBlockReader.start(inItem: exif) {
        metadata.read(exif: exif[start...])
    }
    if let xmp = content.blocks["xml "] { metadata.read(xmp: xmp) }
    var facts = MediaFacts(
        mediaType: .image, mimeType: "image/jxl", pixelWidth: UInt32(content.picture.width),
        pixelHeight: UInt32(content.picture.height))
    if content.isAnimated { facts.subtypes.insert(.animated) }
    metadata.describe(&facts, upright: true)
    return facts
}

/// Decodes the first frame of a JPEG XL file upright.
func decodeJXL(_ file: InputFile) throws(UnreadableFileError) -> DecodedPicture {
    let content = try decode(file, wantsMetadata: false)
    let pixels = try content.picture.pixels()
    pixels.setProfile(content.profile)
    return DecodedPicture(pixels)
}

private func decode(_ file: InputFile, wantsMetadata: Bool) throws(UnreadableFileError) -> JXLContent {
    try file.withContent { bytes throws(UnreadableFileError) in
        guard let decoder = JxlDecoderCreate(nil) else { throw JXLFileDecoder.noMemory }
        defer { JxlDecoderDestroy(decoder) }
        var reading = JXLFileDecoder(decoder, wantsMetadata: wantsMetadata)
        return try reading.content(of: bytes)
    }
}

private struct JXLContent {
    let picture: PixelBuffer
    let isAnimated: Bool
    /// The ICC profile of the pixels.
    let profile: [UInt8]
    /// The first metadata box of each type.
    let blocks: [String: [UInt8]]
}

/// One pass of libjxl's decoder through a file.
private struct JXLFileDecoder {
    private let decoder: OpaquePointer
    private let wantsMetadata: Bool
    private var picture: PixelBuffer?
    private var isDecoded = false
    private var isAnimated = false
    private var format = JxlPixelFormat(
        num_channels: 3, data_type: JXL_TYPE_UINT8, endianness: JXL_NATIVE_ENDIAN, align: 0)
    private var profile: [UInt8] = []
    private var blocks: [String: [UInt8]] = [:]
    private var box: JXLBox?
    private var limits = AnimationLimits(of: "JPEG XL")

    static let noMemory = UnreadableFileError.enormous("The JPEG XL needs more memory than it gets.")

    init(_ decoder: OpaquePointer, wantsMetadata: Bool) {
        self.decoder = decoder
        self.wantsMetadata = wantsMetadata
    }

    mutating func content(of bytes: UnsafeRawBufferPointer) throws(UnreadableFileError) -> JXLContent {
        var events = JXL_DEC_BASIC_INFO.rawValue | JXL_DEC_COLOR_ENCODING.rawValue | JXL_DEC_FULL_IMAGE.rawValue
        if wantsMetadata { events |= JXL_DEC_BOX.rawValue | JXL_DEC_FRAME.rawValue }
        guard JxlDecoderSubscribeEvents(decoder, Int32(events)) == JXL_DEC_SUCCESS,
            JxlDecoderSetDecompressBoxes(decoder, JXL_TRUE) == JXL_DEC_SUCCESS,
            JxlDecoderSetUnpremultiplyAlpha(decoder, JXL_TRUE) == JXL_DEC_SUCCESS,
            JxlDecoderSetInput(decoder, bytes.bindMemory(to: UInt8.self).baseAddress, bytes.count) == JXL_DEC_SUCCESS
        else { throw JXLFileDecoder.noMemory }
        JxlDecoderCloseInput(decoder)
        while try step() {}
        takeBox()
        guard let picture, isDecoded else { throw .broken("JPEG XL", "it holds no picture.") }
        return JXLContent(picture: picture, isAnimated: isAnimated, profile: profile, blocks: blocks)
    }

    /// Handles the decoder's next event.
    ///
    /// - Returns: whether there is more to read.
    private mutating func step() throws(UnreadableFileError) -> Bool {
        switch JxlDecoderProcessInput(decoder) {
        case JXL_DEC_SUCCESS: return false
        case JXL_DEC_NEED_MORE_INPUT: throw .truncated("JPEG XL")
        case JXL_DEC_BASIC_INFO: try readInfo()
        case JXL_DEC_COLOR_ENCODING: try readProfile()
        case JXL_DEC_NEED_IMAGE_OUT_BUFFER: try makeRoom()
        case JXL_DEC_FRAME: try limits.countFrame()
        case JXL_DEC_FULL_IMAGE:
            isDecoded = true
            guard wantsMetadata else { return false }
            // Later frames are skipped without decoding.
            JxlDecoderSkipFrames(decoder, .max)
        case JXL_DEC_BOX: try beginBox()
        case JXL_DEC_BOX_NEED_MORE_OUTPUT: growBox()
        default: throw .broken("JPEG XL", "it cannot be decoded.")
        }
        return true
    }

    private mutating func readInfo() throws(UnreadableFileError) {
        var info = JxlBasicInfo()
        guard JxlDecoderGetBasicInfo(decoder, &info) == JXL_DEC_SUCCESS else {
            throw .broken("JPEG XL", "it has no size.")
        }
        try PictureSizeLimits.check(info.xsize, info.ysize, of: "JPEG XL")
        isAnimated = info.have_animation == JXL_TRUE
        let isGray = info.num_color_channels == 1 && info.alpha_bits == 0
        format.num_channels = isGray ? 1 : info.alpha_bits > 0 ? 4 : 3
        let (width, height) = (Int32(info.xsize), Int32(info.ysize))
        picture = try PixelBuffer(width: width, height: height, bands: Int32(format.num_channels), of: "JPEG XL")
    }

    private mutating func readProfile() throws(UnreadableFileError) {
        var size = 0
        guard JxlDecoderGetICCProfileSize(decoder, &format, JXL_COLOR_PROFILE_TARGET_DATA, &size) == JXL_DEC_SUCCESS,
            size <= JXLBox.most
        else { throw .broken("JPEG XL", "its colors are unknown.") }
        profile = [UInt8](repeating: 0, count: size)
        guard
            JxlDecoderGetColorAsICCProfile(decoder, &format, JXL_COLOR_PROFILE_TARGET_DATA, &profile, size)
                == JXL_DEC_SUCCESS
        else { throw .broken("JPEG XL", "its colors are unknown.") }
        // This refuses CMYK, of which libjxl decodes three inks as if they were red, green and blue.
        let space = profile.dropFirst(16).prefix(4)
        let isGray = space.elementsEqual("GRAY".utf8)
        guard isGray || space.elementsEqual("RGB ".utf8) else {
            throw .invalid("The JPEG XL has colors of a kind that is not read here.")
        }
        // libjxl outputs gray with alpha as RGB, to which a gray profile does not apply.
        if isGray, format.num_channels > 1 { profile = [] }
    }

    private func makeRoom() throws(UnreadableFileError) {
        var (format, size) = (format, 0)
        guard let picture, JxlDecoderImageOutBufferSize(decoder, &format, &size) == JXL_DEC_SUCCESS,
            size == picture.stride * Int(picture.height),
            JxlDecoderSetImageOutBuffer(decoder, &format, picture.start, size) == JXL_DEC_SUCCESS
        else { throw .broken("JPEG XL", "its size changes.") }
    }

    // MARK: Boxes

    private mutating func beginBox() throws(UnreadableFileError) {
        takeBox()
        try limits.countPart()
        var type = [CChar](repeating: 0, count: 4)
        guard JxlDecoderGetBoxType(decoder, &type, JXL_TRUE) == JXL_DEC_SUCCESS else { return }
        let name = String(String.UnicodeScalarView(type.map { Unicode.Scalar(UInt8(bitPattern: $0)) }))
        guard ["Exif", "xml "].contains(name), blocks[name] == nil else { return }
        let box = JXLBox(name)
        self.box = JxlDecoderSetBoxBuffer(decoder, box.start, box.size) == JXL_DEC_SUCCESS ? box : nil
    }

    /// Enlarges the buffer of a box. Drops a box that is too long.
    private mutating func growBox() {
        let rest = JxlDecoderReleaseBoxBuffer(decoder)
        guard let box, box.grow() else {
            self.box = nil
            return
        }
        let filled = box.size / 2 - rest
        if JxlDecoderSetBoxBuffer(decoder, box.start + filled, box.size - filled) != JXL_DEC_SUCCESS { self.box = nil }
    }

    private mutating func takeBox() {
        guard let box else { return }
        blocks[box.name] = box.content(without: JxlDecoderReleaseBoxBuffer(decoder))
        self.box = nil
    }
}

/// A growing buffer for a metadata box.
private final class JXLBox {
    let name: String
    private(set) var start: UnsafeMutablePointer<UInt8>
    private(set) var size = 1 << 16

    static let most = 1 << 24

    init(_ name: String) {
        self.name = name
        start = .allocate(capacity: size)
    }

    deinit { start.deallocate() }

    /// Doubles the buffer's size. Returns false if the size is at its limit.
    func grow() -> Bool {
        guard size < JXLBox.most else { return false }
        let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: 2 * size)
        larger.update(from: start, count: size)
        start.deallocate()
        (start, size) = (larger, 2 * size)
        return true
    }

    func content(without rest: Int) -> [UInt8] { Array(UnsafeBufferPointer(start: start, count: size - rest)) }
}
