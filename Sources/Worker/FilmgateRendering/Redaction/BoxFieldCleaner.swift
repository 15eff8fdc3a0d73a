/// Clears the undefined parts of boxes. Reserved fields, and bytes after the last field, can contain any data.
enum BoxFieldCleaner {
    /// Clears reserved fields, and all bytes after the fixed fields or after the table.
    static func clear(_ box: ISOBox, _ plan: inout RedactionPlan) throws(UnreadableFileError) {
        let head = ByteBlock(try plan.bytes(box.content..<min(box.content + 20, box.end)))
        let version = head.number(0, 1) ?? 0
        let shift = version == 0 ? 0 : 12
        switch box.type {
        case "mvhd":
            // Reserved fields between the volume and the matrix, and QuickTime's preview times.
            try fill(box, 26 + shift..<36 + shift, &plan)
            try fill(box, 72 + shift..<96 + shift, &plan)
            try fill(box, from: 100 + shift, &plan)
        case "tkhd":
            let wide = version == 0 ? 0 : 8
            try fill(box, 16 + wide..<20 + wide, &plan)
            try fill(box, 24 + shift..<32 + shift, &plan)
            try fill(box, 38 + shift..<40 + shift, &plan)
            try fill(box, from: 84 + shift, &plan)
        case "mdhd": try fill(box, from: 24 + shift, &plan)
        case "hdlr":
            // The manufacturer, and a display name, which is usually the name of a program.
            if box.range.count > 12 { try plan.fill(box.content + 12..<box.end) }
        case "vmhd": try fill(box, from: 12, &plan)
        case "smhd", "mfhd", "mfro": try fill(box, from: 8, &plan)
        // Boxes of spherical pictures; `svhd` names the program that made them.
        case "nmhd", "svhd": try fill(box, from: 4, &plan)
        case "prhd": try fill(box, from: 16, &plan)
        case "equi": try fill(box, from: 20, &plan)
        case "cbmp": try fill(box, from: 12, &plan)
        case "gmin", "load": try fill(box, from: 16, &plan)
        case "clef", "prof", "enof": try fill(box, from: 12, &plan)
        case "stts", "ctts", "stco", "co64", "stsc", "stss", "stps", "stsh", "elst":
            let widths = ["stts": 8, "ctts": 8, "stco": 4, "co64": 8, "stsc": 12, "stss": 4, "stps": 4, "stsh": 8]
            let width = widths[box.type] ?? (version == 0 ? 12 : 20)
            try fill(box, from: 8 + width * min(head.number(4, 4) ?? 0, box.range.count / width), &plan)
        case "stsz":
            let count = head.number(4, 4) == 0 ? min(head.number(8, 4) ?? 0, box.range.count / 4) : 0
            try fill(box, from: 12 + 4 * count, &plan)
        case "cslg": try fill(box, from: version == 0 ? 24 : 44, &plan)
        default: break
        }
    }

    /// Clears the names of programs and devices in a `ftyp` or `styp` box. Replaces unknown brands with a common brand.
    static func clearBrands(_ box: ISOBox, _ plan: inout RedactionPlan) throws(UnreadableFileError) {
        let brands = ByteBlock(try plan.bytes(box.content..<min(box.end, box.content + 1024)))
        let common = isPicture(brands.name(0)) ? "mif1" : "isom"
        for place in stride(from: 0, to: brands.bytes.count - 3, by: 4) where place != 4 {
            guard !known.contains(brands.name(place)) else { continue }
            plan.noteOpaque()
            let start = box.content + place
            try plan.overwrite(start..<start + 4, with: Array(common.utf8))
        }
        // The version should be a number. Letters could be a name.
        if brands.bytes.dropFirst(4).prefix(4).allSatisfy({ $0 > 0x20 }) { try fill(box, 4..<8, &plan) }
        try fill(box, from: brands.bytes.count / 4 * 4, &plan)
    }

