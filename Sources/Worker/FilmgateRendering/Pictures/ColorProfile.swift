import CFilmgateColor
import Glibc

/// Rewrites color profiles (ICC), by Little CMS, with what colors need. Names and serial numbers of monitors, names of programs, dates,
/// copyright and all that is not understood stay behind.
enum ColorProfile {
    private static let sizes = 128...16 << 20
    /// The description, and the copyright: profiles must have both.
    private static let text = "Color"

    /// Returns a profile of the same colors; empty if the profile cannot be read or has no room.
    static func neutral(_ profile: [UInt8], room: Int = .max) -> [UInt8] {
        for text in [text, nil] {
            let neutral = written(profile, text)
            if neutral.count <= room { return neutral }
        }
        return []
    }

    /// Returns a profile of the same colors and the same length, for containers in which nothing may move: zeros follow its tags.
    static func neutralInPlace(_ profile: [UInt8]) -> [UInt8] {
        let neutral = neutral(profile, room: profile.count)
        if neutral.isEmpty { return [] }
        let zeros = [UInt8](repeating: 0, count: profile.count - neutral.count)
        return encoded(profile.count, 4) + neutral.dropFirst(4) + zeros
    }

    /// The space of the numbers that it describes: `RGB `, `GRAY`, `CMYK`.
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
