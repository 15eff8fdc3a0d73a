internal import FilmgateModel

/// Redacts JPEG, and the pictures and videos that cameras append to it.
///
/// libjpeg tells what the segments hold, but not where they are. A segment that shrinks is followed by fill bytes, which the format
/// allows before every marker: so nothing moves, and what refers to places in the file stays valid.
struct JPEGRedaction {
    private let content: UnsafeRawBufferPointer
    private static let mostAttempts = 64

    static func redact(_ file: InputFile, _ plan: inout RedactionPlan) throws(Unreadable) {
        let mapped = try file.mapped()
        defer { withExtendedLifetime(mapped) {} }
        let redaction = JPEGRedaction(content: mapped.content)
        let end = try redaction.picture(at: 0, &plan)
        try redaction.trailer(from: end, &plan)
    }

    /// Redacts a JPEG stream within a different file.
    static func redact(stream range: Range<Int>, of content: UnsafeRawBufferPointer, _ plan: inout RedactionPlan)
        throws(Unreadable)
    {
        _ = try JPEGRedaction(content: UnsafeRawBufferPointer(rebasing: content[..<range.upperBound]))
            .picture(at: range.lowerBound, &plan, needsEnd: false)
    }

    /// Redacts a picture.
    ///
    /// - Parameter needsEnd: whether it is damaged if there is no end-of-image.
    /// - Returns: where it ends.
    private func picture(at start: Int, _ plan: inout RedactionPlan, needsEnd: Bool = true) throws(Unreadable) -> Int {
        var offset = start + 2
        while true {
            // Fill bytes.
            while byte(offset) == 0xFF, byte(offset + 1) == 0xFF { offset += 1 }
            guard byte(offset) == 0xFF, let marker = byte(offset + 1) else {
                if !needsEnd { return offset }
                throw .invalid("The JPEG is damaged.")
            }
            switch marker {
            case 0xD9: return offset + 2
            case 0x01, 0xD0...0xD7: offset += 2
            default:
                guard let high = byte(offset + 2), let low = byte(offset + 3) else { throw .truncated("JPEG") }
                let end = offset + 2 + (high << 8 | low)
                guard end >= offset + 4, end <= content.count else { throw .truncated("JPEG") }
                try segment(marker, offset..<end, &plan)
                offset = marker == 0xDA ? JPEGScan.end(in: content, from: end) : end
            }
        }
    }

    private func byte(_ offset: Int) -> Int? { offset >= 0 && offset < content.count ? Int(content[offset]) : nil }

    private func segment(_ marker: Int, _ range: Range<Int>, _ plan: inout RedactionPlan) throws(Unreadable) {
        let payload = range.lowerBound + 4..<range.upperBound
        switch marker {
        // Frames, tables, scans.
        case 0xC0...0xCF, 0xDA...0xDF: return
        case 0xE0 where isJFIF(payload): return
        case 0xE1 where begins(payload, "Exif\0\0"):
            let block = ExifRewriter.rewritten(bytes(payload.lowerBound + 6..<payload.upperBound), .exif, &plan)
            try replace(range, marker, block.isEmpty ? [] : Array("Exif\0\0".utf8) + block, &plan)
        case 0xE1 where begins(payload, JPEGRedaction.xmp):
            let name = JPEGRedaction.xmp.withUTF8Buffer { Array($0) }
            let packet = XMPRewriter.rewritten(bytes(payload.lowerBound + name.count..<payload.upperBound), &plan)
            try replace(range, marker, packet.isEmpty ? [] : name + packet, &plan)
        case 0xE2 where begins(payload, "ICC_PROFILE\0"): return
        case 0xE2 where begins(payload, "MPF\0"):
            let block = ExifRewriter.rewritten(
                bytes(payload.lowerBound + 4..<payload.upperBound), .multiPicture, &plan)
            try replace(range, marker, block.isEmpty ? [] : Array("MPF\0".utf8) + block, &plan)
        // ISO's gain map: its parameters are numbers.
        case 0xE2 where begins(payload, "urn:iso:std:iso:ts:21496:-1\0") && payload.count <= 1024: return
        case 0xED where begins(payload, "Photoshop 3.0\0"):
            let data = IPTCRewriter.data(inSegment: bytes(payload), &plan)
            try replace(range, marker, IPTCRewriter.segment(IPTCRewriter.rewritten(data, &plan)), &plan)
        case 0xEE where begins(payload, "Adobe") && payload.count == 12: return
        case 0xFE where plan.keeps(.captions): return
        default:
            if marker != 0xFE { plan.noteOpaque() }
            try plan.fill(range, with: 0xFF)
        }
    }

    private static let xmp: StaticString = "http://ns.adobe.com/xap/1.0/\0"

    /// Whether it is JFIF's segment, with no more than its thumbnail's pixels.
    private func isJFIF(_ payload: Range<Int>) -> Bool {
        guard begins(payload, "JFIF\0"), payload.count >= 14, let width = byte(payload.lowerBound + 12),
            let height = byte(payload.lowerBound + 13)
        else { return false }
        return payload.count == 14 + 3 * width * height
    }

    private func begins(_ range: Range<Int>, _ name: StaticString) -> Bool {
        name.withUTF8Buffer { content[range].starts(with: $0) }
    }

    private func bytes(_ range: Range<Int>) -> [UInt8] { Array(content[range]) }

    private func replace(_ range: Range<Int>, _ marker: Int, _ payload: [UInt8], _ plan: inout RedactionPlan)
        throws(Unreadable)
    {
        let segment = payload.isEmpty ? [] : [0xFF, UInt8(marker)] + encoded(payload.count + 2, 2) + payload
        try plan.overwrite(range, with: segment, filling: 0xFF)
    }

    /// Redacts what follows the picture: further pictures, and the video of a motion photo. Everything else goes.
    private func trailer(from start: Int, _ plan: inout RedactionPlan) throws(Unreadable) {
        var kept = KeptRanges()
        var offset = start
        var attempts = 0
        while offset < content.count, attempts < JPEGRedaction.mostAttempts {
            guard let begin = nextContent(from: offset) else { break }
            attempts += 1
            let end =
                content[begin] == 0xFF
                ? plan.trying { plan throws(Unreadable) in try picture(at: begin, &plan) }
                : plan.trying { plan throws(Unreadable) in
                    try BoxRedaction.redact(moviesFrom: begin, to: content.count, &plan)
                }
            if let end { kept.add(begin..<end) }
            offset = end ?? begin + 1
        }
        for gap in kept.gaps(in: start..<content.count) { try plan.fill(gap) }
    }

    /// Returns where the next picture or video may begin.
    private func nextContent(from start: Int) -> Int? {
        var offset = start
        while offset + 12 <= content.count {
            if content[offset] == 0xFF, content[offset + 1] == 0xD8, content[offset + 2] == 0xFF { return offset }
            if content[offset + 4] == 0x66, begins(offset + 4..<offset + 8, "ftyp") { return offset }
            offset += 1
        }
        return nil
    }
}
