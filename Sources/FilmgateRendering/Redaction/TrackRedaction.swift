internal import FilmgateModel

/// Redacts a track of a movie. Only pictures and sound stay: other tracks hold places (telemetry of drones and action cameras, also
/// as subtitles) and notes of the device.
enum TrackRedaction {
    private static let media: Set<String> = ["vide", "soun", "auxv", "pict"]
    /// Sample entries of tracks that tell the place.
    private static let telemetry: Set<String> = ["camm", "gpmd", "rtmd", "mebx", "NMEA", "priv", "djmd", "dbgi"]
    private static let sampleTable: Set<String> = [
        "stsd", "stts", "ctts", "cslg", "stsc", "stsz", "stz2", "stco", "co64", "stss", "stps", "sdtp", "sbgp", "sgpd",
        "saiz",
        "saio", "subs", "stsh", "padb", "stdp", "senc",
    ]

    /// - Returns: whether the track stays.
    static func redact(_ track: Box, _ samples: inout SampleRanges, _ plan: inout RedactionPlan) throws(Unreadable)
        -> Bool
    {
        let boxes = try Box.all(in: track.range, &plan)
        guard let media = Box.first("mdia", in: boxes) else { throw .invalid("A track of it holds nothing.") }
        let parts = try Box.all(in: media.range, &plan)
        guard let handler = Box.first("hdlr", in: parts), let information = Box.first("minf", in: parts) else {
            throw .invalid("A track of it holds nothing.")
        }
        let inner = try Box.all(in: information.range, &plan)
        guard let table = Box.first("stbl", in: inner) else { throw .invalid("A track of it holds nothing.") }
        let tables = try Box.all(in: table.range, &plan)
        let type = ByteBlock(try plan.bytes(handler.content..<min(handler.content + 12, handler.end))).name(8)
        guard TrackRedaction.media.contains(type) else {
            try noteKinds(of: tables, &plan)
            try track.free(&plan)
            return false
        }
        try forget(boxes, except: ["tkhd", "edts", "tref", "mdia", "tapt", "load", "imap"], &plan)
        try forget(parts, except: ["mdhd", "hdlr", "minf", "elng"], &plan)
        try forget(inner, except: ["vmhd", "smhd", "nmhd", "gmhd", "hdlr", "dinf", "stbl"], &plan)
        try forget(tables, except: sampleTable, &plan)
        for box in [handler, Box.first("hdlr", in: inner)].compactMap(\.self) { try clearName(of: box, &plan) }
        if let descriptions = Box.first("stsd", in: tables) {
            try redact(descriptions, isVideo: type != "soun", &plan)
        }
        try samples.read(tables, isSound: type == "soun", plan)
        return true
    }

    /// Removes references to other tracks.
    static func unlink(_ track: Box, _ plan: inout RedactionPlan) throws(Unreadable) {
        var rest = 0
        for box in try Box.all(in: track.range, plan, rest: &rest) where box.type == "tref" { try box.free(&plan) }
    }

    /// The name of a handler and its manufacturer are text for people.
    static func clearName(of handler: Box, _ plan: inout RedactionPlan) throws(Unreadable) {
        if handler.range.count >= 16 { try plan.fill(handler.content + 12..<handler.content + 16) }
        if handler.range.count > 24 { try plan.fill(handler.content + 24..<handler.end) }
    }

    private static func forget(_ boxes: [Box], except known: Set<String>, _ plan: inout RedactionPlan)
        throws(Unreadable)
    {
        for box in boxes where !known.contains(box.type) {
            switch box.type {
            case "udta": try UserData.redact(box, &plan)
            case "meta": try UserData.redact(meta: box, &plan)
            case "uuid": try UserData.redact(uuid: box, &plan)
            default:
                if !box.isPadding { plan.noteOpaque() }
                try box.free(&plan)
            }
        }
    }

    private static func noteKinds(of tables: [Box], _ plan: inout RedactionPlan) throws(Unreadable) {
        plan.noteOpaque()
        guard let descriptions = Box.first("stsd", in: tables), descriptions.range.count >= 16 else { return }
        let head = ByteBlock(try plan.bytes(descriptions.content..<descriptions.content + 16))
        if telemetry.contains(head.name(12)) { _ = plan.keeps(.location) }
    }

    /// The vendor and the name of the compressor.
    private static func redact(_ descriptions: Box, isVideo: Bool, _ plan: inout RedactionPlan) throws(Unreadable) {
        guard descriptions.range.count >= 8 else { return }
        var rest = 0
        let range = descriptions.content + 8..<descriptions.end
        for entry in try Box.all(in: range, plan, rest: &rest) {
            if entry.range.count >= 16 { try clear(entry.content + 12..<entry.content + 16, &plan) }
            guard isVideo, entry.range.count >= 78 else { continue }
            try clear(entry.content + 42..<entry.content + 74, &plan)
            var end = 0
            for part in try Box.all(in: entry.content + 78..<entry.end, plan, rest: &end)
            where part.type == "uuid" || part.type == "udta" {
                plan.noteOpaque()
                try part.free(&plan)
            }
        }
    }

    private static func clear(_ range: Range<Int>, _ plan: inout RedactionPlan) throws(Unreadable) {
        guard try plan.bytes(range).contains(where: { $0 != 0 }), !plan.keeps(.metadata) else { return }
        try plan.fill(range)
    }
}
