/// Fujifilm's maker note: a header and a directory like those of TIFF, little-endian.
enum FujifilmMakerNote {
    private static let ratingTag = 0x1431

    /// Returns the camera's rating from 0 to 5 stars; nil if there is no rating, and for other manufacturers' notes.
    static func rating(in note: [UInt8]) -> Int32? {
        let block = ByteBlock(note, isLittleEndian: true)
        guard block.name(0, count: 8) == "FUJIFILM", let folder = block.number(8, 4),
            let count = block.number(folder, 2)
        else { return nil }
        for index in 0..<count {
            let entry = folder + 2 + 12 * index
            guard let tag = block.number(entry, 2), let stars = block.number(entry + 8, 4) else { return nil }
            if tag == ratingTag { return (0...5).contains(stars) ? Int32(stars) : nil }
        }
        return nil
    }
}
