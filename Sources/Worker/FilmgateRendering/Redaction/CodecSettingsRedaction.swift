/// Redacts decoder settings: boxes in a movie's sample entries, and properties of HEIF pictures. Removes unknown boxes.
enum CodecSettingsRedaction {
    /// The maximum nesting of boxes and descriptors that are read. Files have one or two levels.
    private static let mostLevels = 8

    /// - Parameters:
    ///   - range: the content of a box, or the part of a sample entry after its fixed fields.
    ///   - level: the number of boxes between the sample entry and the range.
    static func redact(_ range: Range<Int>, level: Int = 0, _ plan: inout RedactionPlan) throws(UnreadableFileError) {
        for box in try ISOBox.all(in: range, &plan) {
            if try keeps(box, level: level, &plan) { continue }
            try box.drop(&plan)
        }
    }

    /// Redacts a box if its type is known.
    ///
    /// - Returns: false if the box must be removed.
    static func keeps(_ box: ISOBox, level: Int = 0, _ plan: inout RedactionPlan) throws(UnreadableFileError) -> Bool {
        // QuickTime ends a list with a box of this type.
        if box.type == "\0\0\0\0" { return box.range.isEmpty }
        if let lengths = numbers[box.type] {
            guard lengths.contains(box.range.count) else { return false }
            // The first four bytes name the vendor.
            if ["d263", "damr"].contains(box.type) { try plan.fill(box.content..<box.content + 4) }
            return !ValueWordDetector.holdsWord(try plan.bytes(box.range))
        }
        guard box.range.count <= 4 << 20 else { return false }
        switch box.type {
        case "colr": return try redact(color: box, &plan)
        case "avcC", "hvcC", "lhvC":
            let old = try plan.bytes(box.range)
            let settings =
                box.type == "avcC"
                ? pictureSettings(AVC: old) : pictureSettings(HEVC: old, arraysAt: box.type == "hvcC" ? 22 : 5)
            guard let settings else { return false }
            let new = settings + [UInt8](repeating: 0, count: old.count - settings.count)
            if new != old { plan.noteOpaque() }
            try plan.overwrite(box.range, with: new)
        // The JPEG header that precedes the data of each picture.
        case "jpgC" where try plan.bytes(box.range).starts(with: [0xFF, 0xD8]):
            let mapped = try plan.file.mapped()
            try JPEGRedaction.redact(stream: box.range, of: mapped.content, &plan)
        case "esds" where box.range.count >= 4: try redact(descriptors: box.content + 4..<box.end, &plan)
        case "wave" where level < mostLevels: try redact(box.range, level: level + 1, &plan)
        case "dfLa":
            // The box has a version, a block header and FLAC's numbers. Blocks with text may follow.
            guard box.range.count >= 42, try plan.bytes(box.range)[4] & 0x7F == 0 else { return false }
            try plan.overwrite(box.content + 4..<box.content + 5, with: [0x80])
            if box.range.count > 42 { plan.noteOpaque() }
            try plan.fill(box.content + 42..<box.end)
        case "sv3d":
            // The projection of a spherical picture.
            try BoxFieldCleaner.clear(box, holding: ["svhd", "proj"], &plan)
            for part in try ISOBox.all(in: box.range, &plan) where part.type == "proj" {
                try BoxFieldCleaner.clear(part, holding: ["prhd", "equi", "cbmp"], &plan)
            }
        default: return false
        }
        return true
    }

    /// The boxes that contain only numbers, and their possible lengths.
    private static let numbers: [String: ClosedRange<Int>] = [
        "pasp": 8...8, "clap": 32...32, "fiel": 2...2, "btrt": 12...12, "gama": 4...4, "mdcv": 24...24, "clli": 4...4,
        "SmDm": 28...28, "CoLL": 8...8, "amve": 8...8, "cclv": 1...64, "d263": 7...19, "damr": 9...9, "dac3": 3...3,
        "dec3": 4...64, "dOps": 11...270, "alac": 24...64, "chan": 12...300, "enda": 2...2, "frma": 4...4,
        "mp4a": 4...4,
        "st3d": 5...5,
        "av1C": 4...128, "vpcC": 8...64, "dvcC": 24...24, "dvvC": 24...24, "dvwC": 24...24, "vvcC": 6...1024,
        // Properties of HEIF pictures.
        "ispe": 12...12, "pixi": 5...20, "irot": 1...1, "imir": 1...1, "rloc": 12...12, "lsel": 2...2, "a1op": 1...1,
        "a1lx": 4...13, "tols": 6...6, "oinf": 6...256, "j2kH": 8...1024, "tilC": 4...128, "iscl": 12...12,
        "uncC": 8...256, "cmpd": 6...64,
    ]

