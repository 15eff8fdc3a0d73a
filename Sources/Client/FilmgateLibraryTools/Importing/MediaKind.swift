import FilmgateModel
import FilmgateSystem
import Glibc

/// Whether a file is sent to the library, and as a photo or a video.
///
/// The library checks every file itself. This only avoids sending texts and sidecar files.
package enum MediaKind: Hashable, Sendable {
    case photo, video

    private static let photos: Set<String> = [
        "jpg", "jpeg", "jpe", "jfif", "png", "webp", "tif", "tiff", "gif", "heic", "heif", "hif", "heics", "heifs",
        "avif", "avifs",
        "bmp", "dib", "jp2", "j2k", "jpx", "jxl", "psd", "psb",
    ]
    private static let raws: Set<String> = [
        "dng", "crw", "cr2", "cr3", "nef", "nrw", "arw", "sr2", "srf", "raf", "orf", "rw2", "pef", "srw", "3fr", "erf",
        "mrw",
        "x3f", "iiq", "rwl",
    ]
    private static let videos: Set<String> = [
        "mp4", "m4v", "mov", "qt", "avi", "3gp", "3g2", "mts", "m2ts", "ts", "mpg", "mpeg", "m1v", "m2v",
        "vob", "mkv", "webm", "wmv",
        "asf", "flv",
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

    /// Extensions of files that begin like a photo or a video and are no photo or video of their own: sound, previews that cameras
    /// write beside their videos, copies that editors keep, and what is not complete.
    private static let others: Set<String> = [
        "m4a", "m4b", "m4p", "m4r", "f4a", "aax", "mka", "weba", "wma",
        "thm", "lrv",
        "bak", "old", "orig", "sav",
        "part", "tmp", "temp",
    ]

    /// Whether the first bytes decide what a file is, because its extension, in lower case, does not: there is none, or one that looks
    /// like that of a format. Programs mark their own copies of photos with others, such as `jpg_original`, `jpg~` and `filepart`.
    package static func needsContent(_ fileExtension: String?) -> Bool {
        guard let name = fileExtension else { return true }
        return name.utf8.count <= 4 && name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
            && !others.contains(name)
    }

    /// Reads the first bytes, which count more than the name. Returns nil if no worker reads such files.
    package init?(beginning bytes: [UInt8]) {
        guard let format = FileFormat(bytes) else { return nil }
        self = format.mediaType == .video ? .video : .photo
    }

    /// The same for a file whose name does not tell. Sound in the container of a video counts as none, nor does what a text may begin
    /// with.
    package init?(unnamed bytes: [UInt8]) {
        let brand = bytes.dropFirst(4).prefix(7)
        guard !["ftypM4A", "ftypM4B", "ftypM4P", "ftypF4A"].contains(where: { brand.elementsEqual($0.utf8) }) else {
            return nil
        }
        switch FileFormat(bytes) {
        // A box begins with its size. At the beginning of a file, only that of the content is ever 16 MiB long.
        case .movie where bytes[0] != 0 && !brand.starts(with: "mdat".utf8): return nil
        // A codestream alone is told by two bytes.
        case .jxl where bytes.starts(with: [0xFF, 0x0A]): return nil
        default: self.init(beginning: bytes)
        }
    }
}

extension OwnedDescriptor {
    /// The first bytes of a file, as many as tell its format. None if it cannot be read.
    var head: [UInt8] {
        var bytes = [UInt8](repeating: 0, count: FileFormat.headBytes)
        let count = unsafe bytes.withUnsafeMutableBytes { unsafe pread(rawValue, $0.baseAddress, $0.count, 0) }
        return Array(bytes.prefix(max(0, count)))
    }
}
