/// Whether a file is offered to the library as a photo or as a video, and whether at all.
///
/// The library looks into every file itself; this only keeps texts and sidecars from being sent there.
enum MediaKind: Hashable, Sendable {
    case photo, video

    private static let photos: Set<String> = [
        "jpg", "jpeg", "jpe", "jfif", "png", "webp", "tif", "tiff", "gif", "heic", "heif", "hif", "avif",
        "dng", "cr2", "cr3", "nef", "nrw", "arw", "sr2", "srf", "raf", "orf", "rw2", "pef", "srw", "3fr", "erf", "mrw",
        "x3f", "iiq", "rwl",
    ]
    private static let videos: Set<String> = ["mp4", "m4v", "mov", "qt"]

    /// From the extension, lower-case; nil for what is no media.
    init?(fileExtension: String) {
        if MediaKind.photos.contains(fileExtension) {
            self = .photo
        } else if MediaKind.videos.contains(fileExtension) {
            self = .video
        } else {
            return nil
        }
    }

    /// From the first bytes, which count for more than the name; nil where they say nothing.
    init?(beginning bytes: some Collection<UInt8>) {
        let bytes = Array(bytes.prefix(12))
        guard bytes.count == 12, let box = String(bytes: bytes[4..<8]) else { return nil }
        switch box {
        case "ftyp":
            let brand = String(bytes: bytes[8..<12]) ?? ""
            self = MediaKind.photoBrands.contains(brand) ? .photo : .video
        // QuickTime before it had file types.
        case "moov", "mdat", "wide", "pnot": self = .video
        default: return nil
        }
    }

    /// HEIF's, AVIF's and Canon's CR3 among the brands of ISO media files.
    private static let photoBrands: Set<String> = [
        "heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "msf1", "mif2", "avif", "avis", "crx ",
    ]
}

extension String {
    /// Nil where it is not all ASCII.
    fileprivate init?(bytes: ArraySlice<UInt8>) {
        guard bytes.allSatisfy({ $0 < 128 }) else { return nil }
        self.init(decoding: bytes, as: UTF8.self)
    }
}
