/// Redacts JPEG files, including the pictures and videos that cameras append.
///
/// libjpeg does not return the offsets of segments, so this code parses the file. Removing metadata shortens the first
/// picture. Readers find appended data from the end of the file, or through the index of further pictures, which is
/// corrected.
struct JPEGRedaction {
    private let content: UnsafeRawBufferPointer
    private static let mostAttempts = 64

    static func redact(_ file: InputFile, _ plan: inout RedactionPlan) throws(UnreadableFileError) {
        let mapped = try file.mapped()
        defer { withExtendedLifetime(mapped) {} }
        let redaction = JPEGRedaction(content: mapped.content)
        let end = try redaction.picture(at: 0, shrinks: true, &plan)
        try redaction.trailer(from: end, &plan)
    }

    /// Redacts a JPEG stream within another file, without moving any bytes.
    static func redact(stream range: Range<Int>, of content: UnsafeRawBufferPointer, _ plan: inout RedactionPlan)
        throws(UnreadableFileError)
    {
        _ = try JPEGRedaction(content: UnsafeRawBufferPointer(rebasing: content[..<range.upperBound]))
            .picture(at: range.lowerBound, needsEnd: false, &plan)
    }

    /// - Parameters:
    ///   - shrinks: whether to omit removed bytes. Otherwise, segments of zeros replace them.
    ///   - needsEnd: whether a picture without an end-of-image marker is damaged.
    /// - Returns: the end of the picture.
    private func picture(at start: Int, shrinks: Bool = false, needsEnd: Bool = true, _ plan: inout RedactionPlan)
        throws(UnreadableFileError) -> Int
    {
        var segments = JPEGSegmentRedaction(content: content, shrinks: shrinks)
        let end = try JPEGSegmentParser.segments(of: content, from: start, needsEnd: needsEnd) {
            marker, range throws(UnreadableFileError) in
            try segments.redact(marker, range, &plan)
        }
        try segments.finish(&plan)
        return end
    }

    /// Redacts the data after the picture. Keeps further pictures and the video of a motion photo, and removes all
    /// other data.
    private func trailer(from start: Int, _ plan: inout RedactionPlan) throws(UnreadableFileError) {
        var kept = KeptRanges()
        var offset = start
        var attempts = 0
        while offset < content.count, attempts < JPEGRedaction.mostAttempts {
            guard let begin = nextContent(from: offset) else { break }
            attempts += 1
            let end =
                content[begin] == 0xFF
                ? plan.trying { plan throws(UnreadableFileError) in try picture(at: begin, &plan) }
                : plan.trying { plan throws(UnreadableFileError) in
                    try BoxRedaction.redact(moviesFrom: begin, to: content.count, &plan)
                }
            if let end { kept.add(begin..<end) }
            offset = end ?? begin + 1
        }
        for gap in kept.gaps(in: start..<content.count) { try plan.fill(gap) }
    }

    /// Returns the next offset at which a picture or video may begin.
    private func nextContent(from start: Int) -> Int? {
        var offset = start
        while offset + 12 <= content.count {
            if content[offset] == 0xFF, content[offset + 1] == 0xD8, content[offset + 2] == 0xFF { return offset }
            if content[offset + 4] == 0x66, content[offset + 4..<offset + 8].elementsEqual("ftyp".utf8) {
                return offset
            }
            offset += 1
        }
        return nil
    }
}
