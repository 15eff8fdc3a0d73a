import FilmgateModel
import FilmgateText

/// The person's choices for an export.
nonisolated struct ExportChoices: Sendable {
    /// The files that are written.
    enum ExportedSize: CaseIterable {
        /// All files of the photos, as they were imported.
        case originals
        /// JPEGs with all pixels, or with a limited number of pixels.
        case full, large, medium, small

        var title: String {
            switch self {
            case .originals: localized("Original files")
            case .full: localized("JPEG in full size")
            case .large: localized("JPEG, large (2560 pixels)")
            case .medium: localized("JPEG, medium (1600 pixels)")
            case .small: localized("JPEG, small (1024 pixels)")
            }
        }

        /// The maximum length of the longer side, in pixels; nil for the full size.
        var side: UInt32? {
            switch self {
            case .originals, .full: nil
            case .large: 2560
            case .medium: 1600
            case .small: 1024
            }
        }
    }

    var size = ExportedSize.originals
    /// The kinds of metadata that are left out.
    var without: Set<MetadataKind> = []
}
