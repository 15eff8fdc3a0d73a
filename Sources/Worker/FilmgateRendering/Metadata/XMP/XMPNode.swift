import CFilmgateXMP
import FilmgateModel

/// A value of an XMP packet that Exempi has parsed.
struct XMPNode {
    let schema: String
    /// The path in Exempi's notation, with the prefixes that Exempi knows: `xmpMM:History[2]/stEvt:when`; empty for a
    /// schema.
    let path: String
    let text: String
    let flags: UInt32

    /// Whether the value is a structure or a list, without text.
    var isComposite: Bool {
        flags & UInt32(XMP_PROP_VALUE_IS_STRUCT.rawValue | XMP_PROP_VALUE_IS_ARRAY.rawValue) != 0
    }
    /// Whether the value is text in several languages, with the default language first.
    var isLocalized: Bool {
        flags & UInt32(XMP_PROP_ARRAY_IS_ALTTEXT.rawValue) == UInt32(XMP_PROP_ARRAY_IS_ALTTEXT.rawValue)
    }
    var isQualifier: Bool { flags & UInt32(XMP_PROP_IS_QUALIFIER.rawValue) != 0 }
    var isLanguage: Bool { isQualifier && path.hasSuffix("xml:lang") }

    /// Returns the names of the property and the fields that lead to the value; nil if a prefix is unknown.
    ///
    /// - Parameter schema: the URI of the property's schema.
    func name(in schema: String) -> XMPName? {
        var steps: [XMPName.Step] = []
        for part in path.split(separator: "/") {
            let qualified = part.drop { $0 == "?" || $0 == "@" }
            let prefix = qualified.prefix { $0 != ":" }
            let local = qualified.dropFirst(prefix.count + 1).prefix { $0 != "[" }
            guard !local.isEmpty, let uri = steps.isEmpty ? schema : Self.schema(of: String(prefix)) else {
                return nil
            }
            steps.append(XMPName.Step(schema: uri, name: String(local)))
        }
        return XMPName(steps)
    }

    private static func schema(of prefix: String) -> String? {
        let space = xmp_string_new()
        defer { xmp_string_free(space) }
        guard xmp_prefix_namespace_uri(prefix, space), let text = xmp_string_cstr(space) else { return nil }
        return String(cString: text)
    }

    /// Calls `body` with each value of a schema, or of one of its properties, in order, until `body` returns false.
    ///
    /// - Parameters:
    ///   - schema: the URI of the schema; nil for all schemas.
    ///   - property: the name with its prefix; nil for all properties.
    ///   - options: the values to visit; by default, the values of all levels.
    static func forEach(
        of packet: XmpPtr, schema: String? = nil, property: String? = nil,
        _ options: XmpIterOptions = XmpIterOptions(XMP_ITER_PROPERTIES.rawValue), _ body: (XMPNode) -> Bool
    ) {
        guard let iterator = xmp_iterator_new(packet, schema, property, options) else { return }
        defer { xmp_iterator_free(iterator) }
        let (space, path, text) = (xmp_string_new(), xmp_string_new(), xmp_string_new())
        defer { for string in [space, path, text] { xmp_string_free(string) } }
        var flags: UInt32 = 0
        while xmp_iterator_next(iterator, space, path, text, &flags) {
            guard let space = xmp_string_cstr(space), let path = xmp_string_cstr(path),
                let text = xmp_string_cstr(text)
            else { continue }
            let texts = [space, path, text].map { String(cString: $0) }
            guard body(XMPNode(schema: texts[0], path: texts[1], text: texts[2], flags: flags)) else { return }
        }
    }
}
