import FilmgateModel
import FilmgateText

/// The person's choices for an export.
nonisolated struct ExportChoices: Sendable {
    /// The form in which the photos are exported.
    enum ExportFormat: CaseIterable {
        /// All original files of the photos.
        case originals
        /// JPEG files. See `side` for their size.
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

    var size = ExportFormat.originals
    /// The kinds of metadata that the export removes.
    var without: Set<MetadataKind> = []
}
