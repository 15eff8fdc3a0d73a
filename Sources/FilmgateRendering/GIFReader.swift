internal import CFilmgateGIF
internal import FilmgateModel

/// Reads GIF: every record to the trailer by giflib, pictures as compressed blocks.
func readGIF(_ file: InputFile) throws(Unreadable) -> MediaFacts {
    let stream = FileStream(file)
    do throws(Unreadable) {
        return try readGIF(stream)
    } catch {
        // giflib has many codes for it.
        if case .invalid = error, stream.ranOut { throw .truncated("GIF") }
        throw error
    }
}

private func readGIF(_ stream: FileStream) throws(Unreadable) -> MediaFacts {
    var code: Int32 = 0
    guard let gif = DGifOpen(Unmanaged.passUnretained(stream).toOpaque(), readStream, &code) else { throw fault(code) }
    defer { DGifCloseFile(gif, nil) }
    let width = UInt32(clamping: gif.pointee.SWidth)
    let height = UInt32(clamping: gif.pointee.SHeight)
    try Dimensions.check(width, height, of: "GIF")
    let frames = try countFrames(gif)
    guard frames > 0 else { throw .broken("GIF", "it holds no picture.") }
    var facts = MediaFacts(mediaType: .image, mimeType: "image/gif", pixelWidth: width, pixelHeight: height)
    if frames > 1 { facts.subtypes.insert(.animated) }
    return facts
}

private func countFrames(_ gif: UnsafeMutablePointer<GifFileType>) throws(Unreadable) -> Int {
    var frames = 0
    // Blocks of full size, 255 bytes, do not count: reading these costs what the bytes cost.
    var limits = AnimationLimits(of: "GIF")
    while true {
        try limits.countPart()
        var record = UNDEFINED_RECORD_TYPE
        guard DGifGetRecordType(gif, &record) == GIF_OK else { throw fault(gif.pointee.Error) }
        switch record {
        case IMAGE_DESC_RECORD_TYPE:
            guard DGifGetImageDesc(gif) == GIF_OK else { throw fault(gif.pointee.Error) }
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
                result = DGifGetExtensionNext(gif, &block)
            }
            guard result == GIF_OK else { throw fault(gif.pointee.Error) }
        case TERMINATE_RECORD_TYPE: return frames
        default: throw .broken("GIF", "it holds a record of no known kind.")
        }
    }
}

private func fault(_ code: Int32) -> Unreadable {
    .broken("GIF", GifErrorString(code).map { String(cString: $0) } ?? "for no reason that is known.")
}

private func readStream(
    _ gif: UnsafeMutablePointer<GifFileType>?, _ buffer: UnsafeMutablePointer<GifByteType>?, _ count: Int32
) -> Int32 {
    guard let context = gif?.pointee.UserData else { return 0 }
    return Int32(FileStream.of(context).read(into: UnsafeMutableRawBufferPointer(start: buffer, count: Int(count))))
}
