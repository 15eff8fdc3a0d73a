import FilmgateModel

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

    /// The most units before the number. A code point that does not fit is left out whole.
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
        return isCut && !photo.isEmpty && name.full.begins(withCut: photo) ? photo.count : nil
    }
}

extension String {
    /// The text as Google writes it in names of files: it replaces characters that some systems do not allow. In lower case, with one `_`
    /// for all that is neither a letter nor a digit of ASCII.
    var takeoutForm: String {
        var form = String.UnicodeScalarView()
        for scalar in lowercased().unicodeScalars {
            if !scalar.isASCII || scalar.properties.isAlphabetic || scalar.properties.numericType != nil {
                form.append(scalar)
            } else if form.last != "_" {
                form.append("_")
            }
        }
        return String(form)
    }

    /// Whether it begins with a text that Google cut, also within a character: an emoji can be several code points.
    func begins(withCut text: String) -> Bool {
        guard let last = text.last, hasPrefix(text.dropLast()) else { return text.isEmpty }
        return dropFirst(text.count - 1).first.map { character in
            character == last || character.unicodeScalars.starts(with: last.unicodeScalars)
        } ?? false
    }

    /// The whole characters at the beginning with so many code points at most, without those that may be a part of the one before: a text
    /// that was cut later has the same, in every form of Unicode.
    func beginning(codePoints: Int) -> String {
        var beginning = ""
        var count = 0
        for character in self {
            count += character.unicodeScalars.count(where: \.isCounted)
            guard count <= codePoints else { break }
            beginning.append(character)
        }
        return beginning
    }
}

extension Unicode.Scalar {
    /// Whether it is no accent, nor a vowel or a final consonant of Hangul, which may be a part of the one before.
    fileprivate var isCounted: Bool {
        properties.canonicalCombiningClass == .notReordered && !(0x1160...0x11FF).contains(value)
    }
}
