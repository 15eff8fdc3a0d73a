/// The part of a file name that the files of one photo share.
///
/// `IMG_1234.HEIC`, `IMG_1234.MOV`, `IMG_1234.AAE`, the edit `IMG_E1234.JPG` and the edit `IMG_1234-edited.jpg` have
/// the stem `img_1234`. So do `IMG_1234.RAW-01.COVER.jpg`, `IMG_1234.RAW-02.ORIGINAL.dng`, `IMG_1234.MP.jpg` and
/// `IMG_1234.MP`.
public struct PhotoBaseName: Hashable, Sendable {
    /// The shared part of the name, in lower case.
    public let stem: String
    /// Whether the name belongs to an edited copy.
    public let isEdit: Bool

    public init(_ filename: String) {
        let (text, number) = PhotoBaseName.splitNumber(PhotoBaseName.withoutExtension(filename).lowercased())
        var stem = text
        var isEdit = false
        if let suffix = PhotoBaseName.suffixes.first(where: { stem.hasSuffix($0) && stem.count > $0.count }) {
            stem.removeLast(suffix.count)
            isEdit = true
        } else if let original = PhotoBaseName.withoutMark(stem) {
            stem = original
            isEdit = true
        }
        // `a-edited(1)` is the edit of `a(1)`.
        self.stem = PhotoBaseName.withoutShot(stem) + number
        self.isEdit = isEdit
    }

    /// Returns the name without its last extension.
    public static func withoutExtension(_ filename: String) -> String {
        guard let dot = filename.lastIndex(of: "."), dot != filename.startIndex else { return filename }
        let end = filename[filename.index(after: dot)...]
        // `.MP~2` is the video of a photo with the extension `.MP~2.jpg`.
        if end.lowercased().hasPrefix("mp~") { return String(filename[..<dot] + end.dropFirst(2)) }
        return String(filename[..<dot])
    }

    /// Splits the number of a copy from the end of a name, as in `a(1)` and `a (1)`. The number includes the space
    /// before it, and is empty if the name has none.
    public static func splitNumber(_ text: String) -> (String, number: String) {
        guard text.hasSuffix(")"), let open = text.lastIndex(of: "("), open > text.startIndex else { return (text, "") }
        let digits = text[text.index(after: open)...].dropLast()
        guard !digits.isEmpty, digits.allSatisfy({ $0.isASCII && $0.isNumber }) else { return (text, "") }
        let blank = text.index(before: open)
        let start = text[blank] == " " && blank > text.startIndex ? blank : open
        return (String(text[..<start]), String(text[start...]))
    }

    /// Returns whether a known word, or Apple's mark of edits, shows that the name belongs to an edited version of the
    /// original. In long names, accepts the beginning of the word, because Google cuts long names.
    public func edits(_ original: PhotoBaseName) -> Bool {
        guard !original.isEdit else { return false }
        if isEdit { return stem == original.stem }
        guard let word = word(behind: original),
            PhotoBaseName.splitNumber(stem).0.utf16.count >= PhotoBaseName.shortestCut
        else { return false }
        return PhotoBaseName.suffixes.contains { $0.hasPrefix("-" + word) }
    }

    /// Returns whether the name may belong to an edited version of the original. Also accepts unknown words, which are
    /// only a hint.
    public func mayEdit(_ original: PhotoBaseName) -> Bool {
        if isEdit || original.isEdit { return edits(original) }
        guard let word = word(behind: original) else { return false }
        return word.count <= 24 && word.allSatisfy { $0.isLetter || $0 == " " }
    }

    /// Returns the text that follows the original's name and a hyphen, or nil if the name does not begin with these.
    private func word(behind original: PhotoBaseName) -> Substring? {
        let (own, number) = PhotoBaseName.splitNumber(stem)
        let (other, otherNumber) = PhotoBaseName.splitNumber(original.stem)
        guard number == otherNumber, !other.isEmpty, own.hasPrefix(other + "-") else { return nil }
        return own.dropFirst(other.count + 1)
    }

    /// The length of the shortest name that Google may have cut, in UTF-16 units. Google cuts file names at 51 units,
    /// including the extension.
    private static let shortestCut = 44

