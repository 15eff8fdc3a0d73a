import FilmgateModel

/// A JSON file of a Google Takeout that describes a photo.
struct TakeoutSidecar {
    let file: PhotoFile
    let content: TakeoutMetadata
    private let name: TakeoutMetadataName
    /// The photo's original name in lower case, before Google shortened or changed it; empty if unknown.
    private let title: String
    /// The number that distinguishes photos with the same name; empty for the first of them.
    let number: String

    init(_ file: PhotoFile, _ name: TakeoutMetadataName, _ content: TakeoutMetadata) {
        (self.file, self.name, self.content) = (file, name, content)
        title = content.title?.lowercased() ?? ""
        // If the title begins with the whole name of the JSON file, the number is a part of the photo's original name.
        number = !title.isEmpty && title.takeoutForm.hasPrefix(name.whole.takeoutForm) ? "" : name.number
    }

    /// The ways in which a description can match a file, the most reliable first.
    enum MatchKind: CaseIterable {
        /// The file name is the title.
        case title
        /// The file name is the title with the number of a copy.
        case copy
        /// The file name is the title, in which Google has replaced some characters.
        case written
        /// The title has no extension.
        case noExtension
        /// The extensions of the file name and the title differ, but belong to the same media type.
        case otherExtension
        /// The file name is the beginning of the title, because Google shortened the name.
        case cut
        /// The file name is the title with any number. Google adds a number even if the name already ends with a
        /// number.
        case anyNumber
    }

    /// Returns the keys for a kind of match. A file and a description with an equal key may belong together.
    func keys(_ way: MatchKind) -> [String] {
        switch way {
        case .title: number.isEmpty ? [title] : []
        case .copy: [TakeoutSidecar.key(title, number), TakeoutSidecar.key(name.photo, name.number)]
        case .written: [TakeoutSidecar.key(title.takeoutForm, number)]
        case .noExtension:
            [
                TakeoutSidecar.key(title.takeoutForm, number),
                TakeoutSidecar.key(name.photo.takeoutForm, name.number),
            ]
        case .otherExtension: kind == nil ? [] : [TakeoutSidecar.key(titleStem.takeoutForm, number)]
        case .cut: [TakeoutSidecar.beginning(title.isEmpty ? name.photo : title)]
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

    /// Returns the beginning of a name; empty if the name is too short to have been shortened.
    private static func beginning(_ text: String) -> String {
        text.utf16.count < shortestCut ? "" : text.takeoutForm.beginning(codePoints: keyCodePoints)
    }

    /// The minimum length of a shortened name, in UTF-16 code units. Google shortens the names of photos to 47 units,
    /// or to 51 with the extension.
    private static let shortestCut = 44
    private static let keyCodePoints = 20

    /// Returns whether the description may belong to a file with an equal key.
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

    /// The media type of the title's extension.
    private var kind: MediaKind? { DiskPath(title).fileExtension.flatMap { MediaKind(fileExtension: $0) } }
    private var titleStem: String { kind == nil ? title : PhotoBaseName.withoutExtension(title) }

    /// The common part of the names of the photo's files, in Google's form; empty if unknown.
    var stem: String {
        guard !title.isEmpty else { return "" }
        return PhotoBaseName(titleStem + (number.isEmpty ? "" : "(\(number))") + ".x").stem.takeoutForm
    }
}
