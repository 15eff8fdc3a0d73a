import CFilmgatePNG
import FilmgateModel

/// Redacts PNG files. libpng cannot replace a chunk in place, so this code parses the chunks.
///
/// A removed chunk gets a private type that decoders ignore, and is filled with zeros.
enum PNGRedaction {
    /// The chunks that stay if decoders use them, and their valid lengths.
    private static let pixels: [String: ClosedRange<Int>] = [
        "IHDR": 13...13, "PLTE": 3...768, "IDAT": 0...Int.max, "IEND": 0...0, "tRNS": 1...256, "gAMA": 4...4,
        "cHRM": 32...32, "sRGB": 1...1, "cICP": 4...4, "mDCv": 24...24, "mDCV": 24...24, "cLLi": 8...8, "cLLI": 8...8,
        "sBIT": 1...4, "bKGD": 1...6, "hIST": 2...512, "pHYs": 9...9, "acTL": 8...8, "fcTL": 26...26,
        "fdAT": 4...Int.max, "tIME": 7...7, "sTER": 1...1, "oFFs": 9...9,
    ]
    private static let filler: StaticString = "fiLl"

    static func redact(_ file: InputFile, _ plan: inout RedactionPlan) throws(UnreadableFileError) {
        let mapped = try file.mapped()
        defer { withExtendedLifetime(mapped) {} }
        let size = Int(file.size)
        var offset = 8
        var limits = AnimationLimits(of: "PNG")
        var header = PNGChunkClassifier()
        while offset < size {
            try limits.countPart()
            let head = ByteBlock(try plan.bytes(offset..<offset + 8))
            guard let length = head.number(0, 4), length <= size - offset - 12 else { throw .truncated("PNG") }
            let chunk = offset..<offset + 12 + length
            offset = chunk.upperBound
            let name = head.name(4)
            if name == "IEND", length == 0 { break }
            let start = try plan.bytes(chunk.lowerBound + 8..<chunk.lowerBound + 8 + min(length, 26))
            let hasLength = pixels[name]?.contains(length) == true
            if try !header.uses(name, hasLength: hasLength, start, count: length) {
                try redact(name, chunk, &plan)
            } else if let pixels = header.pixels, name == "IDAT" || name == "fdAT" {
                try end(pixels, in: chunk, of: mapped.content, startingAt: name == "IDAT" ? 8 : 12, &plan)
            }
        }
        try plan.fill(offset..<size)
    }

    /// Overwrites data after the end of the compressed pixels, in their last chunk and in later chunks.
    private static func end(
        _ pixels: PNGPixelDataScanner, in chunk: Range<Int>, of content: UnsafeRawBufferPointer, startingAt start: Int,
        _ plan: inout RedactionPlan
    ) throws(UnreadableFileError) {
        let data = chunk.lowerBound + start..<chunk.upperBound - 4
        let used = try pixels.used(of: UnsafeRawBufferPointer(rebasing: content[data]))
        let rest = data.lowerBound + used..<data.upperBound
        guard content[rest].contains(where: { $0 != 0 }) else { return }
        plan.noteOpaque()
        try plan.fill(rest)
        let kept = UnsafeRawBufferPointer(rebasing: content[chunk.lowerBound + 4..<rest.lowerBound])
        let sum = fg_png_sum_filled(kept.bindMemory(to: UInt8.self).baseAddress, kept.count, rest.count)
        try plan.overwrite(chunk.upperBound - 4..<chunk.upperBound, with: encoded(Int(sum), 4))
    }

    private static func redact(_ name: String, _ chunk: Range<Int>, _ plan: inout RedactionPlan)
        throws(UnreadableFileError)
    {
        let data = try plan.bytes(chunk.lowerBound + 8..<chunk.upperBound - 4)
        switch name {
        case "eXIf":
            let block = ExifRewriter.rewritten(data, .exif, &plan)
            try replace(chunk, named: block.isEmpty ? filler : "eXIf", with: block, &plan)
        case "iCCP": try rewriteProfile(chunk, data, &plan)
        case "iTXt" where data.starts(with: xmp):
            let packet = XMPRewriter.rewritten(Array(data.dropFirst(xmp.count)), &plan)
            let blanks = [UInt8](repeating: 0x20, count: data.count - xmp.count - packet.count)
            if packet.isEmpty {
                try replace(chunk, named: filler, with: [], &plan)
            } else {
                try replace(chunk, named: "iTXt", with: xmp + packet + blanks, &plan)
            }
        case "tEXt", "zTXt", "iTXt":
            if !keepsText(name, data, &plan) { try replace(chunk, named: filler, with: [], &plan) }
        case "fiLl": try replace(chunk, named: filler, with: [], &plan)
        default:
            plan.noteOpaque()
            try replace(chunk, named: filler, with: [], &plan)
        }
    }

