/// The outermost boxes of HEIF, AVIF, CR3, MP4 and QuickTime files.
///
/// The libraries accept a file that ends early, if it contains what they need. The lengths of the boxes tell whether it is complete.
enum BoxStructure {
    /// - Throws: if a box reaches beyond the end of the file.
    static func check(_ file: InputFile, of what: String) throws(Unreadable) {
        var offset: UInt64 = 0
        while offset < file.size {
            let header = file.bytes(at: offset, count: 16)
            // Padding, or bytes that some programs write after the last box.
            if header.allSatisfy({ $0 == 0 }) { return }
            guard header.count >= 8 else { throw .truncated(what) }
            if offset > 0, !header[4..<8].allSatisfy({ (0x20..<0x7F).contains($0) || $0 == 0xA9 }) { return }
            var size = number(header[0..<4])
            if size == 0 { return }
            if size == 1 {
                guard header.count == 16 else { throw .truncated(what) }
                size = number(header[8..<16])
            }
            guard size >= 8 else { throw .broken(what, "a part of it has no size.") }
            guard size <= file.size - offset else { throw .truncated(what) }
            offset += size
        }
    }
}

/// Most significant byte first.
private func number(_ bytes: ArraySlice<UInt8>) -> UInt64 { bytes.reduce(0) { $0 << 8 | UInt64($1) } }
