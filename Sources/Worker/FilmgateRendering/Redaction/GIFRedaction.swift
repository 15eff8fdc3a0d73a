import FilmgateModel

/// Redacts GIF files. Replaces extensions that can contain personal data (comments, text and application data) with
/// comments that consist of spaces, and clears the bytes after the end of the GIF.
enum GIFRedaction {
    /// The application extensions that specify the number of repetitions of an animation, or the number of bytes to
    /// load first.
    private static let animations: Set<String> = ["NETSCAPE2.0", "ANIMEXTS1.0"]
    private static let profile = "ICCRGBG1012"

    static func redact(_ file: InputFile, _ plan: inout RedactionPlan) throws(UnreadableFileError) {
        let size = Int(file.size)
        let header = ByteBlock(try plan.bytes(0..<13))
        var offset = 13 + table(header.number(10, 1) ?? 0)
        var limits = AnimationLimits(of: "GIF")
        while true {
            try limits.countPart()
            let start = ByteBlock(try plan.bytes(offset..<offset + 1)).number(0, 1)
            if start == 0x3B { break }
            switch start {
            case 0x2C:
                let image = ByteBlock(try plan.bytes(offset..<offset + 10))
                offset = try end(of: offset + 11 + table(image.number(9, 1) ?? 0), plan)
            case 0x21:
                let label = ByteBlock(try plan.bytes(offset..<offset + 2)).number(1, 1) ?? 0
                let end = try end(of: offset + 2, plan)
                try redact(label, offset..<end, &plan)
                offset = end
            default: throw .invalid("The GIF is damaged.")
            }
        }
        try plan.fill(offset + 1..<size)
    }

    /// Returns the size of the color table in bytes, according to the flags.
    private static func table(_ flags: Int) -> Int { flags & 0x80 == 0 ? 0 : 3 << (flags & 7 + 1) }

    /// Returns the end of the chain of blocks that begins at an offset.
    private static func end(of start: Int, _ plan: RedactionPlan) throws(UnreadableFileError) -> Int {
        try (blocks(from: start, plan).last?.upperBound ?? start) + 1
    }

    private static func redact(_ label: Int, _ range: Range<Int>, _ plan: inout RedactionPlan)
        throws(UnreadableFileError)
    {
        switch label {
        // The graphic control extension, which specifies how to show the next image.
        case 0xF9 where range.count == 8: return
        case 0xFF where try isAnimation(range, plan): return
        case 0xFF where try program(range, plan) == profile: if try rewriteProfile(range, &plan) { return }
        case 0xFE:
            let content = try plan.bytes(range.lowerBound + 2..<range.upperBound)
            if content == blanks(content.count) { return }
            var text: [UInt8] = []
            for block in try Self.blocks(from: range.lowerBound + 2, plan) { text += try plan.bytes(block) }
            if plan.keepsComment(text) { return }
        // The plain text extension, whose text programs draw into the picture.
        case 0x01: if plan.keeps(.captions) { return }
        default: plan.noteOpaque()
        }
        try plan.overwrite(range, with: [0x21, 0xFE] + blanks(range.count - 2))
    }

    private static func program(_ range: Range<Int>, _ plan: RedactionPlan) throws(UnreadableFileError) -> String {
        let head = ByteBlock(try plan.bytes(range.lowerBound..<min(range.upperBound, range.lowerBound + 14)))
        return head.number(2, 1) == 11 ? head.name(3, count: 11) : ""
    }

    /// Returns whether an extension contains only a number of repetitions, or only a number of bytes to load first.
    private static func isAnimation(_ range: Range<Int>, _ plan: RedactionPlan) throws(UnreadableFileError) -> Bool {
        guard try animations.contains(program(range, plan)) else { return false }
        let blocks = try plan.bytes(range.lowerBound + 14..<range.upperBound)
        return blocks.count == 5 && blocks.starts(with: [3, 1]) || blocks.count == 7 && blocks.starts(with: [5, 2])
            || blocks == [0]
    }

    /// - Returns: false if the profile must be removed.
    private static func rewriteProfile(_ range: Range<Int>, _ plan: inout RedactionPlan) throws(UnreadableFileError)
        -> Bool
    {
        let blocks = try Self.blocks(from: range.lowerBound + 14, plan)
        var content: [UInt8] = []
        for block in blocks { content += try plan.bytes(block) }
        var neutral = plan.neutral(content)[...]
        if neutral.isEmpty { return false }
        for block in blocks {
            try plan.overwrite(block, with: Array(neutral.prefix(block.count)))
            neutral = neutral.dropFirst(block.count)
        }
        return true
    }

    /// Returns the ranges of the contents of a chain's blocks.
    private static func blocks(from start: Int, _ plan: RedactionPlan) throws(UnreadableFileError) -> [Range<Int>] {
        var (start, blocks) = (start, [Range<Int>]())
        while let count = try plan.bytes(start..<start + 1).first.map(Int.init), count > 0 {
            blocks.append(start + 1..<start + 1 + count)
            start += 1 + count
        }
        return blocks
    }

    /// Returns a chain of blocks that consist of spaces.
    private static func blanks(_ count: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        while count - bytes.count > 1 {
            let room = count - bytes.count - 1
            // One byte must not remain, because a block needs two.
            let length = min(255, room - 1) - (room - 1 - min(255, room - 1) == 1 ? 1 : 0)
            bytes += [UInt8(length)] + [UInt8](repeating: 0x20, count: length)
        }
        return bytes + [0]
    }
}
