internal import CFilmgatePNG
internal import FilmgateModel

/// Redacts PNG. libpng writes no chunk in the place of a different one, so the chunks are walked here.
///
/// A chunk that goes becomes one of a private type that decoders ignore, filled with zeros.
enum PNGRedaction {
    private static let pixels: Set<String> = [
        "IHDR", "PLTE", "IDAT", "IEND", "tRNS", "gAMA", "cHRM", "sRGB", "iCCP", "cICP", "mDCv", "mDCV", "cLLi", "cLLI",
        "sBIT", "bKGD", "hIST", "pHYs", "sPLT", "acTL", "fcTL", "fdAT", "tIME", "sTER", "oFFs",
    ]
    private static let filler: StaticString = "fiLl"

    static func redact(_ file: InputFile, _ plan: inout RedactionPlan) throws(Unreadable) {
        let size = Int(file.size)
        var offset = 8
        var limits = AnimationLimits(of: "PNG")
        while offset < size {
            try limits.countPart()
            let header = ByteBlock(try plan.bytes(offset..<offset + 8))
            guard let length = header.number(0, 4), length <= size - offset - 12 else { throw .truncated("PNG") }
            let chunk = offset..<offset + 12 + length
            offset = chunk.upperBound
            let name = header.name(4)
            if name == "IEND" { break }
            if !pixels.contains(name) { try redact(name, chunk, &plan) }
        }
        try plan.fill(offset..<size)
    }

    private static func redact(_ name: String, _ chunk: Range<Int>, _ plan: inout RedactionPlan) throws(Unreadable) {
        let data = try plan.bytes(chunk.lowerBound + 8..<chunk.upperBound - 4)
        switch name {
        case "eXIf":
            let block = ExifRewriter.rewritten(data, .exif, &plan)
            try replace(chunk, named: block.isEmpty ? filler : "eXIf", with: block, &plan)
        case "iTXt" where data.starts(with: xmp):
            let packet = XMPRewriter.rewritten(Array(data.dropFirst(xmp.count)), &plan)
            let blanks = [UInt8](repeating: 0x20, count: data.count - xmp.count - packet.count)
            if packet.isEmpty {
                try replace(chunk, named: filler, with: [], &plan)
            } else {
                try replace(chunk, named: "iTXt", with: xmp + packet + blanks, &plan)
            }
        case "tEXt", "zTXt", "iTXt":
            if !keepsText(data.prefix { $0 != 0 }, &plan) { try replace(chunk, named: filler, with: [], &plan) }
        case "fiLl": try replace(chunk, named: filler, with: [], &plan)
        default:
            plan.noteOpaque()
            try replace(chunk, named: filler, with: [], &plan)
        }
    }

    /// XMP's keyword, and that it is neither compressed nor translated.
    private static let xmp = Array("XML:com.adobe.xmp\0\0\0\0\0".utf8)

    private static func keepsText(_ keyword: some Sequence<UInt8>, _ plan: inout RedactionPlan) -> Bool {
        switch String(decoding: Array(keyword), as: UTF8.self) {
        case "Creation Time": return true
        case "Title", "Description", "Comment", "Disclaimer", "Warning": return plan.keeps(.captions)
        case "Author", "Copyright", "Software", "Source": return plan.keeps(.metadata)
        default:
            plan.noteOpaque()
            return false
        }
    }

    private static func replace(
        _ chunk: Range<Int>, named name: StaticString, with data: [UInt8], _ plan: inout RedactionPlan
    ) throws(Unreadable) {
        let length = chunk.count - 12
        let padded = data + [UInt8](repeating: 0, count: length - data.count)
        let typed = name.withUTF8Buffer { Array($0) } + padded
        let sum = encoded(Int(fg_png_sum(typed, typed.count)), 4)
        let start = chunk.lowerBound + 4
        try plan.overwrite(start..<start + 4 + data.count, with: Array(typed.prefix(4 + data.count)))
        try plan.fill(start + 4 + data.count..<chunk.upperBound - 4)
        try plan.overwrite(chunk.upperBound - 4..<chunk.upperBound, with: sum)
    }
}
