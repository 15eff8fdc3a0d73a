/// Redacts files that consist of boxes: HEIF, AVIF, MP4 and QuickTime.
///
/// libheif and libavformat cannot change a file in place, so this code parses the boxes. Removed boxes become `free`
/// boxes. Bytes of the media data that belong to no picture or sample become zeros.
struct BoxRedaction {
    /// The file offset to which offsets in the boxes are relative. It is not 0 for a video within a different file.
    private let base: Int
    /// Whether the boxes begin at the start of the file.
    private let isWhole: Bool
    private var mediaData: [Range<Int>] = []
    private var kept = KeptRanges()
    /// Whether `kept` contains all used bytes of the media data.
    private var knowsUse = false

    static func redact(_ file: InputFile, _ plan: inout RedactionPlan) throws(UnreadableFileError) {
        let size = Int(file.size)
        let end = try redact(moviesFrom: 0, to: size, &plan, isWhole: true)
        try plan.fill(end..<size)
    }

    /// Redacts the boxes from an offset up to the first bytes that are not a box.
    ///
    /// - Parameter isWhole: whether the boxes begin at the start of the file.
    /// - Returns: the offset after the last box.
    @discardableResult
    static func redact(moviesFrom start: Int, to end: Int, _ plan: inout RedactionPlan, isWhole: Bool = false)
        throws(UnreadableFileError) -> Int
    {
        var redaction = BoxRedaction(base: start, isWhole: isWhole)
        var (boxes, rest) = try ISOBox.all(in: start..<end, of: plan.file)
        // Any bytes may follow the video of a motion photo.
        if !isWhole, let stranger = boxes.firstIndex(where: { !BoxRedaction.outer.contains($0.type) }) {
            rest = boxes[stranger].start
            boxes = Array(boxes[..<stranger])
        }
        guard isWhole || ISOBox.first("moov", in: boxes) != nil else { throw .invalid("It is no video.") }
        try redaction.redact(boxes, &plan)
        return rest
    }

    private static let outer: Set<String> = [
        "ftyp", "styp", "moov", "moof", "mdat", "mfra", "sidx", "ssix", "pdin", "meta", "mpvd", "uuid", "udta", "free",
        "skip", "wide",
    ]

    private init(base: Int, isWhole: Bool) { (self.base, self.isWhole) = (base, isWhole) }

    private mutating func redact(_ boxes: [ISOBox], _ plan: inout RedactionPlan) throws(UnreadableFileError) {
        let isFragmented = boxes.contains { $0.type == "moof" }
        for box in boxes {
            switch box.type {
            case "ftyp", "styp": try BoxFieldCleaner.clearBrands(box, &plan)
            case "sidx", "ssix", "pdin": continue
            case "mfra": try BoxFieldCleaner.clear(box, holding: ["tfra", "mfro"], &plan)
            case "mdat": mediaData.append(box.range)
            case "moov": try movie(box, isFragmented: isFragmented, &plan)
            case "moof": try fragment(box, &plan)
            case "meta":
                if try !HEIFItemRedaction.redact(box, base: base, &kept, &plan) {
                    try UserDataRedaction.redact(meta: box, &plan)
                } else {
                    knowsUse = true
                }
            // The video of a motion photo. This video cannot contain another video.
            case "mpvd" where isWhole: try BoxRedaction.redact(moviesFrom: box.content, to: box.end, &plan)
            case "uuid": try UserDataRedaction.redact(uuid: box, &plan)
            case "udta": try UserDataRedaction.redact(box, &plan)
            default: try box.drop(&plan)
            }
        }
        guard knowsUse, !isFragmented else { return }
        for range in mediaData {
            for gap in kept.gaps(in: range) { try plan.fill(gap) }
        }
    }

    private mutating func movie(_ movie: ISOBox, isFragmented: Bool, _ plan: inout RedactionPlan)
        throws(UnreadableFileError)
    {
        var tracks: [ISOBox] = []
        for box in try ISOBox.all(in: movie.range, &plan) {
            switch box.type {
            case "mvhd": try BoxFieldCleaner.clear(box, &plan)
            case "mvex": try BoxFieldCleaner.clear(box, holding: ["mehd", "trex"], &plan)
            // This box has profiles and levels of MPEG-4, which readers do not need.
            case "iods": try box.free(&plan)
            case "trak": tracks.append(box)
            case "udta": try UserDataRedaction.redact(box, &plan)
            case "meta": try UserDataRedaction.redact(meta: box, &plan)
            case "uuid": try UserDataRedaction.redact(uuid: box, &plan)
            case "cmov", "rmra": throw .invalid("Metadata cannot be removed from a compressed movie.")
            default: try box.drop(&plan)
            }
        }
        var samples = SampleRanges(base: base)
        var staying: [ISOBox] = []
        for track in tracks where try TrackRedaction.redact(track, &samples, &plan) { staying.append(track) }
        if staying.count < tracks.count {
            if isFragmented { throw .invalid("Metadata cannot be removed from the fragments of this video.") }
            // The remaining tracks may refer to a removed track.
            for track in staying { try TrackRedaction.unlink(track, &plan) }
        }
        samples.add(to: &kept, within: Int(plan.file.size))
        knowsUse = true
    }

    private func fragment(_ fragment: ISOBox, _ plan: inout RedactionPlan) throws(UnreadableFileError) {
        for box in try ISOBox.all(in: fragment.range, &plan) {
            switch box.type {
            case "mfhd": try BoxFieldCleaner.clear(box, &plan)
            case "traf":
                for part in try ISOBox.all(in: box.range, &plan) where try !keeps(part, plan) { try part.drop(&plan) }
            default: try box.drop(&plan)
            }
        }
    }

    private func keeps(_ part: ISOBox, _ plan: RedactionPlan) throws(UnreadableFileError) -> Bool {
        switch part.type {
        case "tfhd", "tfdt", "trun", "sdtp", "subs": true
        case "sbgp", "sgpd": try BoxFieldCleaner.holdsNumbers(ofGroup: part, plan)
        default: false
        }
    }
}
