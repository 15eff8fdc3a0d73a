internal import CFilmgatePNG
internal import FilmgateModel

/// Embeds XMP in PNG: in a chunk behind the header, or in place of the one that is there. In an animation it is the
/// last chunk: ffmpeg recognizes one only if its first picture is near the beginning.
enum PNGEmbedding {
    private static let keyword = Array("XML:com.adobe.xmp\0".utf8)
    private static let signature = 8
    private static let header = 25

    static func splices(_ packet: [UInt8], in file: InputFile) throws(Unreadable) -> [FileSplice] {
        let size = Int(file.size)
        var present: [Range<Int>] = []
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
            if name == "IEND" {
                if isAnimated { place = offset }
                break
            }
            if name == "iTXt", file.bytes(at: UInt64(offset + 8), count: keyword.count) == keyword {
                present.append(chunk)
            }
            offset = chunk.upperBound
        }
        // Neither compressed nor translated.
        let typed = Array("iTXt".utf8) + keyword + [0, 0, 0, 0] + packet
        let chunk = encoded(typed.count - 4, 4) + typed + encoded(Int(fg_png_sum(typed, typed.count)), 4)
        return try EmbeddedPart.splices(chunk, at: place, inPlaceOf: present)
    }
}
