import FilmgateModel
import FilmgateSystem
import Glibc

/// The kind of a file to import: photo or video.
///
/// The broker determines the kind of every file itself. Determining it here avoids sending text files and sidecars.
package enum MediaKind: Hashable, Sendable {
    case photo, video

    /// Returns nil if photos and videos do not have this extension, given in lower case.
    package init?(fileExtension: String) {
        switch FileExtension.mediaType(of: fileExtension) {
        case .image: self = .photo
        case .video: self = .video
        case nil: return nil
        }
    }

    /// Returns whether RAW files have this extension, given in lower case.
    package static func isRaw(_ fileExtension: String) -> Bool { FileExtension.isRaw(fileExtension) }

    /// Extensions of files that look like photos or videos but are not: sound, previews that cameras write beside
    /// videos, backup copies of editors, and incomplete files.
    private static let others: Set<String> = [
        "m4a", "m4b", "m4p", "m4r", "f4a", "aax", "mka", "weba", "wma",
        "thm", "lrv",
        "bak", "old", "orig", "sav",
        "part", "tmp", "temp",
    ]

    /// Returns whether the kind of a file must be determined from its first bytes. This is the case if the extension,
    /// given in lower case, is missing or is an unknown extension of up to four letters and digits. Programs use other
    /// extensions, such as `jpg_original`, `jpg~` and `filepart`, for their own copies of photos.
    package static func needsContent(_ fileExtension: String?) -> Bool {
        guard let name = fileExtension else { return true }
        return name.utf8.count <= 4 && name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
            && !others.contains(name)
    }

    /// Determines the kind from the first bytes of a file. Returns nil for a format that the broker cannot read.
    package init?(beginning bytes: [UInt8]) {
        guard let format = FileFormat(bytes) else { return nil }
        self = format.mediaType == .video ? .video : .photo
    }

    /// Determines the kind from the first bytes of a file without a known extension. Returns nil for sound in a video
    /// container, and for bytes that can also begin a text file.
    package init?(unnamed bytes: [UInt8]) {
        let brand = bytes.dropFirst(4).prefix(7)
        guard !["ftypM4A", "ftypM4B", "ftypM4P", "ftypF4A"].contains(where: { brand.elementsEqual($0.utf8) }) else {
            return nil
        }
        switch FileFormat(bytes) {
        // A box begins with its size. A first box of 16 MiB or more can only be a content box (`mdat`).
        case .movie where bytes[0] != 0 && !brand.starts(with: "mdat".utf8): return nil
        // The signature of a JPEG XL codestream without a container has only two bytes, with which text can begin.
        case .jxl where bytes.starts(with: [0xFF, 0x0A]): return nil
        default: self.init(beginning: bytes)
        }
    }
}

extension OwnedDescriptor {
    /// The first bytes of the file, enough to recognize the format; empty if the file cannot be read.
    var head: [UInt8] {
        var bytes = [UInt8](repeating: 0, count: FileFormat.headBytes)
        let count = unsafe bytes.withUnsafeMutableBytes { unsafe pread(rawValue, $0.baseAddress, $0.count, 0) }
        return Array(bytes.prefix(max(0, count)))
    }
}
