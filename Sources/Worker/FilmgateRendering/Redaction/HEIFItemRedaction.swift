import FilmgateModel

/// Redacts the items of HEIF and AVIF files. Keeps pictures, rewrites Exif and XMP in place, and removes other items.
struct HEIFItemRedaction {
    private let base: Int
    private let fileSize: Int
    private var items: [Int: Item] = [:]
    /// The range of the content of the `idat` box.
    private var inner: Range<Int>?

    private struct Item {
        var type = ""
        var contentType = ""
        /// The ranges of the item's data in the file.
        var extents: [Range<Int>] = []
        var isInner = false
    }

    private static let pictures: Set<String> = [
        "hvc1", "hev1", "hvt1", "av01", "avc1", "jpeg", "j2k1", "vvc1", "evc1", "lhv1", "unci", "mski", "grid", "iovl",
        "iden", "tmap", "tili",
    ]
    /// Redacts a `meta` box with items.
    ///
    /// - Returns: false if the box does not contain items.
    static func redact(_ meta: ISOBox, base: Int, _ kept: inout KeptRanges, _ plan: inout RedactionPlan)
        throws(UnreadableFileError)
        -> Bool
    {
        guard meta.range.count >= 4 else { return false }
        let tables = try ISOBox.all(in: meta.content + 4..<meta.end, of: plan.file).boxes
        guard ISOBox.first("iinf", in: tables) != nil else { return false }
        let boxes = try ISOBox.all(in: meta.content + 4..<meta.end, &plan)
        var redaction = HEIFItemRedaction(base: base, fileSize: Int(plan.file.size))
        redaction.inner = ISOBox.first("idat", in: boxes)?.range
        for box in boxes {
            switch box.type {
            case "pitm", "iloc", "iref", "grpl", "idat": continue
            case "dinf": try BoxFieldCleaner.clearReferences(box, &plan)
            case "hdlr": try BoxFieldCleaner.clear(box, &plan)
            case "iinf": try redaction.readTypes(box, &plan)
            case "iprp": try redactProperties(box, &plan)
            case "uuid": try UserDataRedaction.redact(uuid: box, &plan)
            default: try box.drop(&plan)
            }
        }
        guard let places = ISOBox.first("iloc", in: boxes) else { throw .invalid("Its items have no places.") }
        try redaction.readPlaces(places, plan)
        try redaction.apply(&kept, &plan)
        return true
    }

    private mutating func apply(_ kept: inout KeptRanges, _ plan: inout RedactionPlan) throws(UnreadableFileError) {
        var innerKept = KeptRanges()
        var others: [Item] = []
        for (_, item) in items.sorted(by: { $0.key < $1.key }) {
            guard HEIFItemRedaction.pictures.contains(item.type) else {
                others.append(item)
                continue
            }
            for extent in item.extents { item.isInner ? innerKept.add(extent) : kept.add(extent) }
            // A JPEG picture has its own metadata segments.
            if item.type == "jpeg", item.extents.count == 1, let extent = item.extents.first,
                try plan.bytes(extent.prefix(2)) == [0xFF, 0xD8]
            {
                let mapped = try plan.file.mapped()
                try JPEGRedaction.redact(stream: extent, of: mapped.content, &plan)
            }
        }
        for item in others {
            for extent in item.extents where kept.overlaps(extent) || innerKept.overlaps(extent) {
                throw .invalid("Its metadata lies in its pictures.")
            }
            try rewrite(item, &plan)
            // Keeps the rewritten ranges: only the gaps between kept ranges are cleared later.
            for extent in item.extents { item.isInner ? innerKept.add(extent) : kept.add(extent) }
        }
        if let inner { for gap in innerKept.gaps(in: inner) { try plan.fill(gap) } }
    }

    private func rewrite(_ item: Item, _ plan: inout RedactionPlan) throws(UnreadableFileError) {
        guard item.extents.count == 1, let extent = item.extents.first else {
            if !item.extents.isEmpty { plan.noteOpaque() }
            for extent in item.extents { try plan.fill(extent) }
            return
        }
        switch (item.type, item.contentType) {
        case ("Exif", _):
            let bytes = try plan.bytes(extent)
            guard let start = ExifBlockReader.start(inItem: bytes) else {
                if bytes.contains(where: { $0 != 0 }) { plan.noteOpaque() }
                return try plan.fill(extent)
            }
            let block = ExifRewriter.rewritten(Array(bytes[start...]), .exif, &plan)
            let offset: [UInt8] = start == 10 ? [0, 0, 0, 6] + JPEGSegmentParser.exifMark : [0, 0, 0, 0]
            // If the item has no such prefix, there may be no space to add it.
            let prefix = start == 0 ? [] : offset
            let fits = !block.isEmpty && prefix.count + block.count <= bytes.count
            try plan.overwrite(extent, with: fits ? prefix + block : [])
        case ("mime", XMPPacket.contentType):
            let packet = XMPRewriter.rewritten(try plan.bytes(extent), &plan)
            try plan.overwrite(extent, with: packet, filling: 0x20)
        default:
            plan.noteOpaque()
            try plan.fill(extent)
        }
    }

    // MARK: The box's tables

