internal import CFilmgateWebP
internal import FilmgateModel

/// Embeds XMP in WebP: in a chunk at its end, or in place of the one that is there. A file without extended features gets the chunk
/// that says which it has.
enum WebPEmbedding {
    private static let xmpFlag: UInt8 = 0x04
    private static let alphaFlag: UInt8 = 0x10

    static func splices(_ packet: [UInt8], in file: InputFile) throws(Unreadable) -> [FileSplice] {
        let size = Int(file.size)
        var header = ByteBlock(file.bytes(at: 0, count: 12))
        header.isLittleEndian = true
        guard let length = header.number(4, 4), length <= size - 8, length % 2 == 0 else { throw .truncated("WebP") }
        let end = 8 + length
        var present: [Range<Int>] = []
        var features: FileSplice?
        var offset = 12
        var limits = AnimationLimits(of: "WebP")
        while offset + 8 <= end {
            try limits.countPart()
            var block = ByteBlock(file.bytes(at: UInt64(offset), count: 9))
            block.isLittleEndian = true
            guard let length = block.number(4, 4), length <= end - offset - 8 else { throw .truncated("WebP") }
            let next = min(end, offset + 8 + length + length % 2)
            switch block.name(0) {
            case "VP8X" where offset == 12 && length >= 10:
                features = FileSplice(offset: UInt64(offset + 8), removed: 1, bytes: [block.bytes[8] | xmpFlag])
            case "XMP ": present.append(offset..<next)
            default: break
            }
            offset = next
        }
        guard offset == end else { throw .truncated("WebP") }
        let first: FileSplice
        if let features { first = features } else { first = try extended(file) }
        let padding: [UInt8] = packet.count % 2 == 0 ? [] : [0]
        let chunk =
            Array("XMP ".utf8) + encoded(packet.count, 4, isLittleEndian: true) + packet + padding
        let parts = try [first] + EmbeddedPart.splices(chunk, at: end, inPlaceOf: present)
        let total = Int(Embedding(parts).size(of: UInt64(length)))
        guard total < Int(UInt32.max) - 8 else { throw .invalid("The WebP would be too large.") }
        return [FileSplice(offset: 4, removed: 4, bytes: encoded(total, 4, isLittleEndian: true))] + parts
    }

    /// The chunk with the features of a file that has had none.
    private static func extended(_ file: InputFile) throws(Unreadable) -> FileSplice {
        try file.withContent { content throws(Unreadable) in
            var data = WebPData(bytes: content.bindMemory(to: UInt8.self).baseAddress, size: content.count)
            var state = WEBP_DEMUX_PARSE_ERROR
            guard let container = WebPDemuxPartial(&data, &state) else {
                throw .broken("WebP", "its chunks make no picture.")
            }
            defer { WebPDemuxDelete(container) }
            let width = Int(WebPDemuxGetI(container, WEBP_FF_CANVAS_WIDTH))
            let height = Int(WebPDemuxGetI(container, WEBP_FF_CANVAS_HEIGHT))
            guard width > 0, height > 0 else { throw .broken("WebP", "it has no size.") }
            let alpha = UInt8(truncatingIfNeeded: WebPDemuxGetI(container, WEBP_FF_FORMAT_FLAGS)) & alphaFlag
            return FileSplice(
                offset: 12,
                bytes: Array("VP8X".utf8) + encoded(10, 4, isLittleEndian: true) + [xmpFlag | alpha, 0, 0, 0]
                    + encoded(width - 1, 3, isLittleEndian: true) + encoded(height - 1, 3, isLittleEndian: true))
        }
    }
}
