import FilmgateModel
import FilmgateText

/// An option of an answer: a right of a grant, metadata in picked files, their formats, or later access to them. The
/// raw values of rights are the D-Bus interface's names.
public enum PromptOption: String, CaseIterable, Sendable {
    case originals, captions, metadata, write, location
    /// Converts files to formats that most programs show.
    case compatible
    /// Adds the picked items to the app's selection.
    case keep
    /// Lets the app open the picked items again later.
    case lasting

    public var title: String {
        switch self {
        case .originals: localized("original files")
        case .captions: localized("titles, captions")
        case .metadata: localized("camera data")
        case .write: localized("changes")
        case .location: localized("places")
        case .compatible: localized("compatible formats")
        case .keep: localized("sees them from now on")
        case .lasting: localized("may open them again later")
        }
    }

    /// The keyboard key that changes the option.
    public var key: Character {
        switch self {
        case .originals: "o"
        case .captions: "c"
        case .metadata: "m"
        case .write: "e"
        case .location: "w"
        case .compatible: "f"
        case .keep: "r"
        case .lasting: "l"
        }
    }

    /// Whether the option concerns the content that the app gets or its rights, rather than the formats or how long it
    /// has access.
    var isAboutFiles: Bool { self != .compatible && self != .keep && self != .lasting }

    /// The kind of metadata that the option includes in files; nil for other options.
    var kind: MetadataKind? {
        switch self {
        case .captions: .captions
        case .metadata: .metadata
        case .location: .location
        case .originals, .write, .compatible, .keep, .lasting: nil
        }
    }
}
