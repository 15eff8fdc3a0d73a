import FilmgateModel

/// Redacts the boxes in which movies store text, in the formats of QuickTime, iTunes, 3GPP and Android.
enum UserDataRedaction {
    /// Redacts a `udta` box.
    static func redact(_ userData: ISOBox, _ plan: inout RedactionPlan) throws(UnreadableFileError) {
        for box in try ISOBox.all(in: userData.range, &plan) {
            switch box.type {
            case "meta": try redact(meta: box, &plan)
            case "XMP_": try redact(packet: box.range, in: box, &plan)
            case "uuid": try redact(uuid: box, &plan)
            default: try redact(value: box, named: box.type, &plan)
            }
        }
    }

    /// Redacts a `meta` box with a list of values. A value is identified by a four-letter name or by the number of a
    /// key.
    static func redact(meta: ISOBox, _ plan: inout RedactionPlan) throws(UnreadableFileError) {
        // A version precedes the boxes in the ISO format, but not in QuickTime.
        let head = ByteBlock(try plan.bytes(meta.content..<min(meta.content + 8, meta.end)))
        let start = head.name(4) == "hdlr" ? meta.content : meta.content + 4
        guard start <= meta.end else { return try meta.free(&plan) }
        let boxes = try ISOBox.all(in: start..<meta.end, &plan)
        guard let list = ISOBox.first("ilst", in: boxes) else {
            if boxes.contains(where: { !$0.isPadding && $0.type != "hdlr" }) { plan.noteOpaque() }
            return try meta.free(&plan)
        }
        let keys = try ISOBox.first("keys", in: boxes).map { keys throws(UnreadableFileError) in try names(keys, &plan)
        }
        for box in boxes where !["hdlr", "keys", "ilst"].contains(box.type) { try box.free(&plan) }
        if let handler = ISOBox.first("hdlr", in: boxes) { try BoxFieldCleaner.clear(handler, &plan) }
        for item in try ISOBox.all(in: list.range, &plan) {
            let number = ByteBlock(try plan.bytes(item.start + 4..<item.start + 8)).number(0, 4) ?? 0
            let name = keys.map { (1...$0.count).contains(number) ? $0[number - 1] : "" } ?? item.type
            try redact(value: item, named: name, isItem: true, &plan)
        }
    }

    /// Redacts a `uuid` box if its identifier is that of XMP. Removes boxes with other identifiers.
    static func redact(uuid box: ISOBox, _ plan: inout RedactionPlan) throws(UnreadableFileError) {
        guard box.range.count >= 16, try plan.bytes(box.content..<box.content + 16) == XMPPacket.boxIdentifier else {
            plan.noteOpaque()
            return try box.free(&plan)
        }
        try redact(packet: box.content + 16..<box.end, in: box, &plan)
    }

    private static func redact(packet range: Range<Int>, in box: ISOBox, _ plan: inout RedactionPlan)
        throws(UnreadableFileError)
    {
        let packet = XMPRewriter.rewritten(try plan.bytes(range), &plan)
        if packet.isEmpty { try box.free(&plan) } else { try plan.overwrite(range, with: packet, filling: 0x20) }
    }

    /// - Parameter isItem: whether the box is an item of `ilst`.
    private static func redact(
        value box: ISOBox, named name: String, isItem: Bool = false, _ plan: inout RedactionPlan
    ) throws(UnreadableFileError) {
        if box.isPadding { return try box.free(&plan) }
        switch meaning(name) {
        case .harmless where try isPlain(box, isItem: isItem, plan): return
        case .kind(.location) where plan.keepsTown:
            if try round(box, named: name, isItem: isItem, &plan) { return }
            _ = plan.keeps(.location)
        case .kind(let kind): if plan.keeps(kind) { return }
        case .harmless, .opaque: plan.noteOpaque()
        }
        try box.free(&plan)
    }

    /// Returns whether a box contains only a number or a date.
    private static func isPlain(_ box: ISOBox, isItem: Bool, _ plan: RedactionPlan) throws(UnreadableFileError) -> Bool
    {
        guard box.range.count <= 80 else { return false }
        let bytes = ByteBlock(try plan.bytes(box.range))
        var text = bytes.bytes.dropFirst(4)
        if isItem {
            guard bytes.number(0, 4) == bytes.bytes.count, bytes.name(4) == "data" else { return false }
            text = bytes.bytes.dropFirst(16)
            // Type 1 is text. A short value of another type is a number.
            if bytes.number(8, 4) != 1 { return text.count <= 8 }
        } else if box.type == "yrrc" {
            return text.count == 2
        }
        return XMPVocabulary.isPlain(String(decoding: text.filter { $0 != 0 }, as: UTF8.self), named: "")
    }

