import FilmgateModel

/// Rewrites IPTC data with only the data sets that may stay.
///
/// libiptcdata would reorder the data sets, so this code parses them. A data set consists of a marker, a record, a
/// number, a length and a value.
enum IPTCRewriter {
    /// Returns the rewritten data, which is not longer than `bytes`.
    static func rewritten(_ bytes: [UInt8], _ plan: inout RedactionPlan) -> [UInt8] {
        let block = ByteBlock(bytes)
        var kept: [UInt8] = []
        var offset = 0
        while block.number(offset, 1) == 0x1C, let record = block.number(offset + 1, 1),
            let set = block.number(offset + 2, 1), let length = block.number(offset + 3, 2), length < 0x8000,
            let whole = block.slice(offset..<offset + 5 + length)
        {
            offset += 5 + length
            if keeps(record, set, whole.dropFirst(5), &plan) { kept += whole }
        }
        if bytes.dropFirst(offset).contains(where: { $0 != 0 }) { plan.noteOpaque() }
        // The data set with the character set is not needed if no text stays.
        return kept.count <= 8 ? [] : kept
    }

    /// Wraps IPTC data for a JPEG's APP13 segment. Returns an empty array if there is no data.
    static func segment(_ data: [UInt8]) -> [UInt8] {
        if data.isEmpty { return [] }
        let padding: [UInt8] = data.count % 2 == 0 ? [] : [0]
        return Array("Photoshop 3.0\0".utf8) + resourceHeader + encoded(data.count, 4) + data + padding
    }

    /// Returns the IPTC data in a JPEG's APP13 segment. Other resources have no known meaning, and are removed.
    static func data(inSegment segment: [UInt8], _ plan: inout RedactionPlan) -> [UInt8] {
        let block = ByteBlock(segment)
        var offset = 14
        var data: [UInt8] = []
        while block.name(offset) == "8BIM", let number = block.number(offset + 4, 2),
            let name = block.number(offset + 6, 1)
        {
            let start = offset + 6 + (name + 2) / 2 * 2
            guard let size = block.number(start, 4), let content = block.slice(start + 4..<start + 4 + size) else {
                break
            }
            if number == 0x0404 { data += content } else if content.contains(where: { $0 != 0 }) { plan.noteOpaque() }
            offset = start + 4 + (size + 1) / 2 * 2
        }
        return data
    }

    private static let resourceHeader: [UInt8] = Array("8BIM".utf8) + [0x04, 0x04, 0, 0]

    private static func keeps(
        _ record: Int, _ set: Int, _ value: ArraySlice<UInt8>, _ plan: inout RedactionPlan
    ) -> Bool {
        // This data set contains the character set.
        if (record, set) == (1, 90), value.first == 0x1B, value.count <= 3 { return true }
        switch record == 2 ? IPTCTags.meaning(set) : .opaque {
        case .harmless where set == 0 ? value.count == 2 : value.count <= 11 && ValueWordDetector.isDate(value):
            return true
        case _ where value.isEmpty: return false
        case .kind(let kind): return plan.keeps(kind)
        case .harmless, .opaque:
            plan.noteOpaque()
            return false
        }
    }
}
