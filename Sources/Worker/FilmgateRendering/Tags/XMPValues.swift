import CFilmgateXMP
import FilmgateModel

/// The properties of an XMP packet, read with Exempi: strings, lists of strings, and fields of structures with paths.
struct XMPValues {
    private var values: [(name: String, texts: [String])] = []
    /// The paths of text in several languages, within structures.
    private var localized: Set<String> = []
    private static let mostValues = 4 * FileMetadata.mostTags

    init(_ bytes: [UInt8]) {
        guard let packet = XMPPacket.open(bytes) else { return }
        defer { xmp_free(packet) }
        for schema in XMPSchema.allCases { read(schema, of: packet) }
    }

    /// - Parameter ofCamera: whether to add the properties of the Exif schemas; otherwise, those of all other schemas.
    func addTags(to tags: inout TagList, ofCamera: Bool) {
        for value in values {
            let schema = XMPSchema(prefixOf: value.name)
            let isOfCamera = [XMPSchema.tiff, .exif, .exifExtended].contains { $0 == schema }
            guard isOfCamera == ofCamera else { continue }
            if let axis = Self.coordinates[value.name] {
                // All coordinates are written in the same form, so that the broker can round them.
                let side = values.first { $0.name == value.name + "Ref" }?.texts.first
                guard let coordinate = value.texts.first.flatMap({ XMPCoordinate($0, side: side, axis) }) else {
                    continue
                }
                tags.add(value.name, coordinate.text)
            } else if !FileMetadata.isList(value.name), value.texts.allSatisfy(Self.isNumber) {
                tags.add(value.name, value.texts.joined(separator: " "))
            } else {
                tags.add(value.name, list: value.texts)
            }
        }
    }

    private static func isNumber(_ text: String) -> Bool { text.utf8.allSatisfy { "0123456789.-/".utf8.contains($0) } }

    private static let coordinates: [String: XMPCoordinate.Axis] = [
        "exif:GPSLatitude": .latitude, "exif:GPSLongitude": .longitude, "exif:GPSDestLatitude": .latitude,
        "exif:GPSDestLongitude": .longitude,
    ]

    private mutating func read(_ schema: XMPSchema, of packet: XmpPtr) {
        XMPNode.forEach(of: packet, schema: schema.uri) { node in
            if node.isLocalized, node.path.contains("/") { localized.insert(node.path) }
            if node.isComposite || node.isQualifier { return true }
            if node.path.contains("/") { addField(node, schema) } else { add(node.path, node.text, schema) }
            return values.count < Self.mostValues
        }
    }

    /// Adds a string.
    ///
    /// - Parameter path: `exif:FNumber`, or `dc:subject[2]` for an item of a list, with the prefix that the file uses.
    private mutating func add(_ path: String, _ text: String, _ schema: XMPSchema) {
        let leaf = path.drop { $0 != ":" }.dropFirst()
        let local = leaf.prefix { $0 != "[" }
        guard leaf.filter({ $0 == "[" }).count <= 1, !local.isEmpty else { return }
        let name = Self.synonyms["\(schema.rawValue):\(local)"] ?? "\(schema.rawValue):\(local)"
        if let last = values.indices.last, values[last].name == name, leaf.contains("[") {
            values[last].texts.append(text)
        } else {
            values.append((name, [text]))
        }
    }

    /// Adds a field of a structure. Omits fields of schemas whose usual prefix is unknown.
    private mutating func addField(_ node: XMPNode, _ schema: XMPSchema) {
        var path = node.path
        if let array = path.lastIndex(of: "["), localized.contains(String(path[..<array])) {
            // Keeps only the first text, which is in the default language.
            guard path[array...] == "[1]" else { return }
            path = String(path[..<array])
        }
        guard let name = node.name(in: schema.uri) else { return }
        let prefixes = name.steps.map { Self.prefixes[$0.schema] }
        let parts = path.split(separator: "/")
        guard !prefixes.contains(nil), parts.count == prefixes.count else { return }
        let steps = zip(prefixes, parts).map { ($0 ?? "") + $1.drop { $0 != ":" } }
        values.append((steps.joined(separator: "/"), [node.text]))
    }

    /// The usual prefixes of schemas.
    private static let prefixes = Dictionary(
        XMPSchema.allCases.map { ($0.uri, $0.rawValue) } + XMPStructure.allCases.map { ($0.uri, $0.rawValue) }
    ) { first, _ in first }

    /// The current names, keyed by earlier names and by names with a wrong prefix.
    private static let synonyms = [
        "exif:ISOSpeedRatings": "exifEX:PhotographicSensitivity", "exif:CompositeImage": "exifEX:CompositeImage",
    ]
}
