import FilmgateModel

/// The file name extensions by which dialogs recognize pictures and videos.
enum FileSuffix {
    /// The extensions of the formats in which apps can get picked items, with their MIME types.
    static let types = FileExtension.mimeTypes.filter { pickedTypes.contains($0.value) }

    private static let pickedTypes: Set<String> = [
        "image/jpeg", "image/png", "image/webp", "image/gif", "image/tiff", "image/heic", "image/heif", "image/avif",
        "image/jxl", "image/x-adobe-dng", "video/mp4", "video/quicktime", "video/3gpp", "video/webm",
        "video/x-matroska", "video/x-msvideo",
    ]

    /// Returns whether files of a MIME type can have an extension. Every file can have an unknown one. Cameras and
    /// phones name HEIF files of all brands `.heic`.
    static func fits(_ ending: String, _ mimeType: String) -> Bool {
        guard let type = types[ending] else { return true }
        return type == mimeType || heifTypes.isSuperset(of: [type, mimeType])
    }

    private static let heifTypes: Set<String> = ["image/heic", "image/heif"]

    /// Returns the extension of a file name, in lower case; nil if the name has none.
    static func ending(of name: String) -> String? {
        name.lastIndex(of: ".").map { name[name.index(after: $0)...].lowercased() }
    }

    /// Returns the media type of an extension; nil if the extension belongs to neither pictures nor videos.
    static func mediaType(ofEnding ending: String) -> MediaType? {
        if let type = FileExtension.mediaType(of: ending) { return type }
        return pictures.contains(ending) ? .image : videos.contains(ending) ? .video : nil
    }

    static func mediaType(ofMIMEType type: String) -> MediaType? {
        if type.hasPrefix("image/") || pictureTypes.contains(type) { return .image }
        return type.hasPrefix("video/") ? .video : nil
    }

    /// The extensions of picture formats that toolkits and browsers list, but that a library cannot contain.
    private static let pictures: Set<String> = [
        "ai", "ani", "apng", "cur", "drw", "emf", "exr", "hdr", "icns", "ico", "icon", "j2c", "jpc", "jpf", "jpm",
        "pbm", "pct", "pcx", "pgm", "pict", "pnm", "ppm", "psp", "qif", "qtif", "ras", "raw", "svg", "svgz", "svg.gz",
        "targa", "tga", "wbmp", "wmf", "xbm", "xcf", "xpm",
    ]
    private static let videos: Set<String> = [
        "3gpp", "asx", "divx", "f4v", "mpe", "ogg", "ogm", "ogv", "ogx", "rm", "rmvb", "smil", "xvid",
    ]
    /// The types of pictures that gdk-pixbuf lists, and that do not begin with `image/`.
    private static let pictureTypes: Set<String> = [
        "application/ico", "application/x-navi-animation", "application/x-tga", "text/ico", "text/xml-svg",
    ]
}
