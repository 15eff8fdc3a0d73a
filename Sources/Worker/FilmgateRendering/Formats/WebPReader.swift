import CFilmgateWebP
import FilmgateModel

/// Reads the chunks and frames of WebP with libwebp's demultiplexer, without decoding pixels.
func readWebP(_ file: InputFile, _ metadata: inout Metadata) throws(UnreadableFileError) -> MediaFacts {
    try file.withContent { content throws(UnreadableFileError) in
        try countChunks(of: "WebP", from: 12, frame: fourBytes("ANMF")) { offset in
            guard offset + 8 <= content.count else { return nil }
            let size = Int(fourBytes(content, at: offset + 4))
            return (fourBytes(content, at: offset), offset + 8 + size + size & 1)
        }
        var data = WebPData(bytes: content.bindMemory(to: UInt8.self).baseAddress, size: content.count)
        var state = WEBP_DEMUX_PARSE_ERROR
        guard let container = WebPDemuxPartial(&data, &state) else {
            if state == WEBP_DEMUX_PARSING_HEADER { throw .truncated("WebP") }
            throw .broken("WebP", "its chunks make no picture.")
        }
        defer { WebPDemuxDelete(container) }
        let width = WebPDemuxGetI(container, WEBP_FF_CANVAS_WIDTH)
        let height = WebPDemuxGetI(container, WEBP_FF_CANVAS_HEIGHT)
        if width > 0 { try PictureSizeLimits.check(width, height, of: "WebP") }
        guard width > 0, height > 0 else { throw .truncated("WebP") }
        if state != WEBP_DEMUX_DONE { try metadata.note(damage: .truncated("WebP")) }
        var facts = MediaFacts(mediaType: .image, mimeType: "image/webp", pixelWidth: width, pixelHeight: height)
        if WebPDemuxGetI(container, WEBP_FF_FRAME_COUNT) > 1 { facts.subtypes.insert(.animated) }
        withChunk("EXIF", of: container) { metadata.read(exif: $0) }
        withChunk("XMP ", of: container) { metadata.read(xmp: $0) }
        metadata.describe(&facts)
        return facts
    }
}

private func withChunk(_ name: String, of container: OpaquePointer, _ body: (UnsafeBufferPointer<UInt8>) -> Void) {
    var chunk = WebPChunkIterator()
    guard WebPDemuxGetChunk(container, name, 1, &chunk) != 0 else { return }
    defer { WebPDemuxReleaseChunkIterator(&chunk) }
    body(UnsafeBufferPointer(start: chunk.chunk.bytes, count: chunk.chunk.size))
}
