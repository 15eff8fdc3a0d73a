import CFilmgateWebP
import FilmgateModel

/// Embeds metadata in WebP files. Adds chunks at the end of the file, or replaces existing chunks. A simple file gets a
/// `VP8X` chunk, which lists the used features.
enum WebPEmbedder {
    private static let xmpFlag: UInt8 = 0x04
    private static let exifFlag: UInt8 = 0x08
    private static let alphaFlag: UInt8 = 0x10

    static func splices(_ blocks: NewMetadataBlocks, in file: InputFile) throws(UnreadableFileError) -> [FileSplice] {
        let packet = try blocks.packet()
        let flags = (packet == nil ? 0 : xmpFlag) | (blocks.exif == nil ? 0 : exifFlag)
        let size = Int(file.size)
        let header = ByteBlock(file.bytes(at: 0, count: 12), isLittleEndian: true)
        guard let length = header.number(4, 4), length <= size - 8, length % 2 == 0 else { throw .truncated("WebP") }
        let end = 8 + length
        var (present, exif) = ([Range<Int>](), [Range<Int>]())
        var features: FileSplice?
        var offset = 12
        var limits = AnimationLimits(of: "WebP")
        while offset + 8 <= end {
            try limits.countPart()
            let block = ByteBlock(file.bytes(at: UInt64(offset), count: 9), isLittleEndian: true)
            guard let length = block.number(4, 4), length <= end - offset - 8 else { throw .truncated("WebP") }
            let next = min(end, offset + 8 + length + length % 2)
            switch block.name(0) {
            case "VP8X" where offset == 12 && length >= 10:
                features = FileSplice(offset: UInt64(offset + 8), removed: 1, bytes: [block.bytes[8] | flags])
            case "XMP ": present.append(offset..<next)
            case "EXIF": exif.append(offset..<next)
            default: break
            }
            offset = next
        }
        guard offset == end else { throw .truncated("WebP") }
        let first: FileSplice
        if let features { first = features } else { first = try extended(file, flags) }
        var parts = [first]
        if let block = blocks.exif {
            parts += try SpliceBuilder.splices(chunk("EXIF", block), at: end, inPlaceOf: Array(exif.prefix(1)))
        }
        if let packet { parts += try SpliceBuilder.splices(chunk("XMP ", packet), at: end, inPlaceOf: present) }
        let total = Int(EmbeddingPlan(parts).size(of: UInt64(length)))
        guard total < Int(UInt32.max) - 8 else { throw .invalid("The WebP would be too large.") }
        return [FileSplice(offset: 4, removed: 4, bytes: encoded(total, 4, isLittleEndian: true))] + parts
    }

    private static func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
        let padding: [UInt8] = content.count % 2 == 0 ? [] : [0]
        return Array(name.utf8) + encoded(content.count, 4, isLittleEndian: true) + content + padding
    }

    /// Returns the change that adds the `VP8X` chunk to a simple file.
    private static func extended(_ file: InputFile, _ flags: UInt8) throws(UnreadableFileError) -> FileSplice {
        try file.withContent { content throws(UnreadableFileError) in
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
                bytes: Array("VP8X".utf8) + encoded(10, 4, isLittleEndian: true) + [flags | alpha, 0, 0, 0]
                    + encoded(width - 1, 3, isLittleEndian: true) + encoded(height - 1, 3, isLittleEndian: true))
        }
    }
}
