import CFilmgateTIFF

/// Strips or tiles that are JPEGs and that libtiff cannot decode: lossless or complete gray JPEGs (TIFF 6.0).
struct TIFFJPEGParts {
    private let file: InputFile
    private let container: TIFFContainer
    /// The tables that all parts share, without the end marker.
    private let tables: [UInt8]

    /// - Returns: nil if the parts are not such JPEGs.
    init?(_ file: InputFile, _ container: TIFFContainer, _ layout: TIFFLayout) {
        (self.file, self.container) = (file, container)
        var tables: [UInt8] = []
        switch layout.compression {
        case COMPRESSION_JPEG:
            if let block = container.block(UInt32(TIFFTAG_JPEGTABLES)) { tables = Array(block) }
            if tables.suffix(2) == [0xFF, 0xD9] { tables.removeLast(2) }
        case COMPRESSION_OJPEG where layout.colors == .gray: break
        default: return nil
        }
        self.tables = tables
        guard let process = JPEGSegmentParser.process(of: bytes(of: 0, upTo: 1 << 16)),
            layout.compression == COMPRESSION_OJPEG || process == JPEGSegmentParser.lossless
        else { return nil }
    }

    /// Decodes a part to 8-bit samples. Returns false if the part is damaged.
    func decode(
        _ part: UInt32, width: Int, height: Int, samples: Int, into buffer: UnsafeMutableRawBufferPointer
    ) -> Bool {
        let content = bytes(of: part, upTo: TIFFParts.most)
        guard content.starts(with: [0xFF, 0xD8]) else { return false }
        return JPEGComponentDecoder.decode(
            tables.isEmpty ? content : tables + content.dropFirst(2), width: width, height: height, count: samples,
            into: buffer)
    }

    private func bytes(of part: UInt32, upTo most: Int) -> [UInt8] {
        let offset = TIFFGetStrileOffset(container.raw, part)
        guard offset < file.size else { return [] }
        let count = min(TIFFGetStrileByteCount(container.raw, part), file.size - offset, UInt64(most))
        return file.bytes(at: offset, count: Int(count))
    }
}
