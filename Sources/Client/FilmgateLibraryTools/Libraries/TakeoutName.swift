import FilmgateModel

/// The name of a file in a Takeout. `IMG_1234(1).jpg` can be a copy of `IMG_1234.jpg`, or the original name of a file.
struct TakeoutName: Hashable {
    /// The name in lower case.
    let whole: String
    /// The name in lower case, without the number.
    let full: String
    /// The number that distinguishes equal names, such as `1`; empty if there is none.
    let number: String

    init(_ filename: String) {
        whole = filename.lowercased()
        let dot = whole.lastIndex(of: ".") ?? whole.endIndex
        let (stem, number) = TakeoutName.split(String(whole[..<dot]))
        full = stem + whole[dot...]
        self.number = number
    }

    /// The name without its extension. `stem` is also without the number.
    var wholeStem: String { PhotoBaseName.withoutExtension(whole) }
    var stem: String { PhotoBaseName.withoutExtension(full) }

    /// Splits a string that ends with a number such as `(1)` into the string before the number, and the digits.
    static func split(_ text: String) -> (String, number: String) {
        guard text.hasSuffix(")"), let open = text.lastIndex(of: "("), open > text.startIndex else { return (text, "") }
        let digits = text[text.index(after: open)...].dropLast()
        guard !digits.isEmpty, digits.allSatisfy({ $0.isASCII && $0.isNumber }) else { return (text, "") }
        return (String(text[..<open]), String(digits))
    }
}

/// The name of a JSON file in a Takeout. It begins with the photo's name and `.supplemental-metadata`, together
/// shortened to 46 UTF-16 code units. The number of the copy and `.json` follow.
struct TakeoutMetadataName: Hashable {
    /// The photo's name in lower case, possibly shortened.
    let photo: String
    let number: String
    /// Whether the name may have been shortened.
    let isCut: Bool
    /// The name without `.supplemental-metadata` and `.json`, but with the number.
    let whole: String

    /// The maximum number of UTF-16 code units before the number. Google omits a code point that does not fit
    /// completely.
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

    /// Returns how well the name matches a file name: the number of equal characters, `.max` for equal names, or nil.
    func fit(_ name: TakeoutName) -> Int? {
        if number.isEmpty, photo == name.whole { return .max }
        guard number == name.number else { return nil }
        if photo == name.full { return .max }
        return isCut && !photo.isEmpty && name.full.begins(withCut: photo) ? photo.count : nil
    }
}

extension String {
    /// The string in lower case, in the form in which Google writes file names: `_` replaces each sequence of ASCII
    /// characters that are neither letters nor digits, because some systems do not allow all of them.
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

    /// Returns whether this string begins with a shortened string. Google may shorten a string within a character,
    /// because an emoji can consist of several code points.
    func begins(withCut text: String) -> Bool {
        guard let last = text.last, hasPrefix(text.dropLast()) else { return text.isEmpty }
        return dropFirst(text.count - 1).first.map { character in
            character == last || character.unicodeScalars.starts(with: last.unicodeScalars)
        } ?? false
    }

    /// Returns the first characters, with at most `codePoints` code points. Does not count code points that may be a
    /// part of the previous character, so that the result is the same in each Unicode normalization form.
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
    /// Whether the code point always begins a character. Accents, and Hangul vowels and final consonants, may be a part
    /// of the previous character.
    fileprivate var isCounted: Bool {
        properties.canonicalCombiningClass == .notReordered && !(0x1160...0x11FF).contains(value)
    }
}