    /// - Returns: false for an invalid profile, and for an unknown type of color information.
    private static func redact(color box: ISOBox, _ plan: inout RedactionPlan) throws(UnreadableFileError) -> Bool {
        guard box.range.count >= 4 else { return false }
        switch ByteBlock(try plan.bytes(box.content..<box.content + 4)).name(0) {
        case "nclx": return box.range.count == 11
        case "nclc": return box.range.count == 10
        case "prof", "rICC":
            let profile = plan.neutral(try plan.bytes(box.content + 4..<box.end))
            if profile.isEmpty { return false }
            try plan.overwrite(box.content + 4..<box.end, with: profile)
            return true
        default: return false
        }
    }

    // MARK: Parameters of H.264 and HEVC

    /// Returns the parameter sets without the bytes after them; nil if the sets are damaged.
    private static func pictureSettings(AVC settings: [UInt8]) -> [UInt8]? {
        let block = ByteBlock(settings)
        var end = 5
        for mask in [0x1F, 0xFF] {
            guard let count = block.number(end, 1) else { return nil }
            end += 1
            for _ in 0..<(count & mask) { end += 2 + (block.number(end, 2) ?? settings.count) }
        }
        // Higher profiles add four bytes, and then extensions, which cameras do not write.
        if let profile = block.number(1, 1), ![66, 77, 88].contains(profile), end + 4 <= settings.count { end += 4 }
        return block.slice(0..<end)
    }

    /// Returns only the parameter sets; nil if the sets are damaged. Omits other units, because encoders and cameras
    /// write text into such units.
    private static func pictureSettings(HEVC settings: [UInt8], arraysAt start: Int) -> [UInt8]? {
        let block = ByteBlock(settings)
        guard let count = block.number(start, 1) else { return nil }
        var arrays: [[UInt8]] = []
        var end = start + 1
        for _ in 0..<count {
            guard let type = block.number(end, 1), let units = block.number(end + 1, 2) else { return nil }
            let begin = end
            end += 3
            for _ in 0..<units { end += 2 + (block.number(end, 2) ?? settings.count) }
            guard let array = block.slice(begin..<end) else { return nil }
            if (32...34).contains(type & 0x3F) { arrays.append(array) }
        }
        return settings[..<start] + [UInt8(arrays.count)] + arrays.joined()
    }

    // MARK: Descriptors of MPEG-4

    private static func redact(
        descriptors range: Range<Int>, level: Int = 0, _ plan: inout RedactionPlan
    ) throws(UnreadableFileError) {
        var offset = range.lowerBound
        while offset + 2 <= range.upperBound {
            let head = ByteBlock(try plan.bytes(offset..<min(range.upperBound, offset + 8)))
            var (length, width) = (0, 1)
            while width < 5, let byte = head.number(width, 1) {
                length = length << 7 | byte & 0x7F
                width += 1
                if byte & 0x80 == 0 { break }
            }
            let content = offset + width..<min(range.upperBound, offset + width + length)
            let isDeep = level >= mostLevels
            switch head.number(0, 1) {
            case 3 where !isDeep && content.count >= 3 && head.number(width + 2, 1) ?? 0xFF < 0x20:
                try redact(descriptors: content.lowerBound + 3..<content.upperBound, level: level + 1, &plan)
            case 4 where !isDeep && content.count >= 13:
                try redact(descriptors: content.lowerBound + 13..<content.upperBound, level: level + 1, &plan)
            case 5: try redact(decoderSettings: content, &plan)
            case 6 where content.count == 1: break
            default:
                if try plan.bytes(content).contains(where: { $0 != 0 }) { plan.noteOpaque() }
                try plan.fill(content)
            }
            offset = max(offset + 1, content.upperBound)
        }
        if offset < range.upperBound { try plan.fill(offset..<range.upperBound) }
    }

    /// Clears user data in MPEG-4 settings. Encoders write their names into user data, after a start code.
    private static func redact(decoderSettings range: Range<Int>, _ plan: inout RedactionPlan)
        throws(UnreadableFileError)
    {
        let bytes = try plan.bytes(range)
        var offset = 0
        while offset + 4 <= bytes.count {
            guard bytes[offset..<offset + 4].elementsEqual([0, 0, 1, 0xB2]) else {
                offset += 1
                continue
            }
            let begin = offset + 4
            offset = begin
            while offset < bytes.count, !bytes[offset...].starts(with: [0, 0, 1]) { offset += 1 }
            if bytes[begin..<offset].contains(where: { $0 != 0 }) { plan.noteOpaque() }
            try plan.fill(range.lowerBound + begin..<range.lowerBound + offset)
        }
    }
}