    /// The keyword of XMP, with the flags for text without compression and translation.
    private static let xmp = Array("XML:com.adobe.xmp\0\0\0\0\0".utf8)

    // MARK: Text

    private static func keepsText(_ type: String, _ data: [UInt8], _ plan: inout RedactionPlan) -> Bool {
        let keyword = data.prefix { $0 != 0 }
        switch String(decoding: keyword, as: UTF8.self) {
        case "Creation Time" where type == "tEXt" && isDate(data.dropFirst(keyword.count + 1)): return true
        case "Comment": return plan.keepsComment(PNGText(chunk: type, data)?.text ?? [])
        case "Title", "Description", "Disclaimer", "Warning": return plan.keeps(.captions)
        case "Author", "Copyright", "Software", "Source": return plan.keeps(.metadata)
        default:
            noteKinds(of: PNGText(chunk: type, data), &plan)
            return false
        }
    }

    /// Returns whether a string is only a date. All notations of dates are short. Refuses a zero byte, because text
    /// could follow it.
    private static func isDate(_ text: ArraySlice<UInt8>) -> Bool {
        guard text.count <= 40, !text.contains(0) else { return false }
        return text.allSatisfy { "0123456789:+-.TZ /".utf8.contains($0) }
            || CaptureDate(internet: String(decoding: text, as: UTF8.self)) != nil
    }

    /// Records the kinds of metadata in a block that is stored as text. The caller removes the whole block.
    private static func noteKinds(of text: PNGText?, _ plan: inout RedactionPlan) {
        switch text.flatMap({ PNGRawProfile(keyword: $0.keyword, text: $0.text) })?.content {
        case .exif(let block): _ = ExifRewriter.rewritten(block, .exif, &plan)
        case .iptc(let block): _ = IPTCRewriter.rewritten(block, &plan)
        case .xmp(let packet): _ = XMPRewriter.rewritten(packet, &plan)
        case nil:
            if let text, text.keyword == "XML:com.adobe.xmp" {
                _ = XMPRewriter.rewritten(text.text, &plan)
            } else {
                plan.noteOpaque()
            }
        }
    }

    // MARK: Color

    /// Rewrites the chunk `iCCP`: a name and a compressed profile.
    private static func rewriteProfile(
        _ chunk: Range<Int>, _ data: [UInt8], _ plan: inout RedactionPlan
    ) throws(UnreadableFileError) {
        let name = data.prefix { $0 != 0 }
        let profile = PNGChunkCompression.inflated(Array(data.dropFirst(name.count + 2)))
        let neutral = ColorProfileRewriter.neutral(profile)
        let compressed = neutral.isEmpty ? [] : [0, 0] + PNGChunkCompression.deflated(neutral)
        let room = data.count - compressed.count
        // The remaining bytes become a chunk. If they are too few for a chunk, they lengthen the name.
        let splits = room >= plainName.count + 12
        guard !compressed.isEmpty, room > 0 else {
            plan.noteOpaque()
            return try replace(chunk, named: filler, with: [], &plan)
        }
        let isPlain = splits || room == plainName.count
        let written = (isPlain ? plainName : [UInt8](repeating: plainName[0], count: room)) + compressed
        if written != data { plan.noteOpaque() }
        try replace(chunk, named: "iCCP", with: written, splitting: true, &plan)
    }

    private static let plainName = Array("ICC".utf8)

    // MARK: Chunks

    /// Replaces the data of a chunk.
    ///
    /// - Parameter splitting: whether to shorten the chunk to its data, and to put a chunk of zeros after it.
    private static func replace(
        _ chunk: Range<Int>, named name: StaticString, with data: [UInt8], splitting: Bool = false,
        _ plan: inout RedactionPlan
    ) throws(UnreadableFileError) {
        let length = chunk.count - 12
        if splitting, data.count < length {
            let end = chunk.lowerBound + 12 + data.count
            try plan.overwrite(chunk.lowerBound..<chunk.lowerBound + 4, with: encoded(data.count, 4))
            try replace(chunk.lowerBound..<end, named: name, with: data, &plan)
            try plan.overwrite(end..<end + 4, with: encoded(length - data.count - 12, 4))
            return try replace(end..<chunk.upperBound, named: filler, with: [], &plan)
        }
        let padded = data + [UInt8](repeating: 0, count: length - data.count)
        let typed = name.withUTF8Buffer { Array($0) } + padded
        let sum = encoded(Int(fg_png_sum(typed, typed.count)), 4)
        let start = chunk.lowerBound + 4
        try plan.overwrite(start..<start + 4 + data.count, with: Array(typed.prefix(4 + data.count)))
        try plan.fill(start + 4 + data.count..<chunk.upperBound - 4)
        try plan.overwrite(chunk.upperBound - 4..<chunk.upperBound, with: sum)
    }
}
