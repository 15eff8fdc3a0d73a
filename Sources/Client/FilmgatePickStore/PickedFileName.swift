import FilmgateModel

/// The name of a copy, as two parts. A number can be inserted between them.
struct PickedFileName {
    private let stem: String
    /// The extension with the dot; empty if the name has none.
    private let ending: String

    /// The maximum length in bytes. It leaves room for a number, and for the suffixes that programs add to the names of
    /// temporary files.
    private static let longest = 224
    private static let longestEnding = 32

    /// Makes a safe name from a file name of the library. The name contains no path, is not hidden, and has no control
    /// characters or characters that change the direction of text.
    init(_ filename: String) {
        var scalars = String.UnicodeScalarView(
            filename.unicodeScalars.map { $0 == "/" || $0.isUnprintable ? "_" : $0 })
        if scalars.first == "." { scalars.replaceSubrange(...scalars.startIndex, with: "_".unicodeScalars) }
        let name = scalars.isEmpty ? "_" : String(scalars)
        let dot = name.lastIndex(of: ".") ?? name.endIndex
        let hasEnding = name[dot...].utf8.count <= PickedFileName.longestEnding
        ending = hasEnding ? String(name[dot...]) : ""
        var stem = hasEnding ? name[..<dot] : name[...]
        while stem.utf8.count + ending.utf8.count > PickedFileName.longest { stem.unicodeScalars.removeLast() }
        self.stem = String(stem)
    }

    /// Returns the name, with a number above 1 inserted: `IMG_1.JPG`, `IMG_1-2.JPG`.
    func text(number: Int) -> String { stem + (number > 1 ? "-\(number)" : "") + ending }
}
