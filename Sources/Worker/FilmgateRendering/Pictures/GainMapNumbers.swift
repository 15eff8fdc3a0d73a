import Glibc

/// The numbers with which an HDR screen applies a gain map, as defined in ISO 21496-1 and in XMP `hdrgm`.
struct GainMapNumbers {
    private struct Channel {
        /// The base-2 logarithms of the factors for the darkest and the brightest pixels of the map.
        let least: Double
        let most: Double
        let gamma: Double
        /// The number that is added to the picture's values before multiplying. `offsetInHDR` is subtracted afterwards.
        let offset: Double
        let offsetInHDR: Double
    }

    /// The numbers for all channels, or separately for red, green and blue.
    private let channels: [Channel]
    /// The screen brightness above which the map is applied, and the brightness at which it is applied fully. Both are
    /// base-2 logarithms relative to white.
    private let capacity: (least: Double, most: Double)

    /// The maximum absolute value of a number. Greater values mean that the data are damaged.
    private static let limit = 64.0

    /// Reads the data of an item `tmap`.
    ///
    /// Returns nil for damaged data, for an unknown version, and for data that `hdrgm` cannot express for an SDR
    /// picture: an HDR base picture, or a color gain map whose primaries differ from those of the picture.
    init?(toneMap bytes: [UInt8]) {
        var cursor = BoxCursor(bytes, 0..<bytes.count)
        // The fields: the item's version, the minimum version of a reader, and the version of its writer.
        guard cursor.number(1) == 0, cursor.number(2) == 0, let writer = cursor.number(2), let flags = cursor.number(1),
            flags & ~0xC8 == 0
        else { return nil }
        let (isColored, hasColorsOfPicture) = (flags & 0x80 != 0, flags & 0x40 != 0)
        let common = flags & 0x08 != 0 ? cursor.number(4) : nil
        func next(isSigned: Bool = true) -> Double? {
            guard let top = cursor.number(4), let bottom = common ?? cursor.number(4), bottom > 0 else { return nil }
            let value = (isSigned ? Double(Int32(truncatingIfNeeded: top)) : Double(top)) / Double(bottom)
            return abs(value) <= GainMapNumbers.limit ? value : nil
        }
        guard !isColored || hasColorsOfPicture, let least = next(isSigned: false), let most = next(isSigned: false),
            least < most
        else { return nil }
        var channels: [Channel] = []
        for _ in 0..<(isColored ? 3 : 1) {
            guard let least = next(), let most = next(), let gamma = next(isSigned: false), let offset = next(),
                let offsetInHDR = next(), least <= most, gamma > 0
            else { return nil }
            channels.append(Channel(least: least, most: most, gamma: gamma, offset: offset, offsetInHDR: offsetInHDR))
        }
        // Later versions of writers may add data.
        guard cursor.rest.isEmpty || writer > 0 else { return nil }
        (self.channels, capacity) = (channels, (least, most))
    }

    /// Creates the numbers for the pixels of `pixels(appleHeadroom:)`. Returns nil if the headroom does not make any
    /// pixel brighter.
    init?(appleHeadroom headroom: Double) {
        guard headroom > 1, log2(headroom) <= GainMapNumbers.limit else { return nil }
        let most = log2(headroom)
        channels = [Channel(least: 0, most: most, gamma: 1, offset: 0, offsetInHDR: 0)]
        capacity = (0, most)
    }

    /// Returns new values for all values of Apple's gain map, which multiplies linear light by 1 to `headroom`.
    static func pixels(appleHeadroom headroom: Double) -> [UInt8] {
        (0..<256).map { pixel in
            let value = Double(pixel) / 255
            // Inverts the transfer function of Rec. 709.
            let light = value < 0.081 ? value / 4.5 : pow((value + 0.099) / 1.099, 1 / 0.45)
            let share: Double = log2(1 + (headroom - 1) * light) / log2(headroom)
            return UInt8(min(max(share, 0), 1) * 255 + 0.5)
        }
    }

    /// An XMP packet with only these numbers.
    var packet: [UInt8] {
        let fields: [(name: String, value: (Channel) -> Double)] = [
            ("GainMapMin", { $0.least }), ("GainMapMax", { $0.most }), ("Gamma", { $0.gamma }),
            ("OffsetSDR", { $0.offset }), ("OffsetHDR", { $0.offsetInHDR }),
        ]
        var attributes = ""
        var lists = ""
        for field in fields {
            let values = channels.map { "\(field.value($0))" }
            if Set(values).count == 1 {
                attributes += " hdrgm:\(field.name)=\"\(values[0])\""
            } else {
                let items = values.map { "<rdf:li>\($0)</rdf:li>" }.joined()
                lists += "<hdrgm:\(field.name)><rdf:Seq>\(items)</rdf:Seq></hdrgm:\(field.name)>"
            }
        }
        let text = """
            <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">\
            <rdf:Description rdf:about="" xmlns:hdrgm="http://ns.adobe.com/hdr-gain-map/1.0/" hdrgm:Version="1.0"\
            \(attributes) hdrgm:HDRCapacityMin="\(capacity.least)" hdrgm:HDRCapacityMax="\(capacity.most)" \
            hdrgm:BaseRenditionIsHDR="False">\(lists)</rdf:Description></rdf:RDF></x:xmpmeta>
            """
        return Array(text.utf8)
    }
}
