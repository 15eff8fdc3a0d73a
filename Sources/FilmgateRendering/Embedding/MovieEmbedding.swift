internal import FilmgateModel

/// Embeds XMP in MP4 and QuickTime: in a box behind all others, or in place of the one that is there. No sample moves, because tables
/// tell their places.
struct MovieEmbedding {
    private let boxes: [Box]
    private let plan: RedactionPlan
    /// Where the boxes end.
    private let end: Int

    /// The identifier of the box with XMP.
    private static let identifier: [UInt8] = [
        0xBE, 0x7A, 0xCF, 0xCB, 0x97, 0xA9, 0x42, 0xE8, 0x9C, 0x71, 0x99, 0x94, 0x91, 0xE3, 0xAF, 0xAC,
    ]

    static func splices(_ packet: [UInt8], in file: InputFile) throws(Unreadable) -> [FileSplice] {
        try MovieEmbedding(file).splices(packet)
    }

    private init(_ file: InputFile) throws(Unreadable) {
        plan = RedactionPlan(for: file, MetadataRemoval([]))
        var end = 0
        boxes = try Box.all(in: 0..<Int(file.size), plan, rest: &end)
        self.end = end
    }

    private func splices(_ packet: [UInt8]) throws(Unreadable) -> [FileSplice] {
        var present: [(box: Box, packet: Range<Int>)] = []
        for found in boxes where found.type == "uuid" && found.range.count >= 16 {
            let start = found.content + 16
            if try plan.bytes(found.content..<start) == MovieEmbedding.identifier {
                present.append((found, start..<found.end))
            }
        }
        for found in try userData() where found.type == "XMP_" { present.append((found, found.range)) }
        guard present.count <= 1 else { throw .invalid("It has several XMP packets.") }
        guard let (old, range) = present.first else { return [try addition(packet)] }
        // In its place it can have blanks behind it.
        if packet.count <= range.count {
            let blanks = [UInt8](repeating: 0x20, count: range.count - packet.count)
            return [FileSplice(offset: UInt64(range.lowerBound), removed: UInt64(range.count), bytes: packet + blanks)]
        }
        guard old.type == "uuid" else { throw .invalid("Its own XMP has no room for more.") }
        if boxes.allSatisfy({ $0.start <= old.start || $0.isPadding || $0.type == "mfra" }) {
            return [
                FileSplice(
                    offset: UInt64(old.start), removed: UInt64(old.end - old.start),
                    bytes: newBox("uuid", MovieEmbedding.identifier + packet))
            ]
        }
        return [
            FileSplice(offset: UInt64(old.start + 4), removed: 4, bytes: Array("free".utf8)),
            FileSplice(
                offset: UInt64(old.content), removed: UInt64(old.range.count),
                bytes: [UInt8](repeating: 0, count: old.range.count)),
            try addition(packet),
        ]
    }

    private func userData() throws(Unreadable) -> [Box] {
        var found: [Box] = []
        var rest = 0
        for movie in boxes where movie.type == "moov" {
            for data in try Box.all(in: movie.range, plan, rest: &rest) where data.type == "udta" {
                found += try Box.all(in: data.range, plan, rest: &rest)
            }
        }
        return found
    }

    /// A box behind all others, but before the index of fragments, which is found from the end of the file.
    private func addition(_ packet: [UInt8]) throws(Unreadable) -> FileSplice {
        guard let last = boxes.last, boxes.contains(where: { $0.type == "moov" }) else {
            throw .invalid("The video is damaged.")
        }
        guard try plan.bytes(last.start..<last.start + 4) != [0, 0, 0, 0] else {
            throw .invalid("Its last part has no end, behind which XMP could be.")
        }
        return FileSplice(
            offset: UInt64(last.type == "mfra" ? last.start : end),
            bytes: newBox("uuid", MovieEmbedding.identifier + packet))
    }
}
