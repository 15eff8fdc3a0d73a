internal import CFilmgateXMP
internal import FilmgateModel

/// The properties of an XMP packet that are texts or lists of texts, by Exempi. Structures are left out.
struct XMPValues {
    private var values: [(name: String, texts: [String])] = []
    private static let mostValues = 4 * FileMetadata.mostTags

    init(_ bytes: [UInt8]) {
        let packet = bytes.withUnsafeBufferPointer { buffer in
            buffer.withMemoryRebound(to: CChar.self) { text in text.baseAddress.flatMap { xmp_new($0, text.count) } }
        }
        guard let packet else { return }
        defer { xmp_free(packet) }
        for schema in XMPSchema.allCases { read(schema, of: packet) }
    }

    /// - Parameter ofCamera: whether to tell the schemas of Exif, or the others.
    func tell(_ tags: inout TagList, ofCamera: Bool) {
        for value in values {
            let schema = XMPSchema(prefixOf: value.name)
            let isOfCamera = [XMPSchema.tiff, .exif, .exifExtended].contains { $0 == schema }
            guard isOfCamera == ofCamera else { continue }
            if let axis = Self.coordinates[value.name] {
                // Written in the same way whatever wrote the file, so that the broker can round it.
                guard let coordinate = value.texts.first.flatMap({ GPSCoordinate($0, axis) }) else { continue }
                tags.add(value.name, coordinate.text)
            } else if !FileMetadata.isList(value.name), value.texts.allSatisfy(Self.isNumber) {
                tags.add(value.name, value.texts.joined(separator: " "))
            } else {
                tags.add(value.name, list: value.texts)
            }
        }
    }

    private static func isNumber(_ text: String) -> Bool { text.utf8.allSatisfy { "0123456789.-/".utf8.contains($0) } }

    private static let coordinates: [String: GPSCoordinate.Axis] = [
        "exif:GPSLatitude": .latitude, "exif:GPSLongitude": .longitude, "exif:GPSDestLatitude": .latitude,
        "exif:GPSDestLongitude": .longitude,
    ]

    private mutating func read(_ schema: XMPSchema, of packet: XmpPtr) {
        guard let iterator = xmp_iterator_new(packet, schema.uri, nil, XmpIterOptions(XMP_ITER_PROPERTIES.rawValue))
        else { return }
        defer { xmp_iterator_free(iterator) }
        let (space, path, text) = (xmp_string_new(), xmp_string_new(), xmp_string_new())
        defer { for string in [space, path, text] { xmp_string_free(string) } }
        var flags: UInt32 = 0
        while values.count < Self.mostValues, xmp_iterator_next(iterator, space, path, text, &flags) {
            guard flags & UInt32(XMP_PROP_VALUE_IS_STRUCT.rawValue | XMP_PROP_VALUE_IS_ARRAY.rawValue) == 0,
                flags & UInt32(XMP_PROP_IS_QUALIFIER.rawValue) == 0,
                let path = xmp_string_cstr(path), let text = xmp_string_cstr(text)
            else { continue }
            add(String(cString: path), String(cString: text), schema)
        }
    }

    /// - Parameter path: `exif:FNumber`, or `dc:subject[2]` for an item of a list; its prefix is the file's own.
    private mutating func add(_ path: String, _ text: String, _ schema: XMPSchema) {
        let leaf = path.drop { $0 != ":" }.dropFirst()
        let local = leaf.prefix { $0 != "[" }
        // A deeper path is part of a structure.
        guard !leaf.contains("/"), leaf.filter({ $0 == "[" }).count <= 1, !local.isEmpty else { return }
        let name = Self.synonyms["\(schema.rawValue):\(local)"] ?? "\(schema.rawValue):\(local)"
        if let last = values.indices.last, values[last].name == name, leaf.contains("[") {
            values[last].texts.append(text)
        } else {
            values.append((name, [text]))
        }
    }

    /// Earlier names, and those with a wrong prefix.
    private static let synonyms = [
        "exif:ISOSpeedRatings": "exifEX:PhotographicSensitivity", "exif:CompositeImage": "exifEX:CompositeImage",
    ]
}
