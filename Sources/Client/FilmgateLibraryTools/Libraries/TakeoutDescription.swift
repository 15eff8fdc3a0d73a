import FilmgateModel

/// A JSON file of a Takeout that describes a photo.
struct TakeoutDescription {
    let file: PhotoFile
    let content: TakeoutMetadata
    private let name: TakeoutMetadataName
    /// The original name of the photo, in lower case, before it was cut or changed; empty if unknown.
    private let title: String
    /// The number of the copy, which distinguishes photos with the same name.
    let number: String

    init(_ file: PhotoFile, _ name: TakeoutMetadataName, _ content: TakeoutMetadata) {
        (self.file, self.name, self.content) = (file, name, content)
        title = content.title?.lowercased() ?? ""
        // The number may be a part of the photo's original name.
        number = !title.isEmpty && title.takeoutForm.hasPrefix(name.whole.takeoutForm) ? "" : name.number
    }

    /// The ways to match a description with a file, the strongest first.
    enum MatchKind: CaseIterable {
        /// The file's name is the whole title.
        case title
        /// The file's name is the title with the number of a copy.
        case copy
        /// The file's name is the title, with characters that Google has replaced.
        case written
        /// The title has no extension.
        case noExtension
        /// The file has another extension than the title, but of the same media type.
        case otherExtension
        /// The file's name is the beginning of the title, because Google cut it.
        case cut
        /// The file's name is the title with any number. Google adds a number even to a name that already ends with a
        /// number.
        case anyNumber
    }

    /// Returns the keys for a kind of match. A file and a description with a common key may belong together.
    func keys(_ way: MatchKind) -> [String] {
        switch way {
        case .title: number.isEmpty ? [title] : []
        case .copy: [TakeoutDescription.key(title, number), TakeoutDescription.key(name.photo, name.number)]
        case .written: [TakeoutDescription.key(title.takeoutForm, number)]
        case .noExtension:
            [
                TakeoutDescription.key(title.takeoutForm, number),
                TakeoutDescription.key(name.photo.takeoutForm, name.number),
            ]
        case .otherExtension: kind == nil ? [] : [TakeoutDescription.key(titleStem.takeoutForm, number)]
        case .cut: [TakeoutDescription.beginning(title.isEmpty ? name.photo : title)]
        case .anyNumber: [title.takeoutForm]
        }
    }

    static func keys(of name: TakeoutName, _ way: MatchKind) -> [String] {
        switch way {
        case .title: [name.whole]
        case .copy: [key(name.full, name.number), key(name.whole, "")]
        case .written: [key(name.full.takeoutForm, name.number), key(name.whole.takeoutForm, "")]
        case .noExtension, .otherExtension:
            [key(name.stem.takeoutForm, name.number), key(name.wholeStem.takeoutForm, "")]
        case .cut: [beginning(name.stem), beginning(name.wholeStem)]
        case .anyNumber: [name.whole.takeoutForm]
        }
    }

    private static func key(_ text: String, _ number: String) -> String { text.isEmpty ? "" : "\(text)/\(number)" }

    /// Returns the beginning of a long name; an empty text for a short name.
    private static func beginning(_ text: String) -> String {
        text.utf16.count < shortestCut ? "" : text.takeoutForm.beginning(codePoints: keyCodePoints)
    }

    /// The minimum length of a cut name, in UTF-16 units. Google cuts names of photos at 47 units, or at 51 with the
    /// extension.
    private static let shortestCut = 44
    private static let keyCodePoints = 20

    /// Returns whether the description may belong to a file with a common key.
    func allows(_ other: PhotoFile, _ otherName: TakeoutName, _ way: MatchKind) -> Bool {
        switch way {
        case .title, .copy, .written, .noExtension, .anyNumber: return true
        case .otherExtension: return kind == other.kind
        case .cut:
            guard kind == nil || kind == other.kind else { return false }
            if title.isEmpty { return name.fit(otherName) != nil }
            let form = title.takeoutForm
            return [otherName.stem, otherName.wholeStem].contains { form.begins(withCut: $0.takeoutForm) }
        }
    }

    /// The media type that the title's extension indicates.
    private var kind: MediaKind? { DiskPath(title).fileExtension.flatMap { MediaKind(fileExtension: $0) } }
    private var titleStem: String { kind == nil ? title : RelatedName.withoutExtension(title) }

    /// The common part of the names of the photo's files, as Google writes it; empty if unknown.
    var stem: String {
        guard !title.isEmpty else { return "" }
        return RelatedName(titleStem + (number.isEmpty ? "" : "(\(number))") + ".x").stem.takeoutForm
    }
}
