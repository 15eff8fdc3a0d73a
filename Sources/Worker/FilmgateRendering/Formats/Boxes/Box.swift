/// A box (QuickTime: an atom) of an ISO base media file.
struct Box {
    let type: String
    let start: Int
    /// Where its content begins.
    let content: Int
    let end: Int

    var range: Range<Int> { content..<end }

    /// The boxes of a range, whose last may be followed by bytes that are none.
    ///
    /// - Parameter rest: gets where those bytes begin.
    /// - Throws: if there are too many, or one reaches beyond the range.
    static func all(in range: Range<Int>, _ plan: RedactionPlan, rest: inout Int) throws(Unreadable) -> [Box] {
        var boxes: [Box] = []
        var limits = AnimationLimits(of: "file")
        rest = range.lowerBound
        while rest + 8 <= range.upperBound {
            try limits.countPart()
            let header = ByteBlock(try plan.bytes(rest..<min(rest + 16, range.upperBound)))
            guard let short = header.number(0, 4), !header.bytes.prefix(8).allSatisfy({ $0 == 0 }) else { break }
            var (size, head) = (short, 8)
            if short == 1 {
                guard let long = header.number(8, 8) else { throw .truncated("file") }
                (size, head) = (long, 16)
            } else if short == 0 {
                size = range.upperBound - rest
            }
            guard size >= head, size <= range.upperBound - rest else { break }
            boxes.append(Box(type: header.name(4), start: rest, content: rest + head, end: rest + size))
            rest += size
        }
        return boxes
    }

    /// The boxes of a range that holds nothing else.
    static func all(in range: Range<Int>, _ plan: inout RedactionPlan) throws(Unreadable) -> [Box] {
        var rest = 0
        let boxes = try all(in: range, plan, rest: &rest)
        try plan.fill(rest..<range.upperBound)
        return boxes
    }

    /// The box of a type, if there is one.
    static func first(_ type: String, in boxes: [Box]) -> Box? { boxes.first { $0.type == type } }

    /// Makes it a free box of zeros.
    func free(_ plan: inout RedactionPlan) throws(Unreadable) {
        try plan.overwrite(start + 4..<start + 8, with: Array("free".utf8))
        try plan.fill(range)
    }

    var isPadding: Bool { ["free", "skip", "wide"].contains(type) }
}
