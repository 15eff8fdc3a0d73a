internal import FilmgateImporting
internal import FilmgateModel

/// The name of a file in a Takeout: `IMG_1234(1).jpg` is the first copy of `IMG_1234.jpg`, or has this name itself.
struct TakeoutName: Hashable {
    /// In lower case.
    let whole: String
    /// The same without the number.
    let full: String
    /// `1` in names of files that would otherwise be equal.
    let number: String

    init(_ filename: String) {
        whole = filename.lowercased()
        let dot = whole.lastIndex(of: ".") ?? whole.endIndex
        let (stem, number) = TakeoutName.split(String(whole[..<dot]))
        full = stem + whole[dot...]
        self.number = number
    }

    /// Without their extensions.
    var wholeStem: String { RelatedName.withoutExtension(whole) }
    var stem: String { RelatedName.withoutExtension(full) }

    /// Takes `(1)` off the end.
    static func split(_ text: String) -> (String, number: String) {
        guard text.hasSuffix(")"), let open = text.lastIndex(of: "("), open > text.startIndex else { return (text, "") }
        let digits = text[text.index(after: open)...].dropLast()
        guard !digits.isEmpty, digits.allSatisfy({ $0.isASCII && $0.isNumber }) else { return (text, "") }
        return (String(text[..<open]), String(digits))
    }
}

/// The name of a JSON file in a Takeout: that of its photo, then `.supplemental-metadata`, both cut at 46 units of UTF-16, then the number
/// of the copy, then `.json`.
struct TakeoutMetadataName: Hashable {
    /// That of the photo, in lower case, or the beginning of it.
    let photo: String
    let number: String
    /// Whether the name may have been cut.
    let isCut: Bool
    /// All before `.json`, but for the suffix.
    let whole: String

    /// The most units before the number. A character that does not fit is left out whole.
    static let mostUnits = 46
    private static let suffix = "supplemental-metadata"

    /// Returns nil for a name that does not end with `.json`.
    init?(_ filename: String) {
        let name = filename.lowercased()
        guard name.hasSuffix(".json") else { return nil }
        let base = String(name.dropLast(5))
        let (text, number) = TakeoutName.split(base)
        self.number = number
        let isCut = text.utf16.count >= TakeoutMetadataName.mostUnits - 1
        self.isCut = isCut
        photo = TakeoutMetadataName.withoutSuffix(text, isCut)
        whole = TakeoutMetadataName.withoutSuffix(base, isCut)
    }

    private static func withoutSuffix(_ text: String, _ isCut: Bool) -> String {
        guard let dot = text.lastIndex(of: "."), suffix.hasPrefix(text[text.index(after: dot)...]),
            text.distance(from: dot, to: text.endIndex) > 1 || isCut
        else { return text }
        return String(text[..<dot])
    }

    /// How well it fits a photo's name: the number of characters that are equal; nil if it is that of a different photo.
    func fit(_ name: TakeoutName) -> Int? {
        if number.isEmpty, photo == name.whole { return .max }
        guard number == name.number else { return nil }
        if photo == name.full { return .max }
        return isCut && !photo.isEmpty && name.full.hasPrefix(photo) ? photo.count : nil
    }
}

extension String {
    /// The text as Google writes it in names of files: it replaces characters that some systems do not allow. In lower case, with one `_`
    /// for all that is neither a letter nor a digit of ASCII.
    var takeoutForm: String {
        var form = ""
        for character in lowercased() {
            if !character.isASCII || character.isLetter || character.isNumber {
                form.append(character)
            } else if form.last != "_" {
                form.append("_")
            }
        }
        return form
    }
}