    /// The words that programs append to the names of edits: first Google's words in the languages of its users, last
    /// the word of osxphotos.
    private static let suffixes = [
        "-edited", "-bearbeitet", "-modifi\u{E9}", "-modifi\u{E9}e", "-ha editado", "-editado", "-editada",
        "-modificado", "-modificato", "-modificata", "-bewerkt", "-edytowane", "-editat", "-editat\u{103}",
        "-redigerad", "-redigerat", "-redigeret", "-redigert", "-muokattu", "-upraveno", "-upraven\u{E9}",
        "-szerkesztett", "-szerkesztve", "-d\u{FC}zenlendi", "-d\u{FC}zenlenmi\u{15F}", "-ure\u{111}eno", "-urejeno",
        "-redaguota", "-redi\u{123}\u{113}ts", "-muudetud", "-diedit", "-\u{111}\u{E3} ch\u{1EC9}nh s\u{1EED}a",
        // Russian, Ukrainian, Bulgarian, Serbian and Greek.
        "-\u{438}\u{437}\u{43C}\u{435}\u{43D}\u{435}\u{43D}\u{43E}",
        "-\u{438}\u{437}\u{43C}\u{435}\u{43D}\u{435}\u{43D}\u{43D}\u{44B}\u{439}",
        "-\u{43E}\u{442}\u{440}\u{435}\u{434}\u{430}\u{43A}\u{442}\u{438}\u{440}\u{43E}\u{432}\u{430}\u{43D}\u{43E}",
        "-\u{432}\u{456}\u{434}\u{440}\u{435}\u{434}\u{430}\u{433}\u{43E}\u{432}\u{430}\u{43D}\u{43E}",
        "-\u{440}\u{435}\u{434}\u{430}\u{43A}\u{442}\u{438}\u{440}\u{430}\u{43D}\u{43E}",
        "-\u{438}\u{437}\u{43C}\u{435}\u{45A}\u{435}\u{43D}\u{43E}",
        "-\u{3B5}\u{3C0}\u{3B5}\u{3BE}\u{3B5}\u{3C1}\u{3B3}\u{3B1}\u{3C3}\u{3BC}\u{3AD}\u{3BD}\u{3BF}",
        // Japanese, Chinese and Korean.
        "-\u{7DE8}\u{96C6}\u{6E08}\u{307F}", "-\u{7F16}\u{8F91}", "-\u{5DF2}\u{7F16}\u{8F91}",
        "-\u{5DF2}\u{4FEE}\u{6539}", "-\u{7DE8}\u{8F2F}", "-\u{5DF2}\u{7DE8}\u{8F2F}",
        "-\u{C218}\u{C815}\u{B428}", "-\u{D3B8}\u{C9D1}\u{B428}",
        // Hebrew, Arabic and Thai.
        "-\u{5E0}\u{5E2}\u{5E8}\u{5DA}", "-\u{645}\u{639}\u{62F}\u{644}", "-\u{645}\u{639}\u{62F}\u{651}\u{644}\u{629}",
        "-\u{E41}\u{E01}\u{E49}\u{E44}\u{E02}\u{E41}\u{E25}\u{E49}\u{E27}",
        "-breytt", "_edited",
    ]

    /// Removes Apple's mark of edits: `img_e1234` is the edit of `img_1234`. Returns nil for names without the mark.
    private static func withoutMark(_ stem: String) -> String? {
        guard stem.hasPrefix("img_e"), stem.count > 5, stem.dropFirst(5).allSatisfy({ $0.isASCII && $0.isNumber })
        else { return nil }
        return "img_" + stem.dropFirst(5)
    }

    /// Removes the additions of Pixel cameras: `.raw-01.cover` and `.raw-02.original` of one shot, and `.mp` of a
    /// motion photo.
    private static func withoutShot(_ stem: String) -> String {
        var parts = stem.split(separator: ".", omittingEmptySubsequences: false)
        if parts.count > 2, let last = parts.last, last == "cover" || last == "original",
            let shot = parts.dropFirst().firstIndex(where: { $0.hasPrefix("raw-") }), shot >= parts.count - 3
        {
            parts.removeSubrange(shot...)
        }
        if parts.count > 1, let last = parts.last, last == "mp" || last.hasPrefix("mp~") {
            parts.removeLast()
            parts[parts.count - 1] += last.dropFirst(2)
        }
        return parts.joined(separator: ".")
    }
}
