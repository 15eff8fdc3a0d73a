/// Whether a file is sent to the library, and as a photo or a video.
///
/// The library checks every file itself. This only avoids sending texts and sidecar files.
package enum MediaKind: Hashable, Sendable {
    case photo, video

    private static let photos: Set<String> = [
        "jpg", "jpeg", "jpe", "jfif", "png", "webp", "tif", "tiff", "gif", "heic", "heif", "hif", "avif",
        "bmp", "dib", "jp2", "j2k", "jpx", "jxl", "psd",
    ]
    private static let raws: Set<String> = [
        "dng", "cr2", "cr3", "nef", "nrw", "arw", "sr2", "srf", "raf", "orf", "rw2", "pef", "srw", "3fr", "erf", "mrw",
        "x3f", "iiq", "rwl",
    ]
    private static let videos: Set<String> = [
        "mp4", "m4v", "mov", "qt", "avi", "3gp", "3g2", "mts", "m2ts", "ts", "mpg", "mpeg", "vob", "mkv", "webm", "wmv",
        "asf",
    ]

    /// Returns nil if the extension, in lower case, is not that of a photo or video.
    package init?(fileExtension: String) {
        if MediaKind.photos.contains(fileExtension) || MediaKind.raws.contains(fileExtension) {
            self = .photo
        } else if MediaKind.videos.contains(fileExtension) {
            self = .video
        } else {
            return nil
        }
    }

    /// Whether the extension, in lower case, is that of a RAW.
    package static func isRaw(_ fileExtension: String) -> Bool { raws.contains(fileExtension) }

    /// Reads the first bytes, which count more than the name. Returns nil if they are not known.
    package init?(beginning bytes: some Collection<UInt8>) {
        let bytes = Array(bytes.prefix(12))
        guard bytes.count == 12 else { return nil }
        if let start = MediaKind.videoStarts.first(where: { bytes.starts(with: $0) }) {
            // AVI shares its start with WebP.
            self = start.first == UInt8(ascii: "R") && !bytes.dropFirst(8).starts(with: "AVI ".utf8) ? .photo : .video
            return
        }
        guard let box = String(bytes: bytes[4..<8]) else { return nil }
        switch box {
        case "ftyp":
            let brand = String(bytes: bytes[8..<12]) ?? ""
            self = MediaKind.photoBrands.contains(brand) ? .photo : .video
        // QuickTime files without a file type.
        case "moov", "mdat", "wide", "pnot": self = .video
        default: return nil
        }
    }

    /// How AVI, Matroska and WebM, Windows Media, and MPEG begin.
    private static let videoStarts: [[UInt8]] = [
        Array("RIFF".utf8), [0x1A, 0x45, 0xDF, 0xA3], [0x30, 0x26, 0xB2, 0x75], [0, 0, 1, 0xBA],
    ]

    /// The brands of ISO media files that are photos: HEIF, AVIF and Canon's CR3.
    private static let photoBrands: Set<String> = [
        "heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "msf1", "mif2", "avif", "avis", "crx ",
    ]
}

extension String {
    /// Returns nil if a byte is not ASCII.
    fileprivate init?(bytes: ArraySlice<UInt8>) {
        guard bytes.allSatisfy({ $0 < 128 }) else { return nil }
        self.init(decoding: bytes, as: UTF8.self)
    }
}