    private mutating func readTypes(_ box: ISOBox, _ plan: inout RedactionPlan) throws(UnreadableFileError) {
        let version = ByteBlock(try plan.bytes(box.content..<box.content + 4)).number(0, 1) ?? 0
        let start = box.content + (version == 0 ? 6 : 8)
        guard start <= box.end else { throw .truncated("list of items") }
        for entry in try ISOBox.all(in: start..<box.end, &plan) where entry.type == "infe" {
            guard entry.range.count <= 1 << 16 else { throw .invalid("The name of an item is too long.") }
            let block = ByteBlock(try plan.bytes(entry.range))
            guard let version = block.number(0, 1), version >= 2, let id = block.number(4, version == 2 ? 2 : 4) else {
                throw .invalid("Its items are described in an unknown way.")
            }
            let typePlace = version == 2 ? 8 : 10
            var item = items[id] ?? Item()
            item.type = block.name(typePlace)
            let name = typePlace + 4
            let nameEnd = block.bytes[min(name, block.bytes.count)...].firstIndex(of: 0) ?? block.bytes.count
            // The item's name is text for people.
            if name < nameEnd { try plan.fill(entry.content + name..<entry.content + nameEnd, with: 0x20) }
            if nameEnd < block.bytes.count {
                let text = block.bytes[(nameEnd + 1)...]
                let type = String(decoding: text[..<(text.firstIndex(of: 0) ?? text.endIndex)], as: UTF8.self)
                let isPacket = item.type == "mime" && type == XMPPacket.contentType
                if isPacket { item.contentType = type }
                // Other content types and the content encoding can contain text, too.
                let rest = entry.content + nameEnd + 1 + (isPacket ? type.utf8.count : 0)
                try plan.fill(min(rest, entry.end)..<entry.end)
            }
            items[id] = item
        }
    }

    private mutating func readPlaces(_ box: ISOBox, _ plan: RedactionPlan) throws(UnreadableFileError) {
        guard box.range.count <= ISOBox.mostTableBytes else { throw .enormous("Its tables are too long.") }
        let table = try plan.bytes(box.range)
        for entry in try ItemLocations(BoxCursor(table, table.indices)).whole() {
            var item = items[entry.id] ?? Item()
            guard entry.source == 0, entry.method < 2 || HEIFItemRedaction.pictures.contains(item.type) else {
                throw .invalid("An item of it lies in a different file, or in a different item.")
            }
            item.isInner = entry.method == 1
            for part in entry.extents where entry.method < 2 {
                item.extents.append(try extent(entry.base, part.offset, part.length, isInner: item.isInner))
            }
            items[entry.id] = item
        }
    }

    private func extent(_ start: Int, _ offset: Int, _ length: Int, isInner: Bool) throws(UnreadableFileError) -> Range<
        Int
    > {
        let source = isInner ? inner ?? 0..<0 : base..<fileSize
        let (relative, overflows) = start.addingReportingOverflow(offset)
        guard !overflows, relative <= source.count, length <= source.count - relative else {
            throw .truncated("picture")
        }
        let first = source.lowerBound + relative
        return first..<(length == 0 ? source.upperBound : first + length)
    }

    /// Redacts properties. Keeps properties that describe pixels. Names and descriptions for people count as captions.
    private static func redactProperties(_ box: ISOBox, _ plan: inout RedactionPlan) throws(UnreadableFileError) {
        for part in try ISOBox.all(in: box.range, &plan) {
            switch part.type {
            case "ipma": continue
            case "ipco":
                for property in try ISOBox.all(in: part.range, &plan) {
                    switch property.type {
                    case "udes", "altt": if plan.keeps(.captions) { continue }
                    case "auxC": if try isKnown(auxiliary: property, plan) { continue }
                    case _ where try CodecSettingsRedaction.keeps(property, &plan): continue
                    default: break
                    }
                    if !property.isPadding, !["udes", "altt"].contains(property.type) { plan.noteOpaque() }
                    try property.free(&plan)
                }
            default: try part.drop(&plan)
            }
        }
    }

    /// Returns whether an auxiliary picture has a known purpose. Numbers may follow the name of the purpose.
    private static func isKnown(auxiliary property: ISOBox, _ plan: RedactionPlan) throws(UnreadableFileError) -> Bool {
        guard (5...256).contains(property.range.count) else { return false }
        let text = try plan.bytes(property.content + 4..<property.end)
        let name = text.prefix { $0 != 0 }
        return auxiliaries.contains(String(decoding: name, as: UTF8.self))
            && !ValueWordDetector.holdsWord(text.dropFirst(name.count))
    }

    private static let auxiliaries: Set<String> = [
        "urn:mpeg:hevc:2015:auxid:1", "urn:mpeg:hevc:2015:auxid:2", "urn:mpeg:avc:2015:auxid:1",
        "urn:mpeg:mpegB:cicp:systems:auxiliary:alpha", "urn:mpeg:mpegB:cicp:systems:auxiliary:depth",
        "urn:com:apple:photo:2018:aux:portraiteffectsmatte", "urn:com:apple:photo:2019:aux:semanticskinmatte",
        "urn:com:apple:photo:2019:aux:semantichairmatte", "urn:com:apple:photo:2019:aux:semanticteethmatte",
        "urn:com:apple:photo:2020:aux:semanticglassesmatte", "urn:com:apple:photo:2020:aux:semanticskymatte",
        "urn:com:apple:photo:2020:aux:hdrgainmap",
    ]
}
