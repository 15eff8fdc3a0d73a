/// Redacts the segments of a JPEG picture.
struct JPEGSegmentRedaction {
    private let content: UnsafeRawBufferPointer
    private let shrinks: Bool
    /// The segments with parts of the color profile.
    private var profile: [Range<Int>] = []
    /// The segment with the index of further pictures (CIPA DC-007).
    private var index: Range<Int>?
    /// The segments with omitted bytes: their offsets, and the numbers of omitted bytes.
    private var leftOut: [(place: Int, count: Int)] = []

    private static let exif: StaticString = "Exif\0\0"
    private static let xmp: StaticString = "http://ns.adobe.com/xap/1.0/\0"
    private static let icc: StaticString = "ICC_PROFILE\0"
    private static let multiPicture: StaticString = "MPF\0"
    /// The identifier of a gain map of ISO 21496-1, and the possible lengths of the map's numbers.
    private static let gainMap: StaticString = "urn:iso:std:iso:ts:21496:-1\0"
    private static let gainMapSizes = [4, 37, 61, 77, 141]
    /// The marker of segments of zeros, which replace removed metadata if bytes must not move.
    private static let padding = 0xEF

    init(content: UnsafeRawBufferPointer, shrinks: Bool) {
        self.content = content
        self.shrinks = shrinks
    }

    /// - Parameter range: the range of the segment, including its marker.
    mutating func redact(_ marker: Int, _ range: Range<Int>, _ plan: inout RedactionPlan) throws(UnreadableFileError) {
        let payload = range.lowerBound + 4..<range.upperBound
        switch marker {
        // Frames, tables, scans.
        case 0xC0...0xC7, 0xC9...0xCF, 0xDA, 0xDB: return
        // Decoders read two bytes of these segments and skip the rest, so longer segments are removed.
        case 0xDC...0xDD where payload.count == 2: return
        case 0xE0 where begins(payload, "JFIF\0") && payload.count >= 14: try redact(header: range, &plan)
        case 0xE1 where begins(payload, Self.exif):
            let block = ExifRewriter.rewritten(rest(of: payload, behind: Self.exif), .exif, &plan)
            try replace(range, with: block.isEmpty ? [] : bytes(Self.exif) + block, &plan)
        case 0xE1 where begins(payload, Self.xmp):
            let packet = XMPRewriter.rewritten(rest(of: payload, behind: Self.xmp), &plan)
            try replace(range, with: packet.isEmpty ? [] : bytes(Self.xmp) + packet, filling: 0x20, &plan)
        // `finish` rewrites the color profile and the index.
        case 0xE2 where begins(payload, Self.icc): profile.append(range)
        case 0xE2 where begins(payload, Self.multiPicture) && index == nil: index = range
        case 0xE2 where begins(payload, Self.gainMap) && Self.gainMapSizes.contains(payload.count - 28): return
        case 0xED where begins(payload, "Photoshop 3.0\0"):
            let data = IPTCRewriter.data(inSegment: Array(content[payload]), &plan)
            try replace(range, with: IPTCRewriter.segment(IPTCRewriter.rewritten(data, &plan)), &plan)
        case 0xEE
        where begins(payload, "Adobe") && payload.count == 12
            && !ValueWordDetector.holdsWord(content[payload].dropFirst(5)):
            return
        case 0xFE where plan.keepsComment(content[payload]): return
        case Self.padding where content[payload].allSatisfy({ $0 == 0 }): try replace(range, with: [], &plan)
        default:
            if marker != 0xFE { plan.noteOpaque() }
            try replace(range, with: [], &plan)
        }
    }

    /// Rewrites the parts that depend on all other segments: the color profile and the index of further pictures.
    mutating func finish(_ plan: inout RedactionPlan) throws(UnreadableFileError) {
        try rewriteProfile(&plan)
        guard let index else { return }
        let old = rest(of: index.lowerBound + 4..<index.upperBound, behind: Self.multiPicture)
        // Offsets in the index are relative to the TIFF structure in the index's segment.
        let behind = leftOut.reduce(0) { $0 + ($1.place > index.lowerBound ? $1.count : 0) }
        let all = leftOut.reduce(0) { $0 + $1.count }
        let plain = ExifRewriter.rewritten(old, .multiPicture(PictureIndexCorrection()), &plan)
        let own = shrinks && !plain.isEmpty ? old.count - plain.count : 0
        let block = ExifRewriter.rewritten(
            old, .multiPicture(PictureIndexCorrection(places: behind + own, size: all + own)), &plan)
        try replace(index, with: block.isEmpty ? [] : bytes(Self.multiPicture) + block, &plan)
    }

