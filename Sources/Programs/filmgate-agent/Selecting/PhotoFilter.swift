/// Words that must all occur in the searched text of a photo.
struct PhotoFilter: Hashable, Sendable {
    /// The text as the person typed it.
    let text: String
    private let words: [[UInt8]]

    init(_ text: String = "") {
        self.text = text
        words = text.lowercased().split(separator: " ").map { Array($0.utf8) }
    }

    var isEmpty: Bool { words.isEmpty }

    func matches(_ photo: Photo) -> Bool { words.allSatisfy { PhotoFilter.contains(photo.searched, $0) } }

    /// Returns true only if every photo that matches this filter also matches the other filter.
    func narrows(_ other: PhotoFilter) -> Bool { text.hasPrefix(other.text) }

    /// Returns whether a string contains a word. Compares bytes, because that is fast in long lists.
    private static func contains(_ text: [UInt8], _ word: [UInt8]) -> Bool {
        text.withUnsafeBufferPointer { text in
            word.withUnsafeBufferPointer { word in
                guard let first = word.first, word.count <= text.count else { return word.isEmpty }
                for start in 0...(text.count - word.count) where text[start] == first {
                    var length = 1
                    while length < word.count, text[start + length] == word[length] { length += 1 }
                    if length == word.count { return true }
                }
                return false
            }
        }
    }
}