    /// Rounds the coordinates in a box.
    ///
    /// - Returns: false if the box does not have a known form, or contains other data.
    private static func round(
        _ box: ISOBox, named name: String, isItem: Bool, _ plan: inout RedactionPlan
    ) throws(UnreadableFileError) -> Bool {
        let bytes = ByteBlock(try plan.bytes(box.range))
        let count = bytes.bytes.count
        let start: Int
        switch name {
        case "loci" where !isItem: start = 0
        // The box starts with the text's length and language.
        case "\u{A9}xyz" where !isItem && bytes.number(0, 2) == count - 4: start = 4
        // The item contains a `data` box with its header, its type, the language and the text. Type 1 is UTF-8.
        case "\u{A9}xyz" where isItem, "com.apple.quicktime.location.ISO6709" where isItem:
            guard bytes.number(0, 4) == count, bytes.name(4) == "data", bytes.number(8, 4) == 1 else { return false }
            start = 16
        default: return false
        }
        guard start <= count, let content = bytes.slice(start..<count),
            let town = start == 0 ? TownCoordinates.rounded(box: content) : TownCoordinates.rounded(content)
        else { return false }
        if content != town { _ = plan.keeps(.location) }
        try plan.overwrite(box.range.lowerBound + start..<box.range.upperBound, with: town)
        return true
    }

    /// Returns the names of values in a list of keys. Clears unknown names, which could contain any text.
    private static func names(_ keys: ISOBox, _ plan: inout RedactionPlan) throws(UnreadableFileError) -> [String] {
        guard keys.range.count >= 8, keys.range.count <= 1 << 20 else {
            try plan.fill(keys.range)
            return []
        }
        let table = ByteBlock(try plan.bytes(keys.range))
        var (offset, names) = (8, [String]())
        while let size = table.number(offset, 4), size >= 8, size <= table.bytes.count - offset {
            let name = table.name(offset + 8, count: size - 8)
            names.append(name)
            if !isListed(name), name.contains(where: { $0 != " " }) {
                plan.noteOpaque()
                try plan.fill(keys.content + offset + 8..<keys.content + offset + size, with: 0x20)
            }
            offset += size
        }
        try plan.fill(keys.content + offset..<keys.end)
        return names
    }

    private static func isListed(_ name: String) -> Bool {
        [harmless, places, captions, metadata].contains { $0.contains(name) }
    }

    private static func meaning(_ name: String) -> MetadataClassification {
        if harmless.contains(name) { return .harmless }
        if places.contains(name) || name.contains(".location.") { return .kind(.location) }
        if captions.contains(name) { return .kind(.captions) }
        if metadata.contains(name) { return .kind(.metadata) }
        return .opaque
    }

    /// The values that clients need no right to read: dates, recorded frame rates, and marks of a live photo's video.
    private static let harmless: Set<String> = [
        "\u{A9}day", "com.apple.quicktime.creationdate", "com.android.capture.fps",
        "com.apple.quicktime.live-photo.auto", "com.apple.quicktime.live-photo.vitality-score",
        "com.apple.quicktime.live-photo.vitality-scoring-version", "yrrc",
    ]
    private static let places: Set<String> = ["\u{A9}xyz", "loci", "com.apple.quicktime.location.ISO6709"]
    private static let captions: Set<String> = [
        "\u{A9}nam", "\u{A9}cmt", "\u{A9}des", "\u{A9}inf", "\u{A9}key", "\u{A9}alb", "\u{A9}gen", "titl", "dscp",
        "desc", "ldes", "kywd", "name", "albm", "gnre", "clsf", "com.apple.quicktime.title",
        "com.apple.quicktime.displayname", "com.apple.quicktime.description", "com.apple.quicktime.comment",
        "com.apple.quicktime.keywords", "com.apple.quicktime.information", "com.apple.quicktime.album",
        "com.apple.quicktime.genre", "keyw",
    ]
    private static let metadata: Set<String> = [
        "\u{A9}mak", "\u{A9}mod", "\u{A9}swr", "\u{A9}too", "\u{A9}aut", "\u{A9}cpy", "\u{A9}ART", "\u{A9}dir",
        "\u{A9}prd", "\u{A9}fmt", "\u{A9}hst", "\u{A9}mal", "\u{A9}wrt", "\u{A9}enc", "auth", "cprt", "perf", "manu",
        "modl", "aART", "com.apple.quicktime.make", "com.apple.quicktime.model", "com.apple.quicktime.software",
        "com.apple.quicktime.author", "com.apple.quicktime.artist", "com.apple.quicktime.copyright",
        "com.apple.quicktime.camera.identifier", "com.apple.quicktime.content.identifier", "com.android.version",
        "com.android.manufacturer", "com.android.model", "com.apple.quicktime.producer", "com.apple.quicktime.director",
    ]
}
