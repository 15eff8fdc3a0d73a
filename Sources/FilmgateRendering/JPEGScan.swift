internal import Glibc

/// The compressed data of a JPEG, which has no length of its own.
enum JPEGScan {
    /// Returns the place of the first marker that is not part of the compressed data, or the end of the content.
    ///
    /// - Parameter start: the place behind the header of the scan.
    static func end(in content: UnsafeRawBufferPointer, from start: Int) -> Int {
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
