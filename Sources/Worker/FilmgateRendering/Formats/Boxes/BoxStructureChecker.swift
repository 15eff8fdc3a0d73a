/// Checks the outermost boxes of HEIF, AVIF, CR3, MP4 and QuickTime files.
///
/// The libraries accept a file that ends early if it contains the parts that they need. The lengths of the boxes show
/// whether the file is complete.
package enum BoxStructureChecker {
    /// Checks that the file is complete. Ignores bytes after the last box that do not begin a box of a known type.
    ///
    /// - Throws: if a box reaches beyond the end of the file.
    package static func check(_ file: InputFile, of what: String) throws(UnreadableFileError) {
        var offset: UInt64 = 0
        while offset < file.size {
            let header = file.bytes(at: offset, count: 16)
            let isKnown = header.count >= 8 && types.contains(String(decoding: header[4..<8], as: UTF8.self))
            if offset > 0, !isKnown, !isWhole(header, file.size - offset) { return }
            guard header.count >= 8 else { throw .truncated(what) }
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

    /// Returns whether these bytes are the header of a box that is completely within the file.
    private static func isWhole(_ header: [UInt8], _ rest: UInt64) -> Bool {
        guard header.count >= 8, header[4..<8].allSatisfy({ (0x20..<0x7F).contains($0) || $0 == 0xA9 }) else {
            return false
        }
        var size = number(header[0..<4])
        if size == 1, header.count == 16 { size = number(header[8..<16]) }
        return (8...rest).contains(size)
    }

    /// The types of outermost boxes that cameras and programs write.
    private static let types: Set<String> = [
        "ftyp", "styp", "moov", "mdat", "meta", "moof", "mfra", "sidx", "ssix", "prft", "pdin", "uuid", "udta", "free",
        "skip", "wide", "pnot", "PICT", "idat", "imda", "mpvd", "sefd", "emsg", "jP  ", "jp2h", "jp2c", "JXL ", "jxlc",
        "jxlp",
    ]
}

/// Returns a big-endian number.
private func number(_ bytes: ArraySlice<UInt8>) -> UInt64 { bytes.reduce(0) { $0 << 8 | UInt64($1) } }
