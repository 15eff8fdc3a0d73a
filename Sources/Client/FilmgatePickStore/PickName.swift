import FilmgateModel

/// The name of a copy, in two parts between which a number can be inserted.
struct PickName {
    private let stem: String
    /// The extension with the dot; empty if there is no extension.
    private let ending: String

    /// The maximum in bytes. Leaves room for a number, and for the text that programs add to the names of temporary
    /// files.
    private static let longest = 224
    private static let longestEnding = 32

    /// Makes the library's file name safe: it does not lead to another folder, is not hidden, and has no characters
    /// that move the cursor or change the direction of text.
    init(_ filename: String) {
        var scalars = String.UnicodeScalarView(
            filename.unicodeScalars.map { $0 == "/" || $0.isUnprintable ? "_" : $0 })
        if scalars.first == "." { scalars.replaceSubrange(...scalars.startIndex, with: "_".unicodeScalars) }
        let name = scalars.isEmpty ? "_" : String(scalars)
        let dot = name.lastIndex(of: ".") ?? name.endIndex
        let hasEnding = name[dot...].utf8.count <= PickName.longestEnding
        ending = hasEnding ? String(name[dot...]) : ""
        var stem = hasEnding ? name[..<dot] : name[...]
        while stem.utf8.count + ending.utf8.count > PickName.longest { stem.unicodeScalars.removeLast() }
        self.stem = String(stem)
    }

    /// Returns the name: `IMG_1.JPG`, or with a number above 1 `IMG_1-2.JPG`.
    func text(number: Int) -> String { stem + (number > 1 ? "-\(number)" : "") + ending }
}
