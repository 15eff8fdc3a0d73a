import FilmgateModel

/// The endings of file names that dialogs name for pictures and videos.
enum FileSuffix {
    /// The endings of formats that a library can hold or make, and their MIME types.
    static let types: [String: String] = [
        "jpg": "image/jpeg", "jpeg": "image/jpeg", "jpe": "image/jpeg", "jfif": "image/jpeg", "pjpeg": "image/jpeg",
        "pjp": "image/jpeg", "png": "image/png", "webp": "image/webp", "gif": "image/gif", "tif": "image/tiff",
        "tiff": "image/tiff", "heic": "image/heic", "heif": "image/heif", "hif": "image/heif", "avif": "image/avif",
        "jxl": "image/jxl", "dng": "image/x-adobe-dng", "mp4": "video/mp4", "m4v": "video/mp4",
        "mov": "video/quicktime",
        "qt": "video/quicktime", "3gp": "video/3gpp", "webm": "video/webm", "mkv": "video/x-matroska",
        "avi": "video/x-msvideo",
    ]

    /// Returns the ending of a file's name, in lower case; nil if it has none.
    static func ending(of name: String) -> String? {
        name.lastIndex(of: ".").map { name[name.index(after: $0)...].lowercased() }
    }

    /// The ending of a file that is made in a format.
    static func usual(of mimeType: String) -> String? {
        switch mimeType {
        case "image/jpeg": "jpg"
        case "image/png": "png"
        case "image/webp": "webp"
        case "video/mp4": "mp4"
        default: types.filter { $0.value == mimeType }.keys.min()
        }
    }

    /// Returns whether a format is one of pictures or videos; nil for all others.
    static func mediaType(ofEnding ending: String) -> MediaType? {
        if let type = types[ending] { return mediaType(ofMIMEType: type) }
        return pictures.contains(ending) ? .image : videos.contains(ending) ? .video : nil
    }

    static func mediaType(ofMIMEType type: String) -> MediaType? {
        if type.hasPrefix("image/") || pictureTypes.contains(type) { return .image }
        return type.hasPrefix("video/") ? .video : nil
    }

    /// Pictures that toolkits and browsers also list, but that no library holds.
    private static let pictures: Set<String> = [
        "ai", "ani", "apng", "arw", "bmp", "cr2", "cr3", "cur", "dib", "drw", "emf", "exr", "hdr", "heics", "heifs",
        "icns", "ico", "icon", "j2c", "j2k", "jp2", "jpc", "jpf", "jpm", "jpx", "nef", "orf", "pbm", "pct", "pcx",
        "pef", "pgm", "pict", "pnm", "ppm", "psd", "psp", "qif", "qtif", "raf", "ras", "raw", "rw2", "svg", "svgz",
        "svg.gz", "targa", "tga", "wbmp", "wmf", "xbm", "xcf", "xpm",
    ]
    private static let videos: Set<String> = [
        "3g2", "3gpp", "asf", "asx", "divx", "f4v", "flv", "m1v", "m2ts", "m2v", "mpe", "mpeg", "mpg", "mts", "ogg",
        "ogm", "ogv", "ogx", "rm", "rmvb", "smil", "ts", "vob", "wmv", "xvid",
    ]
    private static let pictureTypes: Set<String> = ["application/x-navi-animation", "application/x-tga"]
}
