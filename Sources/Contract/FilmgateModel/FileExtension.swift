/// The file name extensions of the formats that a library holds, in lower case and without the dot.
public enum FileExtension {
    private struct Format {
        let mimeType: String
        /// The extension for new files in this format; nil if no extension is right for all files in the format.
        let usual: String?
        let others: [String]

        init(_ mimeType: String, _ usual: String?, _ others: String...) {
            (self.mimeType, self.usual, self.others) = (mimeType, usual, others)
        }
    }

    private static let formats: [Format] = [
        Format("image/jpeg", "jpg", "jpeg", "jpe", "jfif", "pjpeg", "pjp"),
        Format("image/png", "png"),
        Format("image/webp", "webp"),
        Format("image/tiff", "tif", "tiff"),
        Format("image/gif", "gif"),
        Format("image/heic", "heic"),
        Format("image/heic-sequence", "heics"),
        Format("image/heif", "heif", "hif"),
        Format("image/heif-sequence", "heifs"),
        Format("image/avif", "avif"),
        Format("image/avif-sequence", "avifs"),
        Format("image/bmp", "bmp", "dib"),
        Format("image/jp2", "jp2", "j2k", "jpx"),
        Format("image/jxl", "jxl"),
        Format("image/vnd.adobe.photoshop", "psd", "psb"),
        Format("image/x-adobe-dng", "dng"),
        Format("image/x-canon-crw", "crw"),
        Format("image/x-canon-cr2", "cr2"),
        Format("image/x-canon-cr3", "cr3"),
        Format("image/x-nikon-nef", "nef", "nrw"),
        Format("image/x-sony-arw", "arw", "sr2", "srf"),
        Format("image/x-fuji-raf", "raf"),
        Format("image/x-olympus-orf", "orf"),
        Format("image/x-panasonic-rw2", "rw2"),
        Format("image/x-pentax-pef", "pef"),
        Format("image/x-minolta-mrw", "mrw"),
        Format("image/x-sigma-x3f", "x3f"),
        Format("image/x-raw", nil, "srw", "3fr", "erf", "iiq", "rwl"),
        Format("video/mp4", "mp4", "m4v"),
        Format("video/quicktime", "mov", "qt"),
        Format("video/3gpp", "3gp"),
        Format("video/3gpp2", "3g2"),
        Format("video/x-msvideo", "avi"),
        Format("video/mp2t", "mts", "m2ts", "ts"),
        Format("video/mpeg", "mpg", "mpeg", "m1v", "m2v", "vob"),
        Format("video/x-matroska", "mkv"),
        Format("video/webm", "webm"),
        Format("video/x-ms-wmv", "wmv", "asf"),
        Format("video/x-flv", "flv"),
    ]

    /// The MIME type of each extension.
    public static let mimeTypes: [String: String] = {
        var types: [String: String] = [:]
        for format in formats {
            for name in [format.usual].compactMap(\.self) + format.others { types[name] = format.mimeType }
        }
        return types
    }()

    private static let usualOnes: [String: String] = {
        var usual: [String: String] = [:]
        for format in formats { usual[format.mimeType] = format.usual }
        return usual
    }()

    /// Returns the extension for new files of a MIME type; nil if there is none.
    public static func usual(for mimeType: String) -> String? { usualOnes[mimeType] }

    /// Returns the media type of files with an extension; nil for an extension that no photo or video has.
    public static func mediaType(of name: String) -> MediaType? {
        mimeTypes[name].map { $0.hasPrefix("video/") ? .video : .image }
    }

    /// Returns whether RAW files have this extension.
    public static func isRaw(_ name: String) -> Bool { mimeTypes[name].map(MediaFacts.rawTypes.contains) ?? false }
}
