import FilmgateModel

/// Rounds a file's coordinates to the town, within the same number of bytes.
enum TownCoordinates {
    /// Rounds the coordinates of a string in ISO 6709, such as `+52.5163+013.3777+034.000/`. Removes the altitude, but
    /// keeps the length. Returns nil if the string has a different form or is too short.
    static func rounded(_ text: [UInt8]) -> [UInt8]? {
        guard let terms = terms(text), let location = Location(latitude: terms.latitude, longitude: terms.longitude)
        else { return nil }
        let town = location.rounded(to: .town)
        let head = sign(town.latitude) + digits(town.latitude, 2) + sign(town.longitude) + digits(town.longitude, 3)
        guard head.count < text.count else { return nil }
        // Zeros are added at the end, where they do not change the number.
        return head + [UInt8](repeating: UInt8(ascii: "0"), count: text.count - head.count - 1) + [UInt8(ascii: "/")]
    }

    /// Rounds 3GPP's `loci` box (TS 26.244), and removes the altitude and the names. Returns nil for other content.
    static func rounded(box content: [UInt8]) -> [UInt8]? {
        let block = ByteBlock(content)
        // The fields are version, language, name, role, longitude, latitude, altitude, planet, notes.
        guard let name = content[min(6, content.count)...].firstIndex(of: 0), block.number(0, 4) == 0,
            content.count > name + 14, !content[6..<name].contains(where: { $0 >= 0xFE }),
            let planet = content[(name + 14)...].firstIndex(of: 0), content.last == 0,
            content[(planet + 1)...].firstIndex(of: 0) == content.count - 1,
            let location = Location(latitude: fixed(block, name + 6), longitude: fixed(block, name + 2))
        else { return nil }
        let town = location.rounded(to: .town)
        let numbers = [town.longitude, town.latitude, 0].flatMap { encoded(Int(($0 * 65_536).rounded()), 4) }
        return content[..<6] + blanks(content[6..<name]) + content[name...name + 1] + numbers
            + blanks(content[(name + 14)..<planet]) + [0] + blanks(content[(planet + 1)..<(content.count - 1)]) + [0]
    }

    private static func blanks(_ text: ArraySlice<UInt8>) -> [UInt8] { text.map { _ in 0x20 } }

    /// Reads a signed fixed-point number with 16 fractional bits.
    private static func fixed(_ block: ByteBlock, _ offset: Int) -> Double {
        block.number(offset, 4).map { Double(Int32(truncatingIfNeeded: $0)) / 65_536 } ?? .nan
    }

    /// Rounds the absolute value to tenths, and returns its whole degrees and the remaining tenths.
    static func tenths(_ degrees: Double) -> (degrees: Int, tenths: Int) {
        let all = Int((degrees.magnitude * 10).rounded())
        return (all / 10, all % 10)
    }

    private static func sign(_ degrees: Double) -> [UInt8] { [UInt8(ascii: degrees < 0 ? "-" : "+")] }

    private static func digits(_ degrees: Double, _ width: Int) -> [UInt8] {
        let (whole, tenths) = tenths(degrees)
        let text = String(whole)
        return Array((String(repeating: "0", count: max(0, width - text.count)) + "\(text).\(tenths)").utf8)
    }

    /// Parses coordinates in degrees. Returns nil for other notations. Some programs omit leading zeros.
    private static func terms(_ text: [UInt8]) -> (latitude: Double, longitude: Double)? {
        guard text.last == UInt8(ascii: "/") else { return nil }
        var terms: [[UInt8]] = []
        for byte in text.dropLast() {
            switch byte {
            case UInt8(ascii: "+"), UInt8(ascii: "-"): terms.append([byte])
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."):
                guard !terms.isEmpty else { return nil }
                terms[terms.count - 1].append(byte)
            default: return nil
            }
        }
        let whole = terms.map { $0.dropFirst().prefix { $0 != UInt8(ascii: ".") }.count }
        guard (2...3).contains(terms.count), (1...2).contains(whole[0]), (1...3).contains(whole[1]),
            let latitude = Double(String(decoding: terms[0], as: UTF8.self)),
            let longitude = Double(String(decoding: terms[1], as: UTF8.self))
        else { return nil }
        return (latitude, longitude)
    }
}
