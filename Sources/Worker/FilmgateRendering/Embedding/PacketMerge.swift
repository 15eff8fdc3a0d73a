import CFilmgateXMP
import FilmgateModel

/// An XMP packet whose properties take the place of others in a file's own, by Exempi.
struct PacketMerge {
    private typealias Property = XMPName.Step

    private let packet: XMPObject
    /// The properties that a file's own packet loses: those of the packet's top level, and others.
    private let replaced: Set<Property>
    /// Whether the packet has a property.
    private let hasOwn: Bool

    /// The library's properties of a photo: if the packet lacks one, the library has no value, even if the file has
    /// one. Without prefixes, which Exempi has from the first packet that names a schema.
    private static let ofLibrary: Set<Property> = [
        Property(schema: "http://purl.org/dc/elements/1.1/", name: "title"),
        Property(schema: "http://purl.org/dc/elements/1.1/", name: "description"),
        Property(schema: "http://purl.org/dc/elements/1.1/", name: "subject"),
        Property(schema: "http://iptc.org/std/Iptc4xmpCore/1.0/xmlns/", name: "AltTextAccessibility"),
        Property(schema: "http://ns.adobe.com/lightroom/1.0/", name: "hierarchicalSubject"),
        Property(schema: "http://www.digikam.org/ns/1.0/", name: "TagsList"),
        Property(schema: "http://ns.microsoft.com/photo/1.0/", name: "LastKeywordXMP"),
        Property(schema: "http://ns.microsoft.com/photo/1.0", name: "LastKeywordXMP"),
        Property(schema: "http://ns.microsoft.com/photo/1.0/", name: "Rating"),
        Property(schema: "http://ns.microsoft.com/photo/1.0", name: "Rating"),
        Property(schema: "http://ns.adobe.com/xap/1.0/", name: "Rating"),
        Property(schema: "http://ns.adobe.com/exif/1.0/", name: "GPSLatitude"),
        Property(schema: "http://ns.adobe.com/exif/1.0/", name: "GPSLongitude"),
        Property(schema: "https://filmgate.org/ns/1.0/", name: "Favorite"),
        Property(schema: "https://filmgate.org/ns/1.0/", name: "Hidden"),
        Property(schema: "https://filmgate.org/ns/1.0/", name: "GuessedDate"),
    ]

    /// Returns nil if the bytes are not XMP in UTF-8, or hold no property. Exempi refuses document types, and so entities.
    init?(_ bytes: [UInt8]) {
        guard String(validating: bytes, as: UTF8.self) != nil, let packet = XMPObject(bytes) else { return nil }
        var own: Set<Property> = []
        packet.forEach { schema, path, _, _ in
            if !path.contains(where: { "[/".contains($0) }) { own.insert(Property(schema: schema, name: path)) }
        }
        guard !own.isEmpty else { return nil }
        (self.packet, replaced, hasOwn) = (packet, own.union(PacketMerge.ofLibrary), true)
    }

    /// The properties of a description.
    ///
    /// - Parameters:
    ///   - tags: plausible ones.
    ///   - others: further properties that a file's own packet loses, because they are written elsewhere.
    /// - Returns: nil if Exempi cannot read the packet.
    init?(_ tags: [FileMetadata.Tag], without others: [String]) {
        let text = tags.isEmpty ? nil : PacketText(tags).bytes
        guard let packet = text.map({ XMPObject($0) }) ?? XMPObject() else { return nil }
        let names = (tags.map(\.name) + others).compactMap { XMPName($0)?.steps.first }
        (self.packet, replaced, hasOwn) = (packet, Set(names), !tags.isEmpty)
    }

    /// Whether a file with this packet of its own gets a different one.
    func changes(_ bytes: [UInt8]?) -> Bool {
        if hasOwn { return true }
        guard let present = bytes.flatMap({ XMPObject($0) }) else { return false }
        return replaced.contains { present.has($0.schema, $0.name) }
    }

