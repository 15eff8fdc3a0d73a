import CFilmgateGIF
import FilmgateModel

/// Reads all records of a GIF up to the trailer with giflib, without decompressing pictures.
func readGIF(_ file: InputFile, _ metadata: inout Metadata) throws(UnreadableFileError) -> MediaFacts {
    let stream = FileStream(file)
    do throws(UnreadableFileError) {
        return try readGIF(stream, &metadata)
    } catch {
        throw cause(of: error, stream)
    }
}

/// Returns the failure to report. giflib reports many different errors for a file that ends early.
private func cause(of error: UnreadableFileError, _ stream: FileStream) -> UnreadableFileError {
    if case .invalid = error, stream.ranOut { .truncated("GIF") } else { error }
}

private func readGIF(_ stream: FileStream, _ metadata: inout Metadata) throws(UnreadableFileError) -> MediaFacts {
    var code: Int32 = 0
    guard let gif = DGifOpen(Unmanaged.passUnretained(stream).toOpaque(), readStream, &code) else { throw fault(code) }
    defer { DGifCloseFile(gif, nil) }
    let width = UInt32(clamping: gif.pointee.SWidth)
    let height = UInt32(clamping: gif.pointee.SHeight)
    try PictureSizeLimits.check(width, height, of: "GIF")
    var texts = GIFTexts()
    var frames = 0
    do throws(UnreadableFileError) { try countFrames(gif, stream, &texts, &frames) } catch {
        // If the file is damaged, the frames before the damage are shown, or the readable part of the first frame.
        guard gif.pointee.ImageCount > 0 else { throw error }
        try metadata.note(damage: cause(of: error, stream))
        frames = max(1, frames)
    }
    guard frames > 0 else { throw .broken("GIF", "it holds no picture.") }
    var facts = MediaFacts(mediaType: .image, mimeType: "image/gif", pixelWidth: width, pixelHeight: height)
    if frames > 1 { facts.subtypes.insert(.animated) }
    if let packet = texts.packet { metadata.read(xmp: packet) }
    if let comment = texts.comment.map({ MetadataText.decode($0) }) {
        metadata.comment = comment
        metadata.note("exif:UserComment", comment)
    }
    metadata.describe(&facts)
    return facts
}

private func countFrames(
    _ gif: UnsafeMutablePointer<GifFileType>, _ stream: FileStream, _ texts: inout GIFTexts, _ frames: inout Int
) throws(UnreadableFileError) {
    // Does not count full blocks of 255 bytes, because the size of the file limits their number.
    var limits = AnimationLimits(of: "GIF")
    while true {
        try limits.countPart()
        var record = UNDEFINED_RECORD_TYPE
        guard DGifGetRecordType(gif, &record) == GIF_OK else { throw fault(gif.pointee.Error) }
        switch record {
        case IMAGE_DESC_RECORD_TYPE:
            guard DGifGetImageDesc(gif) == GIF_OK || hasLargeCodes(gif, stream) else { throw fault(gif.pointee.Error) }
            var size: Int32 = 0
            var block: UnsafeMutablePointer<GifByteType>?
            var result = DGifGetCode(gif, &size, &block)
            while result == GIF_OK, let size = block?.pointee {
                if size < 255 { try limits.countPart() }
                result = DGifGetCodeNext(gif, &block)
            }
            guard result == GIF_OK else { throw fault(gif.pointee.Error) }
            frames += 1
            try limits.countFrame()
        case EXTENSION_RECORD_TYPE:
            var kind: Int32 = 0
            var block: UnsafeMutablePointer<GifByteType>?
            var result = DGifGetExtension(gif, &kind, &block)
            while result == GIF_OK, let size = block?.pointee {
                if size < 255 { try limits.countPart() }
                // The first byte of the block is the number of bytes that follow.
                if let block { texts.take(UnsafeBufferPointer(start: block, count: 1 + Int(size)), of: kind) }
                result = DGifGetExtensionNext(gif, &block)
            }
            guard result == GIF_OK else { throw fault(gif.pointee.Error) }
            texts.endExtension()
        case TERMINATE_RECORD_TYPE: return
        default: throw .broken("GIF", "it holds a record of no known kind.")
        }
    }
}

/// Returns whether giflib refuses a picture only because its codes have more bits than its pixels. Other decoders
/// accept such pictures. giflib has read the file up to the code size, so the blocks of the picture follow.
private func hasLargeCodes(_ gif: UnsafeMutablePointer<GifFileType>, _ stream: FileStream) -> Bool {
    guard gif.pointee.Error == D_GIF_ERR_READ_FAILED, !stream.ranOut, stream.position > 0 else { return false }
    return stream.file.bytes(at: stream.position - 1, count: 1).contains { (9...11).contains($0) }
}

private func fault(_ code: Int32) -> UnreadableFileError {
    .broken("GIF", GifErrorString(code).map { String(cString: $0) } ?? "for no reason that is known.")
}

private func readStream(
    _ gif: UnsafeMutablePointer<GifFileType>?, _ buffer: UnsafeMutablePointer<GifByteType>?, _ count: Int32
) -> Int32 {
    guard let context = gif?.pointee.UserData else { return 0 }
    return Int32(FileStream.of(context).read(into: UnsafeMutableRawBufferPointer(start: buffer, count: Int(count))))
}

/// The text in a GIF's extensions: the first comment, and the XMP packet.
private struct GIFTexts {
    private(set) var comment: [UInt8]?
    private(set) var packet: [UInt8]?
    private var kind: Int32?
    private var isPacket = false
    private var bytes: [UInt8] = []
    /// The maximum number of bytes of each text.
    private static let most = 1 << 20
    /// The length of the XMP trailer. Readers that do not know XMP interpret its bytes as block sizes.
    private static let trailer = 257

    /// - Parameter block: the number of bytes, then the bytes.
    mutating func take(_ block: UnsafeBufferPointer<UInt8>, of kind: Int32) {
        if self.kind == nil {
            self.kind = kind
            isPacket = kind == APPLICATION_EXT_FUNC_CODE && block.dropFirst().elementsEqual("XMP DataXMP".utf8)
            if isPacket { return }
        }
        guard bytes.count < GIFTexts.most else { return }
        // XMP is not divided into blocks. The bytes that seem to be block sizes are characters of the packet.
        if isPacket { bytes += block } else if kind == COMMENT_EXT_FUNC_CODE { bytes += block.dropFirst() }
    }

    mutating func endExtension() {
        if isPacket, packet == nil, bytes.count > GIFTexts.trailer { packet = bytes.dropLast(GIFTexts.trailer - 1) }
        if kind == COMMENT_EXT_FUNC_CODE, comment == nil { comment = bytes }
        (kind, isPacket, bytes) = (nil, false, [])
    }
}
