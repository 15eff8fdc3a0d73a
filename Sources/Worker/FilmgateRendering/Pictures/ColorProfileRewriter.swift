import CFilmgateColor
import Glibc

/// Rewrites ICC color profiles with Little CMS. Removes content that colors do not need: names, serial numbers, dates,
/// copyright, unknown tags.
enum ColorProfileRewriter {
    private static let sizes = 128...16 << 20
    /// The new text of the description and of the copyright, which a profile must contain.
    private static let text = "Color"

    /// Returns a profile with the same colors; empty if the profile cannot be read, or the result exceeds `room`.
    static func neutral(_ profile: [UInt8], room: Int = .max) -> [UInt8] {
        for text in [text, nil] {
            let neutral = written(profile, text)
            if neutral.count <= room { return neutral }
        }
        return []
    }

    /// Returns a profile with the same colors and the same length, for containers in which bytes must not move; empty
    /// if that is impossible. Zeros follow the tags.
    static func neutralInPlace(_ profile: [UInt8]) -> [UInt8] {
        let neutral = neutral(profile, room: profile.count)
        if neutral.isEmpty { return [] }
        let zeros = [UInt8](repeating: 0, count: profile.count - neutral.count)
        return encoded(profile.count, 4) + neutral.dropFirst(4) + zeros
    }

    /// Returns the color space of the values that a profile describes: `RGB `, `GRAY`, `CMYK`.
    static func space(of profile: some Collection<UInt8>) -> String {
        String(decoding: profile.dropFirst(16).prefix(4), as: UTF8.self)
    }

    private static func written(_ profile: [UInt8], _ text: String?) -> [UInt8] {
        guard sizes.contains(profile.count) else { return [] }
        var count = 0
        guard let start = fg_color_neutral(profile, profile.count, text, &count) else { return [] }
        defer { free(start) }
        return Array(UnsafeBufferPointer(start: start, count: count))
    }
}
