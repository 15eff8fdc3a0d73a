/// Adds boxes with a word to files that consist of boxes. The movie must follow its media data, so that nothing else
/// moves.
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
    /// - Parameter path: the boxes that contain it, from the outermost, each with the number of bytes before its inner
    ///   boxes.
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

extension PlantedBoxes {
    /// Adds unknown boxes to HEIF's pictures and properties, and in HEVC a text beside the parameter sets.
    ///
    /// - Returns: false for a file without pictures with known places.
    mutating func addToPictures(isHEVC: Bool) -> Bool {
        let properties: [(type: String, head: Int)] = [("meta", 4), ("iprp", 0), ("ipco", 0)]
        let size = bytes.count
        guard !isHEVC || addText(toSettingsIn: properties), add(PlantedBoxes.unknown, to: properties),
            add(PlantedBoxes.unknown, to: [("meta", 4)])
        else { return false }
        return moveItems(by: bytes.count - size)
    }

    /// Adds a unit with a text that an encoder could have written, such as x265's.
    private mutating func addText(toSettingsIn properties: [(type: String, head: Int)]) -> Bool {
        let text: [UInt8] = Array("PLANTED-PLANTED-".utf8) + PlantedPictures.word
        let unit: [UInt8] = [0x4E, 1, 5, UInt8(text.count)] + text + [0x80]
        let array: [UInt8] = [0xA7, 0, 1] + .big(unit.count, 2) + unit
        let settings = properties + [(type: "hvcC", head: 0)]
        guard add(array, to: settings), let content = start(of: settings) else { return false }
        // The number of arrays of units.
        bytes[content + 22] += 1
        return true
    }

    /// Moves the offsets of items, because a box in front of all of them has grown.
    private mutating func moveItems(by distance: Int) -> Bool {
        guard var offset = start(of: [("meta", 4), ("iloc", 0)]), bytes[offset] < 2 else { return false }
        let version = bytes[offset]
        let (offsetWidth, lengthWidth) = (Int(bytes[offset + 4] >> 4), Int(bytes[offset + 4] & 15))
        let (baseWidth, indexWidth) = (Int(bytes[offset + 5] >> 4), Int(bytes[offset + 5] & 15))
        let count = bytes.big(at: offset + 6, 2)
        offset += 8
        func move(_ bytes: inout [UInt8], _ width: Int, isInFile: Bool) {
            let place = bytes.big(at: offset, width) + (isInFile ? distance : 0)
            bytes.replaceSubrange(offset..<offset + width, with: [UInt8].big(place, width))
        }
        for _ in 0..<count {
            let isInFile = version == 0 || bytes.big(at: offset + 2, 2) == 0
            offset += version == 0 ? 4 : 6
            move(&bytes, baseWidth, isInFile: isInFile)
            let extents = bytes.big(at: offset + baseWidth, 2)
            offset += baseWidth + 2
            for _ in 0..<extents {
                offset += version == 0 ? 0 : indexWidth
                move(&bytes, offsetWidth, isInFile: isInFile && baseWidth == 0)
                offset += offsetWidth + lengthWidth
            }
        }
        return true
    }

    /// Returns the offset of a box's content, behind its header.
    private func start(of path: [(type: String, head: Int)]) -> Int? {
        var range = 0..<bytes.count
        for (type, head) in path {
            guard let start = first(type, in: range) else { return nil }
            range = start + 8 + head..<start + bytes.big(at: start)
        }
        return range.lowerBound
    }
}
