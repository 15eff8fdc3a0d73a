import Glibc

/// Finds the segments of a JPEG, and the end of its compressed data, which have no length field.
enum JPEGSegmentParser {
    /// The bytes before the Exif block in its segment.
    static let exifMark = Array("Exif\0\0".utf8)
    /// The bytes before the XMP packet in its segment.
    static let packetMark = Array("http://ns.adobe.com/xap/1.0/\0".utf8)

    /// Calls `body` with the marker and the content of each segment before the compressed data. Like libjpeg, skips
    /// bytes between segments. Stops at a segment that reaches beyond the end of the file.
    static func headers(of content: UnsafeRawBufferPointer, _ body: (Int, UnsafeRawBufferPointer) -> Void) {
        var offset = 0
        while let base = content.baseAddress, let found = memchr(base + offset, 0xFF, content.count - offset) {
            offset = UnsafeRawPointer(found) - base
            guard content.count - offset >= 4 else { return }
            switch content[offset + 1] {
            // This is a fill byte.
            case 0xFF: offset += 1
            // These markers have no content.
            case 0x00, 0x01, 0xD0...0xD8: offset += 2
            case 0xD9, 0xDA: return
            case let marker:
                let end = offset + 2 + (Int(content[offset + 2]) << 8 | Int(content[offset + 3]))
                guard end >= offset + 4, end <= content.count else { return }
                body(Int(marker), UnsafeRawBufferPointer(rebasing: content[offset + 4..<end]))
                offset = end
            }
        }
    }

    /// Calls `body` with the marker and the range of each segment, including its marker, until the picture ends.
    ///
    /// - Parameters:
    ///   - start: the offset of the picture.
    ///   - needsEnd: whether a picture without an end-of-image marker is damaged.
    /// - Returns: the end of the picture.
    static func segments(
        of content: UnsafeRawBufferPointer, from start: Int = 0, needsEnd: Bool = true,
        _ body: (Int, Range<Int>) throws(UnreadableFileError) -> Void
    ) throws(UnreadableFileError) -> Int {
        func byte(_ offset: Int) -> Int? { offset < content.count ? Int(content[offset]) : nil }
        var offset = start + 2
        while true {
            // Skips fill bytes.
            while byte(offset) == 0xFF, byte(offset + 1) == 0xFF { offset += 1 }
            guard byte(offset) == 0xFF, let marker = byte(offset + 1) else {
                if needsEnd { throw .invalid("The JPEG is damaged.") }
                return offset
            }
            switch marker {
            case 0xD9: return offset + 2
            case 0x01, 0xD0...0xD7: offset += 2
            default:
                guard let high = byte(offset + 2), let low = byte(offset + 3) else { throw .truncated("JPEG") }
                let end = offset + 2 + (high << 8 | low)
                guard end >= offset + 4, end <= content.count else { throw .truncated("JPEG") }
                try body(marker, offset..<end)
                offset = marker == 0xDA ? scanEnd(in: content, from: end) : end
            }
        }
    }

    /// The marker of lossless JPEG.
    static let lossless: UInt8 = 0xC3

    /// Returns the marker that states a JPEG's coding process; nil if there is none before the compressed data.
    static func process(of jpeg: [UInt8]) -> UInt8? {
        guard jpeg.starts(with: [0xFF, 0xD8]) else { return nil }
        var offset = 2
        while offset + 4 <= jpeg.count, jpeg[offset] == 0xFF {
            switch jpeg[offset + 1] {
            case 0xFF: offset += 1
            case 0xDA: return nil
            // 0xC4 and 0xCC are tables; 0xC8 is reserved.
            case 0xC0...0xCF where ![0xC4, 0xC8, 0xCC].contains(jpeg[offset + 1]): return jpeg[offset + 1]
            default: offset += 2 + (Int(jpeg[offset + 2]) << 8 | Int(jpeg[offset + 3]))
            }
        }
        return nil
    }

    /// Returns the offset of the first marker that is not part of the compressed data, or the end of the content.
    ///
    /// - Parameter start: the offset after the scan's header.
    private static func scanEnd(in content: UnsafeRawBufferPointer, from start: Int) -> Int {
        var offset = start
        while offset < content.count,
            let base = content.baseAddress, let found = memchr(base + offset, 0xFF, content.count - offset)
        {
            offset = UnsafeRawPointer(found) - base
            guard offset + 1 < content.count else { break }
            switch content[offset + 1] {
            case 0x00, 0xD0...0xD7: offset += 2
            case 0xFF: offset += 1
            default: return offset
            }
        }
        return content.count
    }
}
