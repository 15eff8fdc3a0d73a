import FilmgateModel

/// Redacts TIFF, BigTIFF and DNG files in place. libtiff could only append a changed directory, and would keep the old
/// one.
///
/// Each directory is rewritten without the removed entries. Then bytes to which no entry refers become zeros.
struct TIFFRedaction {
    private let content: UnsafeRawBufferPointer
    private let isLittleEndian: Bool
    private let isBig: Bool
    private var kept = KeptRanges()
    private var pixels = KeptRanges()
    private var rewritten: [Range<Int>] = []
    private var seen: Set<Int> = []
    private static let mostFolders = 1000
    private static let mostStrips = 1_000_000
    private static let widths = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4, 0, 0, 8, 8, 8]

    private enum Folder { case picture, exif, position }

    private struct Entry {
        let tag: Int
        let type: Int
        let count: Int
        /// The offset of the entry in the file.
        let place: Int
        let value: Range<Int>
    }

    static func redact(_ file: InputFile, _ plan: inout RedactionPlan) throws(UnreadableFileError) {
        // The MIME type shows whether the file is a RAW file other than DNG.
        var metadata = Metadata()
        let mimeType = try readTIFF(file, &metadata).mimeType
        guard ["image/tiff", "image/x-adobe-dng"].contains(mimeType) else {
            throw .invalid("Metadata cannot be removed from this kind of RAW.")
        }
        let mapped = try file.mapped()
        defer { withExtendedLifetime(mapped) {} }
        var redaction = TIFFRedaction(content: mapped.content)
        try redaction.redact(&plan)
    }

    private init(content: UnsafeRawBufferPointer) {
        self.content = content
        isLittleEndian = content[0] == UInt8(ascii: "I")
        isBig = content.count >= 8 && content[isLittleEndian ? 2 : 3] == 43
    }

    private mutating func redact(_ plan: inout RedactionPlan) throws(UnreadableFileError) {
        let head = isBig ? 16 : 8
        kept.add(0..<head)
        var next = try number(isBig ? 8 : 4, isBig ? 8 : 4)
        while next != 0 { next = try folder(at: next, .picture, &plan).next }
        for range in rewritten where pixels.overlaps(range) { throw .invalid("Its metadata lies in its pictures.") }
        for gap in kept.gaps(in: 0..<content.count) { try plan.fill(gap) }
    }

    /// - Returns: the offset of the next directory, and whether this directory has become empty.
    @discardableResult
    private mutating func folder(at start: Int, _ kind: Folder, _ plan: inout RedactionPlan) throws(UnreadableFileError)
        -> (next: Int, isEmpty: Bool)
    {
        guard seen.insert(start).inserted, seen.count <= TIFFRedaction.mostFolders else {
            throw .invalid("Its directories form a circle.")
        }
        let (countWidth, entryWidth, offsetWidth) = isBig ? (8, 20, 8) : (2, 12, 4)
        let count = try number(start, countWidth)
        guard count <= 1 << 16 else { throw .invalid("A directory of it has too many entries.") }
        let end = start + countWidth + count * entryWidth
        let next = try number(end, offsetWidth)
        var staying: [Entry] = []
        for index in 0..<count {
            if let entry = try entry(at: start + countWidth + index * entryWidth),
                try keeps(entry, in: kind, &plan)
            {
                staying.append(entry)
            }
        }
        var table = encoded(staying.count, countWidth, isLittleEndian: isLittleEndian)
        for entry in staying {
            table += content[entry.place..<entry.place + entryWidth]
            if entry.value.lowerBound != entry.place + entryWidth - offsetWidth { kept.add(entry.value) }
        }
        // Only directories of pictures have a next directory.
        table += encoded(kind == .picture ? next : 0, offsetWidth, isLittleEndian: isLittleEndian)
        try plan.overwrite(start..<start + table.count, with: table)
        kept.add(start..<start + table.count)
        rewritten.append(start..<start + table.count)
        if kind == .picture { try keepPixels(staying, &plan) }
        // Without coordinates, the tag with the version of the GPS IFD is not needed.
        return (kind == .picture ? next : 0, kind == .position ? staying.count < 2 : staying.isEmpty)
    }

    private mutating func keeps(_ entry: Entry, in kind: Folder, _ plan: inout RedactionPlan)
        throws(UnreadableFileError) -> Bool
    {
        switch (kind, entry.tag) {
        case (.picture, ExifTags.exifFolder): return try folder(of: entry, .exif, &plan)
        case (.picture, ExifTags.positionFolder): return try folder(of: entry, .position, &plan)
        case (.picture, TIFFTags.subfolders):
            for place in try numbers(of: entry, atMost: 64) { try folder(at: place, .picture, &plan) }
            return true
        case (.picture, TIFFTags.xmp):
            return try rewrite(entry, filling: 0x20, &plan) { XMPRewriter.rewritten($0, &$1) }
        case (.picture, TIFFTags.iptc):
            return try rewrite(entry, filling: 0, &plan) { IPTCRewriter.rewritten($0, &$1) }
        case (.picture, let tag) where TIFFTags.profiles.contains(tag):
            return try rewrite(entry, filling: 0, &plan) { $1.neutral($0) }
        case (.picture, TIFFTags.jpegTables):
            try JPEGRedaction.redact(stream: entry.value, of: content, &plan)
            return true
        case (.picture, let tag) where TIFFTags.opcodes.contains(tag): return isOpcodes(entry)
        case (.picture, let tag) where TIFFTags.isNeeded(tag, size: entry.value.count):
            return entry.type != 2 && !(entry.value.count <= 256 && ValueWordDetector.holdsWord(content[entry.value]))
        case (.position, _): return keeps(entry, ExifTags.meaningOfPosition(entry.tag), &plan)
        default: return keeps(entry, ExifTags.meaning(entry.tag), &plan)
        }
    }

    private func keeps(_ entry: Entry, _ meaning: MetadataClassification, _ plan: inout RedactionPlan) -> Bool {
        switch meaning {
        case .harmless: return ValueWordDetector.isPlain(content[entry.value], ofType: entry.type, count: entry.count)
        case .kind(let kind):
            return content[entry.value].contains { $0 != 0 && $0 != 0x20 } && plan.keeps(kind) && entry.tag != 0x927C
        case .opaque: return false
        }
    }

    /// Returns whether a value is a list of DNG's opcodes for lens correction, which contain only numbers.
    private func isOpcodes(_ entry: Entry) -> Bool {
        let list = ByteBlock(Array(content[entry.value]))
        guard let count = list.number(0, 4), count <= 1000 else { return false }
        var offset = 4
        for _ in 0..<count {
            guard let opcode = list.number(offset, 4), (1...14).contains(opcode),
                let size = list.number(offset + 12, 4),
                size <= list.bytes.count - offset - 16
            else { return false }
            offset += 16 + size
        }
        return offset == list.bytes.count
    }

    /// Redacts the directory to which an entry refers. Returns false if the directory becomes empty.
    private mutating func folder(of entry: Entry, _ kind: Folder, _ plan: inout RedactionPlan)
        throws(UnreadableFileError)
        -> Bool
    {
        var (redaction, attempt) = (self, plan)
        if try redaction.folder(at: number(of: entry), kind, &attempt).isEmpty {
            plan.note(attempt)
            return false
        }
        (self, plan) = (redaction, attempt)
        return true
    }

    private mutating func rewrite(
        _ entry: Entry, filling byte: UInt8, _ plan: inout RedactionPlan,
        _ body: ([UInt8], inout RedactionPlan) -> [UInt8]
    ) throws(UnreadableFileError) -> Bool {
        let value = body(Array(content[entry.value]), &plan)
        if value.isEmpty { return false }
        try plan.overwrite(entry.value, with: value, filling: byte)
        rewritten.append(entry.value)
        return true
    }

    // MARK: Pixels

    private mutating func keepPixels(_ entries: [Entry], _ plan: inout RedactionPlan) throws(UnreadableFileError) {
        let pairs = [
            (TIFFTags.stripOffsets, TIFFTags.stripCounts), (TIFFTags.tileOffsets, TIFFTags.tileCounts),
            (TIFFTags.jpegOffset, TIFFTags.jpegCount),
        ]
        for (offsetTag, countTag) in pairs {
            guard let offsets = entries.first(where: { $0.tag == offsetTag }) else { continue }
            guard let counts = entries.first(where: { $0.tag == countTag }) else {
                throw .invalid("A picture of it has no size.")
            }
            let places = try numbers(of: offsets, atMost: TIFFRedaction.mostStrips)
            let sizes = try numbers(of: counts, atMost: TIFFRedaction.mostStrips)
            guard places.count == sizes.count else { throw .invalid("A picture of it has no size.") }
            for (place, size) in zip(places, sizes) {
                guard place <= content.count, size <= content.count - place else { throw .truncated("TIFF") }
                let range = place..<place + size
                kept.add(range)
                pixels.add(range)
                // A JPEG picture may have its own metadata segments.
                if size > 3, content[place] == 0xFF, content[place + 1] == 0xD8, content[place + 2] == 0xFF {
                    try JPEGRedaction.redact(stream: range, of: content, &plan)
                }
            }
        }
    }

    // MARK: Numbers

    private func number(_ offset: Int, _ width: Int) throws(UnreadableFileError) -> Int {
        guard offset >= 0, offset <= content.count - width else { throw .truncated("TIFF") }
        let bytes = Array(content[offset..<offset + width])
        guard let number = ByteBlock(bytes, isLittleEndian: isLittleEndian).number(0, width) else {
            throw .truncated("TIFF")
        }
        return number
    }

    /// Parses an entry. Returns nil for an invalid entry, such as one whose value reaches outside the file.
    private func entry(at place: Int) throws(UnreadableFileError) -> Entry? {
        let (tag, type) = (try number(place, 2), try number(place + 2, 2))
        let (wide, start) = isBig ? (8, 12) : (4, 8)
        let count = try number(place + 4, wide)
        guard TIFFRedaction.widths.indices.contains(type), TIFFRedaction.widths[type] > 0, count > 0,
            count <= content.count
        else { return nil }
        let size = TIFFRedaction.widths[type] * count
        let valueStart = size <= wide ? place + start : try number(place + start, wide)
        guard valueStart >= 0, size <= content.count, valueStart <= content.count - size else { return nil }
        return Entry(tag: tag, type: type, count: count, place: place, value: valueStart..<valueStart + size)
    }

    private func numbers(of entry: Entry, atMost most: Int) throws(UnreadableFileError) -> [Int] {
        let width = TIFFRedaction.widths[entry.type]
        guard entry.count <= most, [3, 4, 13, 16, 18].contains(entry.type) else {
            throw .invalid("A table of it is too long.")
        }
        var numbers: [Int] = []
        for index in 0..<entry.count { numbers.append(try number(entry.value.lowerBound + index * width, width)) }
        return numbers
    }

    private func number(of entry: Entry) throws(UnreadableFileError) -> Int {
        guard let number = try numbers(of: entry, atMost: 1).first else { throw .truncated("TIFF") }
        return number
    }
}