    private static func isPicture(_ brand: String) -> Bool {
        ["heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "mif2", "msf1", "avif", "avis"].contains(brand)
    }

    private static let known: Set<String> = [
        "isom", "iso2", "iso3", "iso4", "iso5", "iso6", "iso7", "iso8", "iso9", "isoa", "isob", "isoc", "mp41", "mp42",
        "mmp4", "avc1", "av01", "hvc1", "hev1", "dash", "msdh", "msix", "cmfc", "cmf2", "cmff", "qt  ", "M4V ", "M4A ",
        "3gp4", "3gp5", "3gp6", "3gp7", "3gr6", "3gs6", "3ge6", "3gg6", "3g2a", "3g2b", "3g2c", "heic", "heix", "heim",
        "heis", "hevc", "hevx", "hevm", "hevs", "mif1", "mif2", "msf1", "miaf", "MiHB", "MiHA", "MiHE", "MiPr", "MA1A",
        "MA1B", "avif", "avis", "avio", "tmap", "1pic", "jpeg", "jpgs", "dby1",
    ]

    /// Clears volume names and paths in the media references of a track. The media are in the file itself.
    static func clearReferences(_ information: ISOBox, _ plan: inout RedactionPlan) throws(UnreadableFileError) {
        for box in try ISOBox.all(in: information.range, &plan) {
            guard box.type == "dref", box.range.count >= 8 else {
                try box.drop(&plan)
                continue
            }
            for entry in try ISOBox.all(in: box.content + 8..<box.end, &plan) where entry.range.count > 4 {
                if try plan.bytes(entry.content + 4..<entry.end).contains(where: { $0 != 0 }) { plan.noteOpaque() }
                try plan.overwrite(entry.content..<entry.content + 4, with: [0, 0, 0, 1])
                try plan.fill(entry.content + 4..<entry.end)
            }
        }
    }

    /// Turns inner boxes of unknown type into `free` boxes, and clears the undefined parts of the others.
    static func clear(_ box: ISOBox, holding known: Set<String>, _ plan: inout RedactionPlan)
        throws(UnreadableFileError)
    {
        for part in try ISOBox.all(in: box.range, &plan) {
            if known.contains(part.type) {
                try clear(part, &plan)
            } else {
                try part.drop(&plan)
            }
        }
    }

    /// Returns whether a box describes groups of samples with numbers only.
    static func holdsNumbers(ofGroup box: ISOBox, _ plan: RedactionPlan) throws(UnreadableFileError) -> Bool {
        let head = ByteBlock(try plan.bytes(box.content..<min(box.content + 8, box.end)))
        return ["roll", "prol", "rap ", "sync", "tsas", "stsa", "tele", "tscl"].contains(head.name(4))
    }

    private static func fill(_ box: ISOBox, _ range: Range<Int>, _ plan: inout RedactionPlan)
        throws(UnreadableFileError)
    {
        let part = (box.content + range.lowerBound..<box.content + range.upperBound).clamped(to: box.range)
        if try plan.bytes(part).contains(where: { $0 != 0 }) { plan.noteOpaque() }
        try plan.fill(part)
    }

    private static func fill(_ box: ISOBox, from start: Int, _ plan: inout RedactionPlan) throws(UnreadableFileError) {
        if start < box.range.count { try fill(box, start..<box.range.count, &plan) }
    }
}

extension ISOBox {
    /// Returns the boxes in a range, and fills the bytes after the last box with zeros.
    static func all(in range: Range<Int>, _ plan: inout RedactionPlan) throws(UnreadableFileError) -> [ISOBox] {
        let (boxes, rest) = try all(in: range, of: plan.file)
        try plan.fill(rest..<range.upperBound)
        return boxes
    }

    /// Turns the box into a `free` box of zeros.
    func free(_ plan: inout RedactionPlan) throws(UnreadableFileError) {
        try plan.overwrite(start + 4..<start + 8, with: Array("free".utf8))
        try plan.fill(range)
    }

    /// Turns a box of unknown meaning into a `free` box, and records that the file contained opaque data.
    func drop(_ plan: inout RedactionPlan) throws(UnreadableFileError) {
        if !isPadding { plan.noteOpaque() }
        try free(&plan)
    }
}
