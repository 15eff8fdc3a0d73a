/// Whether a file is sent to the library, and as a photo or a video.
///
/// The library checks every file itself. This only avoids sending texts and sidecar files.
package enum MediaKind: Hashable, Sendable {
    case photo, video

    private static let photos: Set<String> = [
        "jpg", "jpeg", "jpe", "jfif", "png", "webp", "tif", "tiff", "gif", "heic", "heif", "hif", "avif",
        "dng", "cr2", "cr3", "nef", "nrw", "arw", "sr2", "srf", "raf", "orf", "rw2", "pef", "srw", "3fr", "erf", "mrw",
        "x3f", "iiq", "rwl",
    ]
    private static let videos: Set<String> = ["mp4", "m4v", "mov", "qt"]

    /// Returns nil if the extension, in lower case, is not that of a photo or video.
    package init?(fileExtension: String) {
        if MediaKind.photos.contains(fileExtension) {
            self = .photo
        } else if MediaKind.videos.contains(fileExtension) {
            self = .video
        } else {
            return nil
        }
    }

    /// Reads the first bytes, which count more than the name. Returns nil if they are not known.
    package init?(beginning bytes: some Collection<UInt8>) {
        let bytes = Array(bytes.prefix(12))
        guard bytes.count == 12, let box = String(bytes: bytes[4..<8]) else { return nil }
        switch box {
        case "ftyp":
            let brand = String(bytes: bytes[8..<12]) ?? ""
            self = MediaKind.photoBrands.contains(brand) ? .photo : .video
        // QuickTime files without a file type.
        case "moov", "mdat", "wide", "pnot": self = .video
        default: return nil
        }
    }

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
