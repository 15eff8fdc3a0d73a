import FilmgateModel
import Glibc

/// Apple's maker note: a header and a directory like those of TIFF, most significant byte first.
struct AppleNote {
    /// What the photo and the video of a live photo have in common.
    private(set) var contentIdentifier: String?
    /// What the photos of a burst have in common.
    private(set) var burst: String?
    private(set) var subtypes: Set<MediaSubtype> = []
    private var light: Double?
    private var gain: Double?

    /// How many times as bright as white the gain map can make the picture, by Apple's formula; nil if the note does not say.
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

    /// Returns nil for notes of other makers.
    init?(_ bytes: [UInt8]) {
        guard bytes.starts(with: "Apple iOS\0".utf8), bytes.count >= 16 else { return nil }
        let count = AppleNote.number(bytes, 14, 2)
        for index in 0..<count {
            let entry = 16 + index * 12
            guard entry + 12 <= bytes.count else { return }
            take(
                tag: AppleNote.number(bytes, entry, 2), type: AppleNote.number(bytes, entry + 2, 2),
                count: AppleNote.number(bytes, entry + 4, 4), value: AppleNote.number(bytes, entry + 8, 4), bytes)
        }
    }

    private mutating func take(tag: Int, type: Int, count: Int, value: Int, _ bytes: [UInt8]) {
        switch (tag, type) {
        case (0x0A, 9) where value == 3: subtypes.insert(.hdr)
        case (0x0B, 2):
            subtypes.insert(.burst)
            burst = AppleNote.text(bytes, value, count)
        case (0x11, 2): contentIdentifier = AppleNote.text(bytes, value, count)
        case (0x21, 10): light = AppleNote.fraction(bytes, value)
        case (0x30, 10): gain = AppleNote.fraction(bytes, value)
        default: break
        }
    }

    /// Returns nil for a fraction that lies outside, or has no value.
    private static func fraction(_ bytes: [UInt8], _ offset: Int) -> Double? {
        guard offset <= bytes.count - 8 else { return nil }
        let parts = [offset, offset + 4].map { Double(Int32(truncatingIfNeeded: AppleNote.number(bytes, $0, 4))) }
        return parts[1] == 0 ? nil : parts[0] / parts[1]
    }

    /// Returns nil for a text that lies outside, or is no identifier.
    private static func text(_ bytes: [UInt8], _ offset: Int, _ count: Int) -> String? {
        guard count > 4, count <= 128, offset >= 0, offset <= bytes.count - count else { return nil }
        let text = MetadataText.decode(bytes[offset..<offset + count])
        return text.isEmpty ? nil : text
    }

    private static func number(_ bytes: [UInt8], _ offset: Int, _ width: Int) -> Int {
        bytes[offset..<offset + width].reduce(0) { $0 << 8 | Int($1) }
    }
}
