import CFilmgateXMP
import FilmgateModel

/// An XMP packet whose properties replace those in a file's own packet. Exempi merges the two.
struct XMPPacketMerge {
    private typealias Property = XMPName.Step

    private let packet: XMPObject
    /// The properties to remove from the file's packet: this packet's top-level properties, and others that must not
    /// stay.
    private let replaced: Set<Property>
    /// Whether this packet contains any properties.
    private let hasOwn: Bool

    /// The properties that the library stores for a photo. If the packet lacks one of them, the library has no value
    /// for it, so the file's value is removed. The names have no prefix, because Exempi takes a schema's prefix from
    /// the first packet with the schema.
    private static let ofLibrary: Set<Property> = [
        (XMPSchema.dublinCore.uri, ["title", "description", "subject"]),
        (XMPSchema.iptcCore.uri, ["AltTextAccessibility"]), (XMPSchema.lightroom.uri, ["hierarchicalSubject"]),
        (XMPSchema.digiKam.uri, ["TagsList"]), (XMPSchema.microsoftPhoto.uri, ["LastKeywordXMP", "Rating"]),
        (XMPPacket.Schema.microsoftUnclosed, ["LastKeywordXMP", "Rating"]), (XMPSchema.basic.uri, ["Rating"]),
        (XMPSchema.exif.uri, ["GPSLatitude", "GPSLongitude"]),
        (XMPPacket.Schema.filmgate, ["Favorite", "Hidden", "GuessedDate"]),
    ].reduce(into: []) { all, schema in all.formUnion(schema.1.map { Property(schema: schema.0, name: $0) }) }

    /// Returns nil if the bytes are not XMP in UTF-8, or have no property. Exempi refuses document types and entities.
    init?(_ bytes: [UInt8]) {
        guard String(validating: bytes, as: UTF8.self) != nil, let packet = XMPObject(bytes) else { return nil }
        var own: Set<Property> = []
        XMPNode.forEach(of: packet.raw) { node in
            if !node.path.contains(where: { "[/".contains($0) }), !node.path.isEmpty {
                own.insert(Property(schema: node.schema, name: node.path))
            }
            return true
        }
        guard !own.isEmpty else { return nil }
        (self.packet, replaced, hasOwn) = (packet, own.union(XMPPacketMerge.ofLibrary), true)
    }

    /// Creates a packet from a description.
    ///
    /// - Parameters:
    ///   - tags: the tags, which must be plausible.
    ///   - others: further properties to remove from the file's packet, because Exif contains them.
    /// - Returns: nil if Exempi cannot read the packet.
    init?(_ tags: [FileMetadata.Tag], without others: [String]) {
        let text = tags.isEmpty ? nil : PacketText(tags).bytes
        guard let packet = text.map({ XMPObject($0) }) ?? XMPObject() else { return nil }
        let names = (tags.map(\.name) + others).compactMap { XMPName($0)?.steps.first }
        (self.packet, replaced, hasOwn) = (packet, Set(names), !tags.isEmpty)
    }

    /// Returns whether merging changes a file's packet.
    func changes(_ bytes: [UInt8]?) -> Bool {
        if hasOwn { return true }
        guard let present = bytes.flatMap({ XMPObject($0) }) else { return false }
        return replaced.contains { present.has($0.schema, $0.name) }
    }

    /// Returns the file's packet, merged with this packet's properties.
    ///
    /// - Parameter isShort: whether to omit the padding for later changes.
    /// - Throws: if the file's packet cannot be read, or if the merged packet cannot be written.
    func merged(with bytes: [UInt8]?, isShort: Bool = false) throws(UnreadableFileError) -> [UInt8] {
        let present = bytes.flatMap { $0.allSatisfy { [0, 0x20, 0x0A, 0x0D].contains($0) } ? nil : $0 }
        guard let target = present.map(XMPObject.init) ?? XMPObject() else {
            throw .invalid("Its own XMP cannot be read.")
        }
        for property in replaced { target.delete(property.schema, property.name) }
        var isWhole = true
        XMPNode.forEach(of: packet.raw) { node in
            isWhole = (node.path.isEmpty || target.set(node)) && isWhole
            return true
        }
        guard isWhole, let text = XMPPacket.serialized(target.raw, isShort: isShort) else {
            throw .invalid("Its XMP cannot be written.")
        }
        return text
    }
}

/// A packet that Exempi has parsed.
private final class XMPObject {
    let raw: XmpPtr

    /// Creates an empty packet. Returns nil if memory is exhausted.
    init?() {
        guard let raw = xmp_new_empty() else { return nil }
        self.raw = raw
    }

    /// Parses a packet. Returns nil if parsing fails.
    init?(_ bytes: [UInt8]) {
        guard let raw = bytes.withUnsafeBufferPointer(XMPPacket.parse) else { return nil }
        self.raw = raw
    }

    deinit { xmp_free(raw) }

    private static let composite = UInt32(
        XMP_PROP_VALUE_IS_STRUCT.rawValue | XMP_PROP_VALUE_IS_ARRAY.rawValue | XMP_PROP_ARRAY_IS_ORDERED.rawValue
            | XMP_PROP_ARRAY_IS_ALT.rawValue | XMP_PROP_ARRAY_IS_ALTTEXT.rawValue)

    func delete(_ schema: String, _ name: String) { xmp_delete_property(raw, schema, name) }

    func has(_ schema: String, _ name: String) -> Bool { xmp_has_property(raw, schema, name) }

    /// Sets a property. Returns false if the property cannot be set.
    func set(_ node: XMPNode) -> Bool {
        let composite = node.flags & XMPObject.composite
        let kept = composite | node.flags & UInt32(XMP_PROP_VALUE_IS_URI.rawValue)
        return xmp_set_property(raw, node.schema, node.path, composite == 0 ? node.text : "", kept)
    }
}
