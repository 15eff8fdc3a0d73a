import FilmgateModel

/// Redacts the tracks of a movie. Keeps only pictures and sound. Other tracks, even subtitles, can contain notes of a
/// device, and locations, such as the telemetry of drones and action cameras.
enum TrackRedaction {
    private static let media: Set<String> = ["vide", "soun", "auxv", "pict"]
    /// Sample entry types of tracks that contain locations.
    private static let telemetry: Set<String> = ["camm", "gpmd", "rtmd", "mebx", "NMEA", "priv", "djmd", "dbgi"]
    private static let sampleTable: Set<String> = [
        "stsd", "stts", "ctts", "cslg", "stsc", "stsz", "stz2", "stco", "co64", "stss", "stps", "sdtp", "sbgp", "sgpd",
        "subs", "stsh",
    ]

    /// - Returns: whether the track stays.
    static func redact(_ track: ISOBox, _ samples: inout SampleRanges, _ plan: inout RedactionPlan)
        throws(UnreadableFileError)
        -> Bool
    {
        let boxes = try ISOBox.all(in: track.range, &plan)
        guard let media = ISOBox.first("mdia", in: boxes) else { throw .invalid("A track of it holds nothing.") }
        let parts = try ISOBox.all(in: media.range, &plan)
        guard let handler = ISOBox.first("hdlr", in: parts), let information = ISOBox.first("minf", in: parts) else {
            throw .invalid("A track of it holds nothing.")
        }
        let inner = try ISOBox.all(in: information.range, &plan)
        guard let table = ISOBox.first("stbl", in: inner) else { throw .invalid("A track of it holds nothing.") }
        let tables = try ISOBox.all(in: table.range, &plan)
        let type = ByteBlock(try plan.bytes(handler.content..<min(handler.content + 12, handler.end))).name(8)
        guard TrackRedaction.media.contains(type) else {
            try noteKinds(of: tables, &plan)
            try track.free(&plan)
            return false
        }
        try forget(boxes, except: ["tkhd", "edts", "tref", "mdia", "tapt", "load"], &plan)
        try forget(parts, except: ["mdhd", "hdlr", "minf"], &plan)
        try forget(inner, except: ["vmhd", "smhd", "nmhd", "gmhd", "hdlr", "dinf", "stbl"], &plan)
        try forget(tables, except: sampleTable, &plan)
        if let descriptions = ISOBox.first("stsd", in: tables) {
            try redact(descriptions, isSound: type == "soun", &plan)
        }
        try samples.read(tables, isSound: type == "soun", plan)
        return true
    }

    /// Removes references to other tracks.
    static func unlink(_ track: ISOBox, _ plan: inout RedactionPlan) throws(UnreadableFileError) {
        for box in try ISOBox.all(in: track.range, of: plan.file).boxes where box.type == "tref" {
            try box.free(&plan)
        }
    }

    private static func forget(_ boxes: [ISOBox], except known: Set<String>, _ plan: inout RedactionPlan)
        throws(UnreadableFileError)
    {
        for box in boxes {
            switch box.type {
            case "udta": try UserDataRedaction.redact(box, &plan)
            case "meta": try UserDataRedaction.redact(meta: box, &plan)
            case "uuid": try UserDataRedaction.redact(uuid: box, &plan)
            case let type where try known.contains(type) ? isPlain(box, plan) : false:
                try redact(known: box, &plan)
            default: try box.drop(&plan)
            }
        }
    }

    private static func isPlain(_ box: ISOBox, _ plan: RedactionPlan) throws(UnreadableFileError) -> Bool {
        switch box.type {
        case "sbgp", "sgpd": try BoxFieldCleaner.holdsNumbers(ofGroup: box, plan)
        case "tref": box.range.count <= 4096 ? !ValueWordDetector.holdsWord(try plan.bytes(box.range)) : false
        default: true
        }
    }

    private static func redact(known box: ISOBox, _ plan: inout RedactionPlan) throws(UnreadableFileError) {
        switch box.type {
        case "edts": try BoxFieldCleaner.clear(box, holding: ["elst"], &plan)
        case "tapt": try BoxFieldCleaner.clear(box, holding: ["clef", "prof", "enof"], &plan)
        case "gmhd": try BoxFieldCleaner.clear(box, holding: ["gmin"], &plan)
        case "dinf": try BoxFieldCleaner.clearReferences(box, &plan)
        default: try BoxFieldCleaner.clear(box, &plan)
        }
    }

    private static func noteKinds(of tables: [ISOBox], _ plan: inout RedactionPlan) throws(UnreadableFileError) {
        plan.noteOpaque()
        guard let descriptions = ISOBox.first("stsd", in: tables), descriptions.range.count >= 16 else { return }
        let head = ByteBlock(try plan.bytes(descriptions.content..<descriptions.content + 16))
        if telemetry.contains(head.name(12)) { _ = plan.keeps(.location) }
    }

    /// Clears the vendor and the compressor's name in sample entries, and keeps only settings that decoders need.
    private static func redact(_ descriptions: ISOBox, isSound: Bool, _ plan: inout RedactionPlan)
        throws(UnreadableFileError)
    {
        guard descriptions.range.count >= 8 else { return }
        for entry in try ISOBox.all(in: descriptions.content + 8..<descriptions.end, &plan) {
            guard entry.range.count >= 28 else {
                try plan.fill(entry.range)
                continue
            }
            try clear(entry.content + 12..<entry.content + 16, &plan)
            let fields = isSound ? try soundFields(of: entry, plan) : 78
            guard entry.range.count >= fields else { continue }
            if !isSound {
                try clear(entry.content + 42..<entry.content + 74, &plan)
                // This field is the quality in QuickTime, and reserved in MPEG-4.
                try clear(entry.content + 16..<entry.content + 24, &plan)
            }
            try CodecSettingsRedaction.redact(entry.content + fields..<entry.end, &plan)
        }
    }

    /// Returns the number of bytes before the boxes in a sound entry. In the same version, QuickTime has more fields
    /// than MPEG-4.
    private static func soundFields(of entry: ISOBox, _ plan: RedactionPlan) throws(UnreadableFileError) -> Int {
        let version = ByteBlock(try plan.bytes(entry.content + 8..<entry.content + 10)).number(0, 2)
        if version == 2 { return 64 }
        guard version == 1, entry.range.count >= 44 else { return 28 }
        let (boxes, rest) = try ISOBox.all(in: entry.content + 44..<entry.end, of: plan.file)
        return boxes.isEmpty && rest < entry.end || rest + 8 < entry.end ? 28 : 44
    }

    private static func clear(_ range: Range<Int>, _ plan: inout RedactionPlan) throws(UnreadableFileError) {
        guard try plan.bytes(range).contains(where: { $0 != 0 }), !plan.keeps(.metadata) else { return }
        try plan.fill(range)
    }
}
