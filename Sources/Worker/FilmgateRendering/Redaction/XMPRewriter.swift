import CFilmgateXMP
import FilmgateModel

/// Rewrites an XMP packet with Exempi, with only the properties that may stay.
enum XMPRewriter {
    /// Returns the rewritten packet; empty if no property stays, or if the result would be longer than `bytes`.
    static func rewritten(_ bytes: [UInt8], _ plan: inout RedactionPlan) -> [UInt8] {
        if bytes.allSatisfy({ [0, 0x20, 0x0A, 0x0D].contains($0) }) { return [] }
        guard let packet = bytes.withUnsafeBufferPointer(XMPPacket.parse) else {
            plan.noteOpaque()
            return []
        }
        defer { xmp_free(packet) }
        var stays = false
        for (schema, name) in properties(of: packet) {
            if keeps(name, schema, of: packet, &plan) {
                stays = true
            } else {
                xmp_delete_property(packet, schema, name)
            }
        }
        // Checks again, because Exempi may not have deleted every property.
        guard stays, properties(of: packet).allSatisfy({ mayStay($0.name, $0.schema, of: packet, plan) }) else {
            return []
        }
        let text = settled(serialized(packet))
        return text.count <= bytes.count ? text : []
    }

    /// Returns the packet in an order of schemas that is the same each time the packet is rewritten. Exempi changes the
    /// order whenever it rewrites a packet, but the orders recur. Returns an empty array if they do not.
    private static func settled(_ text: [UInt8]) -> [UInt8] {
        var texts = [text]
        while texts.count < 32, let packet = texts.last?.withUnsafeBufferPointer(XMPPacket.parse) {
            defer { xmp_free(packet) }
            let next = serialized(packet)
            if let first = texts.firstIndex(of: next) {
                return texts[first...].min { $0.lexicographicallyPrecedes($1) } ?? []
            }
            texts.append(next)
        }
        return []
    }

    /// Returns whether a property may stay with all its fields and qualifiers.
    private static func keeps(
        _ property: String, _ schema: String, of packet: XmpPtr, _ plan: inout RedactionPlan
    ) -> Bool {
        var (stays, isFound) = (true, false)
        XMPNode.forEach(of: packet, schema: schema, property: property) { node in
            isFound = true
            let name = node.name(in: schema)
            switch name.map({ XMPVocabulary.meaning(of: $0) }) ?? .opaque {
            case _ where node.isLanguage && XMPVocabulary.isLanguage(node.text): return true
            case .harmless where !node.isLanguage && isPlain(node, name): return true
            case .kind(let kind) where !node.isLanguage: stays = plan.keeps(kind)
            case .harmless, .kind, .opaque:
                plan.noteOpaque()
                stays = false
            }
            return stays
        }
        return stays && isFound
    }

    private static func isPlain(_ node: XMPNode, _ name: XMPName?) -> Bool {
        node.isComposite || XMPVocabulary.isPlain(node.text, named: name?.steps.last?.name ?? "")
    }

    private static func mayStay(
        _ property: String, _ schema: String, of packet: XmpPtr, _ plan: RedactionPlan
    ) -> Bool {
        var plan = plan
        return keeps(property, schema, of: packet, &plan)
    }

    /// Returns the top-level properties.
    private static func properties(of packet: XmpPtr) -> [(schema: String, name: String)] {
        var properties: [(String, String)] = []
        for schema in names(of: packet, schema: nil) {
            for name in names(of: packet, schema: schema) { properties.append((schema, name)) }
        }
        return properties
    }

    /// Returns the names of the properties of a schema, or of all schemas if `schema` is nil.
    private static func names(of packet: XmpPtr, schema: String?) -> [String] {
        var names: [String] = []
        XMPNode.forEach(of: packet, schema: schema, XmpIterOptions(XMP_ITER_JUSTCHILDREN.rawValue)) { node in
            names.append(schema == nil ? node.schema : node.path)
            return true
        }
        return names
    }

    private static func serialized(_ packet: XmpPtr) -> [UInt8] {
        XMPPacket.serialized(packet, isShort: true).map(withoutSubject) ?? []
    }

    /// Empties the attribute `rdf:about`, which Exempi cannot change.
    private static func withoutSubject(_ text: [UInt8]) -> [UInt8] {
        let attribute = Array("rdf:about=\"".utf8)
        var result: [UInt8] = []
        var index = 0
        while index < text.count {
            if text[index...].starts(with: attribute) {
                result += attribute
                index += attribute.count
                while index < text.count, text[index] != UInt8(ascii: "\"") { index += 1 }
            } else {
                result.append(text[index])
                index += 1
            }
        }
        return result
    }
}
