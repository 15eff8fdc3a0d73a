import FilmgateModel

/// Embeds metadata in JPEG XL files. Adds boxes before the pixels, or replaces existing boxes. Puts a bare codestream
/// into a container.
enum JXLEmbedder {
    /// A block of metadata and the type of its box.
    typealias MetadataBox = (type: String, bytes: [UInt8])

    private static let signature = newBox("JXL ", [0x0D, 0x0A, 0x87, 0x0A])
    private static let kind = newBox("ftyp", Array("jxl ".utf8) + [0, 0, 0, 0] + Array("jxl ".utf8))

    static func splices(_ parts: [MetadataBox], in file: InputFile) throws(UnreadableFileError) -> [FileSplice] {
        let size = Int(file.size)
        guard file.bytes(at: 0, count: 2) != [0xFF, 0x0A] else {
            let pixels =
                size + 8 < 1 << 32
                ? encoded(size + 8, 4) + Array("jxlc".utf8) : [0, 0, 0, 1] + Array("jxlc".utf8) + encoded(size + 16, 8)
            let boxes = parts.flatMap { newBox($0.type, $0.bytes) }
            return [FileSplice(offset: 0, bytes: signature + kind + boxes + pixels)]
        }
        let boxes = try ISOBox.all(in: 0..<size, of: file).boxes
        guard boxes.count > 1, boxes[0].type == "JXL ", boxes[1].type == "ftyp" else {
            throw .invalid("The JPEG XL is damaged.")
        }
        // The box with the codestream level must directly follow the box with the file type.
        let place = boxes.count > 2 && boxes[2].type == "jxll" ? boxes[2].end : boxes[1].end
        var splices: [FileSplice] = []
        for part in parts {
            var present: [Range<Int>] = []
            for found in boxes where try isOf(part.type, found, file) { present.append(found.start..<found.end) }
            splices += try SpliceBuilder.splices(newBox(part.type, part.bytes), at: place, inPlaceOf: present)
        }
        return splices
    }

    /// Returns whether a box has the type, directly or as a compressed box.
    private static func isOf(_ type: String, _ found: ISOBox, _ file: InputFile) throws(UnreadableFileError) -> Bool {
        guard found.type == "brob", found.range.count >= 4 else { return found.type == type }
        return try file.bytes(found.content..<found.content + 4) == Array(type.utf8)
    }
}
