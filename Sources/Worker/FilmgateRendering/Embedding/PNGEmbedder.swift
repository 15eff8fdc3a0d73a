import CFilmgatePNG
import FilmgateModel

/// Embeds metadata in PNG files. Adds chunks after the header, or replaces existing chunks. In an animation, adds XMP
/// at the end, because ffmpeg recognizes an animation only if its first picture is near the beginning.
enum PNGEmbedder {
    private static let keyword = Array("XML:com.adobe.xmp\0".utf8)
    private static let signature = 8
    private static let header = 25

    static func splices(_ blocks: NewMetadataBlocks, in file: InputFile) throws(UnreadableFileError) -> [FileSplice] {
        let size = Int(file.size)
        var (present, exif) = ([Range<Int>](), [Range<Int>]())
        var place = signature + header
        var isAnimated = false
        var offset = signature
        var limits = AnimationLimits(of: "PNG")
        while offset < size {
            try limits.countPart()
            let block = ByteBlock(file.bytes(at: UInt64(offset), count: 8))
            guard let length = block.number(0, 4), length <= size - offset - 12 else { throw .truncated("PNG") }
            let chunk = offset..<offset + 12 + length
            let name = block.name(4)
            guard offset > signature || name == "IHDR" else { throw .invalid("The PNG has no header.") }
            if name == "acTL" { isAnimated = true }
            if name == "eXIf" { exif.append(chunk) }
            if name == "IEND" {
                if isAnimated { place = offset }
                break
            }
            if name == "iTXt", file.bytes(at: UInt64(offset + 8), count: keyword.count) == keyword {
                present.append(chunk)
            }
            offset = chunk.upperBound
        }
        var splices: [FileSplice] = []
        if let block = blocks.exif {
            // Adds Exif before the pixels, because some readers do not look for Exif after them.
            splices.append(FileSplice(offset: UInt64(signature + header), bytes: chunk("eXIf", block)))
            splices += exif.map { FileSplice(offset: UInt64($0.lowerBound), removed: UInt64($0.count)) }
        }
        if let packet = try blocks.packet() {
            // The zeros mean: no compression, no language, no translated keyword.
            splices += try SpliceBuilder.splices(
                chunk("iTXt", keyword + [0, 0, 0, 0] + packet), at: place, inPlaceOf: present)
        }
        return splices
    }

    private static func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
        let typed = Array(name.utf8) + content
        return encoded(content.count, 4) + typed + encoded(Int(fg_png_sum(typed, typed.count)), 4)
    }
}
