import Filmgate
import FilmgateModel

/// The name of an exported file, as two parts. A number can be inserted between them.
package struct ExportName: Hashable, Sendable {
    package let stem: String
    /// The extension with the dot; empty if there is no extension.
    package let ending: String

    /// Makes a safe name from any text. The name contains no path, is not hidden, does not look like an option, and has
    /// no characters that are special to shells or other file systems.
    ///
    /// - Parameter otherwise: the name to use if no characters remain.
    package init(_ filename: String, otherwise: String = "photo") {
        var scalars = String.UnicodeScalarView(filename.unicodeScalars.map(ExportName.safe))
        // A leading dot would hide the file. Some file systems do not support names that end with a dot or a space.
        while let first = scalars.first, first == "." || first == " " { scalars.removeFirst() }
        while let last = scalars.last, last == "." || last == " " { scalars.removeLast() }
        if let first = scalars.first, first == "-" || first == "~" {
            scalars.replaceSubrange(...scalars.startIndex, with: "_".unicodeScalars)
        }
        let name = scalars.isEmpty ? otherwise : String(scalars)
        let parts: (stem: String, ending: String)
        if let dot = name.lastIndex(of: "."), dot > name.startIndex, name[dot...].utf8.count <= 32 {
            parts = (String(name[..<dot]), String(name[dot...]))
        } else {
            parts = (name, "")
        }
        var stem = parts.stem
        while stem.utf8.count > ExportName.longestStem { stem.removeLast() }
        (self.stem, ending) = (stem, parts.ending)
    }

    /// The maximum number of bytes of a stem, chosen so that a number, the extension and a sidecar's `.xmp` fit into a
    /// file name.
    private static let longestStem = 208

    private static func safe(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        if scalar.isUnprintable { return "_" }
        return #"/\:*?"<>|$`!"#.unicodeScalars.contains(scalar) ? "_" : scalar
    }

    /// Returns the name, with a number above 1 inserted: `IMG_1.JPG`, `IMG_1-2.JPG`. At most 251 bytes.
    func text(number: Int) -> String { stem + (number > 1 ? "-\(number)" : "") + ending }

    private init(stem: String, ending: String) { (self.stem, self.ending) = (stem, ending) }

    /// Returns the name with a suffix added to its stem. Shortens a stem that becomes too long.
    private func with(_ suffix: String) -> ExportName {
        var stem = stem
        while stem.utf8.count + suffix.utf8.count > ExportName.longestStem { stem.removeLast() }
        return ExportName(stem: stem + suffix, ending: ending)
    }

    /// Returns a unique name, ignoring case, for each file of an asset. A file without a name gets the asset's
    /// identifier as its name. The files of an edit are named after the original: `IMG_1-edited.JPG`,
    /// `IMG_1.adjustment-data`.
    ///
    /// - Parameter besideSidecar: whether a sidecar has the name `IMG_1.JPG.xmp`.
    static func names(for resources: [AssetResource], of asset: Asset, besideSidecar: Bool = false) -> [ExportName] {
        func own(_ resource: AssetResource) -> ExportName {
            ExportName(resource.filename ?? asset.id.description + ExportName.ending(for: resource.mimeType))
        }
        let primary = resources.first(where: \.type.isPrimary).map(own)
        let original = primary?.stem ?? asset.id.description
        func key(_ name: ExportName) -> String { name.text(number: 1).lowercased() }
        var taken: Set<String> = []
        if besideSidecar, let primary { taken.insert(key(primary) + ".xmp") }
        return resources.map { resource in
            var name =
                if resource.type.isRender {
                    ExportName("\(original)-edited\(ExportName.ending(for: resource.mimeType))")
                } else if resource.type == .adjustmentData, resource.filename == nil {
                    ExportName("\(original).adjustment-data")
                } else { own(resource) }
            if taken.contains(key(name)) { name = name.with("-\(resource.type.rawValue)") }
            // A file of a different type may already have the name with this suffix.
            while !taken.insert(key(name)).inserted { name = name.with("_") }
            return name
        }
    }
}

extension ExportName {
    /// Returns the usual extension of a format, with the dot; empty if the format has none.
    package static func ending(for mimeType: String) -> String {
        FileExtension.usual(for: mimeType).map { "." + $0 } ?? ""
    }
}