    /// Returns the file's own packet with the properties of this one.
    ///
    /// - Parameter isShort: without room for later changes.
    /// - Throws: if the file's own packet cannot be read, because it would be lost.
    func merged(with bytes: [UInt8]?, isShort: Bool = false) throws(Unreadable) -> [UInt8] {
        let present = bytes.flatMap { $0.allSatisfy { [0, 0x20, 0x0A, 0x0D].contains($0) } ? nil : $0 }
        guard let target = present.map(XMPObject.init) ?? XMPObject() else {
            throw .invalid("Its own XMP cannot be read.")
        }
        for property in replaced { target.delete(property.schema, property.name) }
        var isWhole = true
        packet.forEach { schema, path, text, flags in
            isWhole = target.set(schema, path, text, flags) && isWhole
        }
        guard isWhole, let text = target.serialized(isShort: isShort) else {
            throw .invalid("Its XMP cannot be written.")
        }
        return text
    }
}

/// A packet that Exempi has parsed.
private final class XMPObject {
    private let raw: XmpPtr

    /// An empty one.
    init?() {
        guard let raw = xmp_new_empty() else { return nil }
        self.raw = raw
    }

    /// Returns nil for a packet that cannot be parsed.
    init?(_ bytes: [UInt8]) {
        let parsed = bytes.withUnsafeBufferPointer { buffer in
            buffer.withMemoryRebound(to: CChar.self) { text in text.baseAddress.flatMap { xmp_new($0, text.count) } }
        }
        guard let parsed else { return nil }
        raw = parsed
    }

    deinit { xmp_free(raw) }

    private static let composite = UInt32(
        XMP_PROP_VALUE_IS_STRUCT.rawValue | XMP_PROP_VALUE_IS_ARRAY.rawValue | XMP_PROP_ARRAY_IS_ORDERED.rawValue
            | XMP_PROP_ARRAY_IS_ALT.rawValue | XMP_PROP_ARRAY_IS_ALTTEXT.rawValue)

    /// Calls `body` with the schema, the path, the text and the flags of each value, in their order.
    func forEach(_ body: (String, String, String, UInt32) -> Void) {
        guard let iterator = xmp_iterator_new(raw, nil, nil, XmpIterOptions(XMP_ITER_PROPERTIES.rawValue)) else {
            return
        }
        defer { xmp_iterator_free(iterator) }
        let (space, path, text) = (xmp_string_new(), xmp_string_new(), xmp_string_new())
        defer { for string in [space, path, text] { xmp_string_free(string) } }
        var flags: UInt32 = 0
        while xmp_iterator_next(iterator, space, path, text, &flags) {
            // A schema has no path.
            guard let space = xmp_string_cstr(space), let path = xmp_string_cstr(path), path.pointee != 0,
                let text = xmp_string_cstr(text)
            else { continue }
            body(String(cString: space), String(cString: path), String(cString: text), flags)
        }
    }

    func delete(_ schema: String, _ name: String) { xmp_delete_property(raw, schema, name) }

    func has(_ schema: String, _ name: String) -> Bool { xmp_has_property(raw, schema, name) }

    /// - Returns: false if it cannot be set.
    func set(_ schema: String, _ path: String, _ text: String, _ flags: UInt32) -> Bool {
        let composite = flags & XMPObject.composite
        let kept = composite | flags & UInt32(XMP_PROP_VALUE_IS_URI.rawValue)
        return xmp_set_property(raw, schema, path, composite == 0 ? text : "", kept)
    }

    func serialized(isShort: Bool) -> [UInt8]? {
        let string = xmp_string_new()
        defer { xmp_string_free(string) }
        var options = UInt32(XMP_SERIAL_USECOMPACTFORMAT)
        if isShort { options |= UInt32(XMP_SERIAL_OMITPACKETWRAPPER) }
        guard xmp_serialize_and_format(raw, string, options, 0, "\n", " ", 0), let text = xmp_string_cstr(string)
        else { return nil }
        return Array(String(cString: text).utf8)
    }
}
