/// Adds boxes with a word to files that are made of boxes. The movie must lie behind its media data, so that nothing else moves.
struct PlantedBoxes {
    private(set) var bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    static func box(_ type: String, _ content: [UInt8]) -> [UInt8] {
        .big(8 + content.count) + Array(type.utf8) + content
    }

    /// A box of an unknown type, and one with an identifier of its own.
    static let unknown =
        box("PLNT", PlantedPictures.word) + box("uuid", Array("PLANTED-PLANTED-".utf8) + PlantedPictures.word)

    /// Adds boxes at the end of a box.
    ///
    /// - Parameter path: the boxes that hold it, from the outermost on, each with how many bytes come before those that it holds.
    mutating func add(_ boxes: [UInt8], to path: [(type: String, head: Int)]) -> Bool {
        var (range, starts) = (0..<bytes.count, [Int]())
        for (type, head) in path {
            guard let start = first(type, in: range) else { return false }
            starts.append(start)
            range = start + 8 + head..<start + bytes.big(at: start)
        }
        bytes.insert(contentsOf: boxes, at: range.upperBound)
        for start in starts {
            bytes.replaceSubrange(start..<start + 4, with: [UInt8].big(bytes.big(at: start) + boxes.count))
        }
        return true
    }

    private func first(_ type: String, in range: Range<Int>) -> Int? {
        var offset = range.lowerBound
        while offset + 8 <= range.upperBound {
            if bytes[offset + 4..<offset + 8].elementsEqual(type.utf8) { return offset }
            offset += Swift.max(8, bytes.big(at: offset))
        }
        return nil
    }
}
