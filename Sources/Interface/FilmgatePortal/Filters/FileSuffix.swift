import FilmgateModel

/// The endings of file names by which dialogs recognize pictures and videos.
enum FileSuffix {
    /// The endings of formats in which apps get picked items, and their MIME types.
    static let types = FileExtension.mimeTypes.filter { pickedTypes.contains($0.value) }

    private static let pickedTypes: Set<String> = [
        "image/jpeg", "image/png", "image/webp", "image/gif", "image/tiff", "image/heic", "image/heif", "image/avif",
        "image/jxl", "image/x-adobe-dng", "video/mp4", "video/quicktime", "video/3gpp", "video/webm",
        "video/x-matroska", "video/x-msvideo",
    ]

    /// Returns the ending of a file's name, in lower case; nil if it has none.
    static func ending(of name: String) -> String? {
        name.lastIndex(of: ".").map { name[name.index(after: $0)...].lowercased() }
    }

    /// Returns the media type of an ending; nil if the ending is not of pictures or videos.
    static func mediaType(ofEnding ending: String) -> MediaType? {
        if let type = FileExtension.mediaType(of: ending) { return type }
        return pictures.contains(ending) ? .image : videos.contains(ending) ? .video : nil
    }

    static func mediaType(ofMIMEType type: String) -> MediaType? {
        if type.hasPrefix("image/") || pictureTypes.contains(type) { return .image }
        return type.hasPrefix("video/") ? .video : nil
    }

    /// The endings of pictures that toolkits and browsers also list, but that no library holds.
    private static let pictures: Set<String> = [
        "ai", "ani", "apng", "cur", "drw", "emf", "exr", "hdr", "icns", "ico", "icon", "j2c", "jpc", "jpf", "jpm",
        "pbm", "pct", "pcx", "pgm", "pict", "pnm", "ppm", "psp", "qif", "qtif", "ras", "raw", "svg", "svgz", "svg.gz",
        "targa", "tga", "wbmp", "wmf", "xbm", "xcf", "xpm",
    ]
    private static let videos: Set<String> = [
        "3gpp", "asx", "divx", "f4v", "mpe", "ogg", "ogm", "ogv", "ogx", "rm", "rmvb", "smil", "xvid",
    ]
    private static let pictureTypes: Set<String> = ["application/x-navi-animation", "application/x-tga"]
}
