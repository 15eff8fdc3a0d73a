import Filmgate
import FilmgateModel

/// The XMP of an exported asset: the library's metadata, as the XMP properties that digiKam, darktable and Lightroom
/// read.
struct XMPSidecar: Hashable, Sendable {
    let text: String

    static let properties: Set<AssetProperty> = [
        .creationDate, .modificationDate, .addedDate, .timeZone, .location, .favorite, .hidden, .rating, .title,
        .caption, .altText, .keywords, .subtypes,
    ]

    /// Returns nil if there is nothing to write: the asset has no title, caption, alt text, keywords, rating, location
    /// or guessed date, is neither a favorite nor hidden, and is unchanged since it was added.
    ///
    /// - Parameter without: the kinds of metadata that the XMP must not contain.
    init?(of asset: Asset, without: Set<MetadataKind> = []) {
        var lines: [String] = []
        if !without.contains(.captions) { lines += XMPSidecar.captions(of: asset) }
        if let place = asset.location, !without.contains(.location) {
            let latitude = XMPSidecar.coordinate(place.latitude, "N", "S")
            let longitude = XMPSidecar.coordinate(place.longitude, "E", "W")
            lines.append("<exif:GPSLatitude>\(latitude)</exif:GPSLatitude>")
            lines.append("<exif:GPSLongitude>\(longitude)</exif:GPSLongitude>")
        }
        let rating = asset.rating ?? 0
        let isDateGuessed = asset.mediaSubtypes.contains(.guessedDate)
        guard
            !lines.isEmpty || rating > 0 || asset.isFavorite || asset.isHidden || isDateGuessed
                || asset.isModifiedSinceAdded
        else { return nil }
        // Also writes `False`, because the photo may contain `True` from an earlier export.
        lines.append("<filmgate:Favorite>\(asset.isFavorite ? "True" : "False")</filmgate:Favorite>")
        lines.append("<filmgate:Hidden>\(asset.isHidden ? "True" : "False")</filmgate:Hidden>")
        lines.append("<xmp:Rating>\(rating)</xmp:Rating>")
        if let date = asset.creationTimestamp.flatMap({ XMPSidecar.date($0, asset.timeZoneOffset) }) {
            lines.append("<photoshop:DateCreated>\(date)</photoshop:DateCreated>")
            lines.append("<exif:DateTimeOriginal>\(date)</exif:DateTimeOriginal>")
            lines.append("<filmgate:GuessedDate>\(isDateGuessed ? "True" : "False")</filmgate:GuessedDate>")
        }
        text = XMPSidecar.document(lines)
    }

    private static func captions(of asset: Asset) -> [String] {
        var lines: [String] = []
        if let title = asset.title { lines += alternative("dc:title", title) }
        if let caption = asset.caption { lines += alternative("dc:description", caption) }
        if let altText = asset.altText { lines += alternative("Iptc4xmpCore:AltTextAccessibility", altText) }
        guard !asset.keywords.isEmpty else { return lines }
        let paths = asset.keywords.map { $0.split(separator: "/").map(String.init) }.filter { !$0.isEmpty }
        var seen: Set<String> = []
        lines += list("dc:subject", paths.compactMap(\.last).filter { seen.insert($0).inserted })
        lines += list("digiKam:TagsList", paths.map { $0.joined(separator: "/") })
        lines += list("lr:hierarchicalSubject", paths.map { $0.joined(separator: "|") })
        return lines
    }

    private static func document(_ lines: [String]) -> String {
        """
        <?xpacket begin="\u{FEFF}" id="W5M0MpCehiHzreSzNTczkc9d"?>
        <x:xmpmeta xmlns:x="adobe:ns:meta/" x:xmptk="Filmgate">
         <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
          <rdf:Description rdf:about=""
            xmlns:dc="http://purl.org/dc/elements/1.1/"
            xmlns:xmp="http://ns.adobe.com/xap/1.0/"
            xmlns:exif="http://ns.adobe.com/exif/1.0/"
            xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/"
            xmlns:Iptc4xmpCore="http://iptc.org/std/Iptc4xmpCore/1.0/xmlns/"
            xmlns:lr="http://ns.adobe.com/lightroom/1.0/"
            xmlns:digiKam="http://www.digikam.org/ns/1.0/"
            xmlns:filmgate="https://filmgate.org/ns/1.0/">

        """ + lines.map { "   \($0)\n" }.joined() + """
              </rdf:Description>
             </rdf:RDF>
            </x:xmpmeta>
            <?xpacket end="w"?>

            """
    }

    private static func alternative(_ name: String, _ text: String) -> [String] {
        ["<\(name)><rdf:Alt><rdf:li xml:lang=\"x-default\">\(XMLText.escaped(text))</rdf:li></rdf:Alt></\(name)>"]
    }

    private static func list(_ name: String, _ values: [String]) -> [String] {
        let items = values.map { "<rdf:li>\(XMLText.escaped($0))</rdf:li>" }.joined()
        return ["<\(name)><rdf:Bag>\(items)</rdf:Bag></\(name)>"]
    }

    /// Returns an ISO 8601 date with an offset in whole minutes, or in UTC if the offset is unknown.
    private static func date(_ moment: Timestamp, _ offset: Int32?) -> String? {
        let seconds = moment.rawValue.floorDivided(by: 1_000_000)
        let microseconds = Int(moment.rawValue - seconds * 1_000_000)
        let minutes = Int((Double(offset ?? 0) / 60).rounded())
        guard let time = CivilTime(secondsSince1970: seconds, offset: minutes * 60) else { return nil }
        let fraction = microseconds == 0 ? "" : "." + microseconds.padded(to: 6)
        let zone =
            offset == nil
            ? "Z"
            : "\(minutes < 0 ? "-" : "+")\((abs(minutes) / 60).padded(to: 2)):\((abs(minutes) % 60).padded(to: 2))"
        return "\(time.dateText)T\(time.exactClockText)\(fraction)\(zone)"
    }

    /// Returns degrees and minutes in the format of XMP's Exif properties: `52,31.2345678N`.
    private static func coordinate(_ degrees: Double, _ positive: String, _ negative: String) -> String {
        // The unit is 10⁻⁷ minutes, which is less than a millimeter.
        let units = Int64((abs(degrees) * 600_000_000).rounded())
        let (whole, rest) = units.quotientAndRemainder(dividingBy: 600_000_000)
        let (minutes, fraction) = rest.quotientAndRemainder(dividingBy: 10_000_000)
        return "\(whole),\(minutes).\(Int(fraction).padded(to: 7))\(degrees < 0 ? negative : positive)"
    }
}

extension Asset {
    fileprivate var isModifiedSinceAdded: Bool {
        guard case .date(let modified)? = self[.modificationDate], case .date(let added)? = self[.addedDate] else {
            return false
        }
        return modified > added
    }
}
