internal import Filmgate
internal import FilmgateText

/// The name of a file that is written, in two parts, so that a number can stand between them.
struct ExportName: Hashable, Sendable {
    let stem: String
    /// With the dot; empty where there is none.
    let ending: String

    /// A plain name in its folder, whatever the library says: no folders, not hidden, no option of any command, and nothing that a shell
    /// or a file system of another kind would take for something else.
    ///
    /// - Parameter otherwise: what it is called where nothing is left.
    init(_ filename: String, otherwise: String = "photo") {
        var scalars = String.UnicodeScalarView(filename.unicodeScalars.map(ExportName.plain))
        // No file system ends a name with a dot or a blank that others could read.
        while let first = scalars.first, first == "." || first == " " { scalars.removeFirst() }
        while let last = scalars.last, last == "." || last == " " { scalars.removeLast() }
        if let first = scalars.first, first == "-" || first == "~" {
            scalars.replaceSubrange(...scalars.startIndex, with: "_".unicodeScalars)
        }
        let name = scalars.isEmpty ? otherwise : String(scalars)
        if let dot = name.lastIndex(of: "."), dot > name.startIndex, name[dot...].utf8.count <= 32 {
            stem = String(name[..<dot])
            ending = String(name[dot...])
        } else {
            stem = name
            ending = ""
        }
    }

    private static func plain(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        if Text.isUnfit(scalar) { return "_" }
        return #"/\:*?"<>|$`!"#.unicodeScalars.contains(scalar) ? "_" : scalar
    }

    /// `IMG_1.JPG`, and for a second one `IMG_1-2.JPG`; never longer than a file system takes.
    func text(number: Int) -> String {
        let suffix = (number > 1 ? "-\(number)" : "") + ending
        var stem = stem
        while !stem.isEmpty, stem.utf8.count + suffix.utf8.count > 255 { stem.removeLast() }
        return stem + suffix
    }

    /// One for each file of an asset; what has no name is called by the asset's identifier and what it is.
    static func names(for resources: [AssetResource], of asset: Asset) -> [ExportName] {
        var taken: Set<ExportName> = []
        return resources.map { resource in
            var name = ExportName(
                resource.filename ?? asset.id.description + MediaEnding.ending(for: resource.mimeType))
            if taken.contains(name) { name = ExportName("\(name.stem)-\(resource.type.rawValue)\(name.ending)") }
            taken.insert(name)
            return name
        }
    }
}

/// The usual ending of a file's name for its type.
enum MediaEnding {
    private static let endings = [
        "image/jpeg": ".jpg", "image/png": ".png", "image/webp": ".webp", "image/tiff": ".tif", "image/gif": ".gif",
        "image/heif": ".heif", "image/heic": ".heic", "image/avif": ".avif", "image/x-adobe-dng": ".dng",
        "image/x-canon-cr2": ".cr2", "image/x-canon-cr3": ".cr3", "image/x-nikon-nef": ".nef",
        "image/x-sony-arw": ".arw", "image/x-fuji-raf": ".raf", "image/x-olympus-orf": ".orf",
        "image/x-panasonic-rw2": ".rw2", "image/x-pentax-pef": ".pef", "video/mp4": ".mp4", "video/quicktime": ".mov",
    ]

    static func ending(for mimeType: String) -> String { endings[mimeType] ?? "" }
}
