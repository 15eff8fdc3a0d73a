internal import FilmgateModel

/// The name of a file in a Takeout: `IMG_1234(1).jpg` is the first copy of `IMG_1234.jpg`.
struct TakeoutName: Hashable {
    /// In lower case, with the extension, without the number.
    let full: String
    /// `(1)` in names of files that would otherwise be equal.
    let number: String

    init(_ filename: String) {
        let name = filename.lowercased()
        let dot = name.lastIndex(of: ".") ?? name.endIndex
        let (stem, number) = TakeoutName.split(String(name[..<dot]))
        full = stem + name[dot...]
        self.number = number
    }

    /// What the files of one photo have in common.
    var related: RelatedName { RelatedName(full) }

    /// Takes `(1)` off the end.
    static func split(_ text: String) -> (String, number: String) {
        guard text.hasSuffix(")"), let open = text.lastIndex(of: "("), open > text.startIndex else { return (text, "") }
        let digits = text[text.index(after: open)...].dropLast()
        guard !digits.isEmpty, digits.allSatisfy({ $0.isASCII && $0.isNumber }) else { return (text, "") }
        return (String(text[..<open]), String(digits))
    }
}

/// The name of a JSON file in a Takeout: that of its photo, then `.supplemental-metadata`, both cut at 46 characters, then the number of
/// the copy, then `.json`.
struct TakeoutMetadataName: Hashable {
    /// That of the photo, in lower case, or the beginning of it.
    let photo: String
    let number: String
    /// Whether the name may have been cut.
    let isCut: Bool

    /// The most characters before the number.
    static let mostCharacters = 46
    private static let suffix = "supplemental-metadata"

    /// Returns nil for a name that does not end with `.json`.
    init?(_ filename: String) {
        let name = filename.lowercased()
        guard name.hasSuffix(".json") else { return nil }
        let (base, number) = TakeoutName.split(String(name.dropLast(5)))
        self.number = number
        isCut = base.count >= TakeoutMetadataName.mostCharacters
        if let dot = base.lastIndex(of: "."), TakeoutMetadataName.suffix.hasPrefix(base[base.index(after: dot)...]),
            base.distance(from: dot, to: base.endIndex) > 1 || isCut
        {
            photo = String(base[..<dot])
        } else {
            photo = base
        }
    }

    /// How well it fits a photo's name: the number of characters that are equal; nil if it is that of a different photo.
    func fit(_ name: TakeoutName) -> Int? {
        guard number == name.number else { return nil }
        if photo == name.full { return .max }
        return isCut && !photo.isEmpty && name.full.hasPrefix(photo) ? photo.count : nil
    }
}
