import FilmgateModel
import Glibc

/// Apple's maker note: a header and a directory like those of TIFF, big-endian.
struct AppleMakerNote {
    /// The identifier that the photo and the video of a live photo share.
    private(set) var contentIdentifier: String?
    /// The identifier that the photos of a burst share.
    private(set) var burst: String?
    private(set) var subtypes: Set<MediaSubtype> = []
    private var light: Double?
    private var gain: Double?

    /// The factor by which the gain map can make the picture brighter than white, according to Apple's formula; nil if
    /// unknown.
    var headroom: Double? {
        guard let light else { return nil }
        let gain = self.gain ?? 0
        let stops: Double =
            switch (light < 1, gain <= 0.01) {
            case (true, true): 1.8 - 20 * gain
            case (true, false): 1.601 - 0.101 * gain
            case (false, true): 3 - 70 * gain
            case (false, false): 2.303 - 0.303 * gain
            }
        return exp2(max(stops, 0))
    }

    /// Returns nil for other manufacturers' notes.
    init?(_ bytes: [UInt8]) {
        let note = ByteBlock(bytes)
        guard note.name(0, count: 10) == "Apple iOS\0", let count = note.number(14, 2) else { return nil }
        for entry in stride(from: 16, to: 16 + 12 * count, by: 12) {
            guard let tag = note.number(entry, 2), let type = note.number(entry + 2, 2),
                let count = note.number(entry + 4, 4), let value = note.number(entry + 8, 4)
            else { return }
            switch (tag, type) {
            case (0x0A, 9) where value == 3: subtypes.insert(.hdr)
            case (0x0B, 2):
                subtypes.insert(.burst)
                burst = AppleMakerNote.text(note, value, count)
            case (0x11, 2): contentIdentifier = AppleMakerNote.text(note, value, count)
            case (0x21, 10): light = AppleMakerNote.fraction(note, value)
            case (0x30, 10): gain = AppleMakerNote.fraction(note, value)
            default: break
            }
        }
    }

    /// Reads a fraction; nil if it is outside the note, or its denominator is zero.
    private static func fraction(_ note: ByteBlock, _ offset: Int) -> Double? {
        guard let top = note.number(offset, 4), let bottom = note.number(offset + 4, 4), bottom != 0 else { return nil }
        return Double(Int32(truncatingIfNeeded: top)) / Double(Int32(truncatingIfNeeded: bottom))
    }

    /// Reads a string; nil if it is outside the note, or too short or too long for an identifier.
    private static func text(_ note: ByteBlock, _ offset: Int, _ count: Int) -> String? {
        guard (5...128).contains(count), let bytes = note.slice(offset..<offset + count) else { return nil }
        let text = MetadataText.decode(bytes)
        return text.isEmpty ? nil : text
    }
}
