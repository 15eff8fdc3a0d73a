/// Redacts WebP files. libwebp can only write a new file, so this code parses the chunks.
///
/// A removed chunk gets the RIFF name for padding, and is filled with zeros.
enum WebPRedaction {
    private static let pixels: Set<String> = ["VP8X", "VP8 ", "VP8L", "ALPH", "ANIM", "ANMF"]

    static func redact(_ file: InputFile, _ plan: inout RedactionPlan) throws(UnreadableFileError) {
        let size = Int(file.size)
        let header = ByteBlock(try plan.bytes(0..<12), isLittleEndian: true)
        guard let length = header.number(4, 4), length >= 4, length <= size - 8 else { throw .truncated("WebP") }
        let flags = try chunks(12..<8 + length, among: pixels, &plan)
        if let flags { try plan.overwrite(flags.place..<flags.place + 1, with: [flags.value]) }
        try plan.fill(8 + length..<size)
    }

    /// - Returns: the offset of the file's flags and their new value; nil if the file has no flags.
    @discardableResult
    private static func chunks(_ range: Range<Int>, among pixels: Set<String>, _ plan: inout RedactionPlan)
        throws(UnreadableFileError) -> (place: Int, value: UInt8)?
    {
        var flags: (place: Int, value: UInt8)?
        var limits = AnimationLimits(of: "WebP")
        var offset = range.lowerBound
        while offset + 8 <= range.upperBound {
            try limits.countPart()
            let header = ByteBlock(try plan.bytes(offset..<offset + 8), isLittleEndian: true)
            guard let length = header.number(4, 4), length <= range.upperBound - offset - 8 else {
                throw .truncated("WebP")
            }
            let content = offset + 8..<offset + 8 + length
            let name = header.name(0)
            switch name {
            case "VP8X" where length > 0:
                flags = (content.lowerBound, try plan.bytes(content)[0])
                // Clears reserved bytes, and bytes after the last field.
                try plan.fill(content.clamped(to: content.lowerBound + 1..<content.lowerBound + 4))
                if length > 10 { try plan.fill(content.lowerBound + 10..<content.upperBound) }
            case "ANIM" where length > 6: try plan.fill(content.lowerBound + 6..<content.upperBound)
            // A frame cannot contain frames.
            case "ANMF" where length >= 16 && pixels.contains(name):
                try chunks(content.lowerBound + 16..<content.upperBound, among: ["VP8 ", "VP8L", "ALPH"], &plan)
            case "ICCP":
                let profile = plan.neutral(try plan.bytes(content))
                if profile.isEmpty {
                    try pad(offset, content, &plan)
                    flags?.value &= ~0x20
                } else {
                    try plan.overwrite(content, with: profile)
                }
            case "EXIF", "XMP ":
                let bytes = try plan.bytes(content)
                let isExif = name == "EXIF"
                let kept = isExif ? exif(bytes, &plan) : XMPRewriter.rewritten(bytes, &plan)
                if kept.isEmpty {
                    try pad(offset, content, &plan)
                    flags?.value &= isExif ? ~0x08 : ~0x04
                } else {
                    try plan.overwrite(content, with: kept, filling: isExif ? 0 : 0x20)
                }
            default:
                if !pixels.contains(name) {
                    if name != "JUNK" { plan.noteOpaque() }
                    try pad(offset, content, &plan)
                }
            }
            if length % 2 == 1, content.upperBound < range.upperBound {
                try plan.fill(content.upperBound..<content.upperBound + 1)
            }
            offset = content.upperBound + length % 2
        }
        if offset < range.upperBound { try plan.fill(offset..<range.upperBound) }
        return flags
    }

    private static func exif(_ bytes: [UInt8], _ plan: inout RedactionPlan) -> [UInt8] {
        let block = ExifRewriter.rewritten(bytes, .exif, &plan)
        return block.isEmpty || !bytes.starts(with: JPEGSegmentParser.exifMark)
            ? block : JPEGSegmentParser.exifMark + block
    }

    private static func pad(_ offset: Int, _ content: Range<Int>, _ plan: inout RedactionPlan)
        throws(UnreadableFileError)
    {
        try plan.overwrite(offset..<offset + 4, with: Array("JUNK".utf8))
        try plan.fill(content)
    }
}
