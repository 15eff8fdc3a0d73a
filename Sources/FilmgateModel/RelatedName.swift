/// The part of a file's name that the files of one photo have in common.
///
/// `IMG_1234.HEIC`, `IMG_1234.MOV`, `IMG_1234.AAE`, the edit `IMG_E1234.JPG` and the edit `IMG_1234-edited.jpg` have the stem `img_1234`.
public struct RelatedName: Hashable, Sendable {
    /// In lower case.
    public let stem: String
    /// Whether the name is that of an edited copy.
    public let isEdit: Bool

    public init(_ filename: String) {
        var stem = RelatedName.withoutExtension(filename).lowercased()
        var isEdit = false
        if let suffix = RelatedName.suffixes.first(where: { stem.hasSuffix($0) && stem.count > $0.count }) {
            stem.removeLast(suffix.count)
            isEdit = true
        } else if let original = RelatedName.withoutMark(stem) {
            stem = original
            isEdit = true
        }
        self.stem = stem
        self.isEdit = isEdit
    }

    /// Returns the name without its last extension.
    public static func withoutExtension(_ filename: String) -> String {
        guard let dot = filename.lastIndex(of: "."), dot != filename.startIndex else { return filename }
        return String(filename[..<dot])
    }

    /// Google's suffixes of edits, which are translated.
    private static let suffixes = [
        "-edited", "-bearbeitet", "-modifi\u{E9}", "-editado", "-modificato", "-bewerkt",
        "-\u{7DE8}\u{96C6}\u{6E08}\u{307F}",
    ]

    /// Apple's mark of edits: `img_e1234` is the edit of `img_1234`. Returns nil for other names.
    private static func withoutMark(_ stem: String) -> String? {
        guard stem.hasPrefix("img_e"), stem.count > 5, stem.dropFirst(5).allSatisfy({ $0.isASCII && $0.isNumber })
        else { return nil }
        return "img_" + stem.dropFirst(5)
    }
}
