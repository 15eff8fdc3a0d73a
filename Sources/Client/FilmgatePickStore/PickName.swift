import FilmgateModel

/// The name of a copy, in two parts that a number can separate.
struct PickName {
    private let stem: String
    /// The extension with the dot, or empty.
    private let ending: String

    /// In bytes. A number fits behind it, and what programs add to the names of their temporary files.
    private static let longest = 224
    private static let longestEnding = 32

    /// Keeps the library's file name as far as it is a name: it leads to no other folder, is not hidden, and has no
    /// characters that move the cursor or change the direction of text.
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

    /// `IMG_1.JPG`, or with a number `IMG_1-2.JPG`.
    func text(number: Int) -> String { stem + (number > 1 ? "-\(number)" : "") + ending }
}