    /// Removes the thumbnail of a JFIF segment.
    private mutating func redact(header range: Range<Int>, _ plan: inout RedactionPlan) throws(UnreadableFileError) {
        let numbers = Array(content[range.lowerBound + 4..<range.lowerBound + 16])
        if content[range.lowerBound + 18..<range.upperBound].contains(where: { $0 != 0 }) { plan.noteOpaque() }
        try replace(range, with: numbers + [0, 0], &plan)
    }

    // MARK: Color

    private mutating func rewriteProfile(_ plan: inout RedactionPlan) throws(UnreadableFileError) {
        if profile.isEmpty { return }
        // The size of the marker, the length, the name, the part number and the number of parts.
        let head = 18
        let parts = profile.sorted { number(of: $0) < number(of: $1) }
        let isWhole =
            parts.enumerated().allSatisfy { $1.count >= head && number(of: $1) == $0 + 1 }
            && parts.allSatisfy { Int(content[$0.lowerBound + 17]) == parts.count }
        guard isWhole else {
            plan.noteOpaque()
            for part in parts { try replace(part, with: [], &plan) }
            return
        }
        let old = parts.flatMap { content[$0].dropFirst(head) }
        var neutral =
            (shrinks ? ColorProfileRewriter.neutral(old, room: old.count) : ColorProfileRewriter.neutralInPlace(old))[
                ...]
        if !neutral.elementsEqual(old) { plan.noteOpaque() }
        var pieces: [ArraySlice<UInt8>] = []
        for part in parts {
            let piece = neutral.prefix(part.count - head)
            neutral = neutral.dropFirst(piece.count)
            pieces.append(piece)
        }
        let count = pieces.count { !$0.isEmpty }
        for (position, (part, piece)) in zip(parts, pieces).enumerated() {
            let payload = bytes(Self.icc) + [UInt8(position + 1), UInt8(count)] + piece
            try replace(part, with: piece.isEmpty ? [] : payload, &plan)
        }
    }

    /// Returns the part number; 0 if the segment is too short.
    private func number(of part: Range<Int>) -> Int { part.count >= 18 ? Int(content[part.lowerBound + 16]) : 0 }

    // MARK: Bytes

    /// Replaces the content of a segment. Removes the segment if the new content is empty.
    ///
    /// - Parameter filler: the byte that pads the content if the space after it is too small for a segment.
    private mutating func replace(
        _ range: Range<Int>, with payload: [UInt8], filling filler: UInt8 = 0, _ plan: inout RedactionPlan
    ) throws(UnreadableFileError) {
        guard payload.count <= range.count - 4 else { throw .invalid("Metadata cannot be rewritten in its place.") }
        if shrinks {
            let segment = payload.isEmpty ? [] : head(content[range.lowerBound + 1], payload.count) + payload
            let end = range.lowerBound + segment.count
            try plan.overwrite(range.lowerBound..<end, with: segment)
            plan.leaveOut(end..<range.upperBound)
            leftOut.append((range.lowerBound, range.upperBound - end))
            return
        }
        var payload = payload
        let room = range.count - 4 - payload.count
        if !payload.isEmpty, room < 4 { payload += [UInt8](repeating: filler, count: room) }
        let segment = payload.isEmpty ? [] : head(content[range.lowerBound + 1], payload.count) + payload
        let rest = range.count - segment.count
        let padding = rest == 0 ? [] : head(UInt8(Self.padding), rest - 4)
        try plan.overwrite(range, with: segment + padding)
    }

    private func head(_ marker: UInt8, _ count: Int) -> [UInt8] { [0xFF, marker] + encoded(count + 2, 2) }

    private func begins(_ range: Range<Int>, _ name: StaticString) -> Bool {
        name.withUTF8Buffer { content[range].starts(with: $0) }
    }

    private func rest(of payload: Range<Int>, behind name: StaticString) -> [UInt8] {
        Array(content[payload].dropFirst(name.utf8CodeUnitCount))
    }

    private func bytes(_ name: StaticString) -> [UInt8] { name.withUTF8Buffer { Array($0) } }
}
