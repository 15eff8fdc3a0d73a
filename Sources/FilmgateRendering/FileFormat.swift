/// The format of a file, by its first bytes; its name is not used.
enum FileFormat: Equatable {
    case jpeg, png, webp, gif, heif
    /// TIFF's structure, which most kinds of RAW have too.
    case tiff
    case raw(RawKind)
    case movie(mimeType: String)

    enum RawKind: Equatable {
        case cr2, cr3, raf, orf, rw2
    }

    /// Returns nil for a format that the library does not accept.
    init?(_ head: [UInt8]) {
        if head.starts(with: [0xFF, 0xD8, 0xFF]) {
            self = .jpeg
        } else if head.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
            self = .png
        } else if text(head, 0..<4) == "RIFF", text(head, 8..<12) == "WEBP" {
            self = .webp
        } else if ["GIF87a", "GIF89a"].contains(text(head, 0..<6)) {
            self = .gif
        } else if text(head, 0..<15) == "FUJIFILMCCD-RAW" {
            self = .raw(.raf)
        } else if ["IIRO", "IIRS", "MMOR"].contains(text(head, 0..<4)) {
            self = .raw(.orf)
        } else if text(head, 0..<4) == "IIU\0" {
            self = .raw(.rw2)
        } else if ["II*\0", "MM\0*", "II+\0", "MM\0+"].contains(text(head, 0..<4)) {
            self = text(head, 8..<10) == "CR" ? .raw(.cr2) : .tiff
        } else if let brand = FileFormat(box: text(head, 4..<8), brand: text(head, 8..<12)) {
            self = brand
        } else {
            return nil
        }
    }

    private init?(box: String, brand: String) {
        switch box {
        case "ftyp":
            switch brand {
            case "heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "msf1", "avif", "avis": self = .heif
            case "crx ": self = .raw(.cr3)
            case "qt  ": self = .movie(mimeType: "video/quicktime")
            default: self = .movie(mimeType: "video/mp4")
            }
        // Old QuickTime, without brands.
        case "moov", "mdat", "wide", "skip", "free", "pnot": self = .movie(mimeType: "video/quicktime")
        default: return nil
        }
    }
}

/// One character for each byte; shorter if the bytes end.
private func text(_ bytes: [UInt8], _ range: Range<Int>) -> String {
    String(String.UnicodeScalarView(bytes[range.clamped(to: 0..<bytes.count)].map { Unicode.Scalar($0) }))
}
