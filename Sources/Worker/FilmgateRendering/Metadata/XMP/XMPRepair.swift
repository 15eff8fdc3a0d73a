import CFilmgateVips
import CFilmgateXMP
import FilmgateModel

/// Extracts the valid properties from an XMP packet that Exempi refuses as a whole. Exempi does so because of a
/// duplicate or invalid property, text before or after the packet, or an unescaped `&`.
///
/// GLib's markup parser finds the properties. It does not read external entities. Exempi then reads the result.
enum XMPRepair {
    private static let most = 8 << 20
    private static let start =
        "<x:xmpmeta xmlns:x=\"adobe:ns:meta/\"><rdf:RDF xmlns:rdf=\"\(MarkupCollector.rdf)\"><rdf:Description rdf:about=\"\">"
    private static let end = "</rdf:Description></rdf:RDF></x:xmpmeta>"

    /// Returns a packet with the valid properties; nil if there are none, or if the packet would be too long.
    static func repaired(_ bytes: some Collection<UInt8>) -> [UInt8]? {
        guard bytes.count <= most else { return nil }
        let text = String(decoding: withSoundAmpersands(bytes.prefix { $0 != 0 }), as: UTF8.self)
        let collector = MarkupCollector()
        collector.read(text.first == "\u{FEFF}" ? String(text.dropFirst()) : text)
        if collector.isExcessive { return nil }
        let sound = collector.properties.filter { isSound(start + $0 + end) }
        return sound.isEmpty ? nil : Array((start + sound.joined() + end).utf8)
    }

    /// Escapes each `&` that does not begin an XML entity.
    private static func withSoundAmpersands(_ bytes: some Collection<UInt8>) -> [UInt8] {
        var escaped: [UInt8] = []
        escaped.reserveCapacity(bytes.count)
        var rest = bytes[...]
        while let place = rest.firstIndex(of: UInt8(ascii: "&")) {
            escaped += rest[..<place]
            rest = rest[rest.index(after: place)...]
            let name = rest.prefix(10).prefix { $0 != UInt8(ascii: ";") }
            let isEnded = name.endIndex < rest.endIndex && rest[name.endIndex] == UInt8(ascii: ";")
            let isEntity = isEnded && namesEntity(String(decoding: name, as: UTF8.self))
            escaped += (isEntity ? "&" : "&amp;").utf8
        }
        return escaped + rest
    }

    /// Returns whether a name belongs to an XML entity, or is a valid character number. GLib's parser fails with other
    /// names.
    private static func namesEntity(_ name: String) -> Bool {
        guard name.hasPrefix("#") else { return ["amp", "lt", "gt", "quot", "apos"].contains(name) }
        let isHexadecimal = name.hasPrefix("#x")
        let digits = name.dropFirst(isHexadecimal ? 2 : 1)
        guard digits.allSatisfy(\.isHexDigit), let number = UInt32(digits, radix: isHexadecimal ? 16 : 10) else {
            return false
        }
        return Unicode.Scalar(number) != nil && ![0, 0xFFFE, 0xFFFF].contains(number)
    }

    private static func isSound(_ packet: String) -> Bool {
        guard let parsed = xmp_new(packet, packet.utf8.count) else { return false }
        xmp_free(parsed)
        return true
    }
}

/// Collects the properties in a packet's descriptions, each as separate markup. If several properties have the same
/// name, collects only the first.
private final class MarkupCollector {
    static let rdf = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"

    private(set) var properties: [String] = []
    /// Whether the packet exceeds a limit.
    private(set) var isExcessive = false
    private static let mostProperties = 2_000
    private static let mostPrefixes = 256
    /// The maximum nesting of elements.
    private static let mostLevels = 64
    /// The maximum length of a namespace name, in bytes.
    private static let mostSpace = 1024
    /// The maximum size of all properties, in bytes. Escaping makes them longer.
    private static let mostMarkup = 16 << 20
    private var markup = 0
    private var seen: Set<String> = []
    /// The full names of the open elements.
    private var open: [String] = []
    /// The namespaces of each open element, by their prefixes.
    private var scopes: [[String: String]] = [["xml": "http://www.w3.org/XML/1998/namespace"]]
    private var property: Property?

    private struct Property {
        let name: String
        let depth: Int
        let tag: String
        let attributes: [(String, String)]
        /// The namespaces in scope, by their prefixes.
        let scope: [String: String]
        /// The prefixes that the property uses.
        var prefixes: Set<String> = []
        /// The markup after the start tag.
        var content = ""

        /// The start tag, with the namespaces that the property uses.
        var start: String {
            let spaces = prefixes.subtracting(["xml"]).sorted()
                .compactMap { prefix in scope[prefix].map { ("xmlns:" + prefix, $0) } }
            return "<" + tag + MarkupCollector.text(of: spaces + attributes) + ">"
        }
    }

    /// Reads until the text is no longer valid markup.
    func read(_ text: String) {
        var parser = GMarkupParser()
        parser.start_element = { _, name, names, values, context, _ in
            guard let name, let context else { return }
            var attributes: [(String, String)] = []
            var index = 0
            while let key = names?[index], let value = values?[index] {
                attributes.append((String(cString: key), String(cString: value)))
                index += 1
            }
            MarkupCollector.of(context).begin(String(cString: name), attributes)
        }
        parser.end_element = { _, name, context, _ in
            guard let name, let context else { return }
            MarkupCollector.of(context).end(String(cString: name))
        }
        parser.text = { _, text, count, context, _ in
            guard let text, let context else { return }
            let bytes = UnsafeRawBufferPointer(start: text, count: Int(count))
            MarkupCollector.of(context).add(String(decoding: bytes, as: UTF8.self))
        }
        let context = Unmanaged.passUnretained(self).toOpaque()
        withUnsafePointer(to: &parser) { parser in
            let markup = g_markup_parse_context_new(parser, GMarkupParseFlags(rawValue: 0), context, nil)
            defer { g_markup_parse_context_free(markup) }
            // Ignores an error. The properties before it have been collected.
            _ = g_markup_parse_context_parse(markup, text, gssize(text.utf8.count), nil)
        }
    }

    private static func of(_ context: gpointer) -> MarkupCollector {
        Unmanaged<MarkupCollector>.fromOpaque(context).takeUnretainedValue()
    }

    private func begin(_ name: String, _ attributes: [(String, String)]) {
        if isExcessive { return }
        var scope = scopes.last ?? [:]
        for (key, value) in attributes where key.hasPrefix("xmlns:") {
            guard value.utf8.count <= Self.mostSpace else { return giveUp() }
            scope[String(key.dropFirst(6))] = value
        }
        guard scope.count <= Self.mostPrefixes, open.count < Self.mostLevels else { return giveUp() }
        scopes.append(scope)
        let full = Self.full(name, in: scope) ?? ""
        defer { open.append(full) }
        if property != nil {
            property?.prefixes.formUnion(Self.prefixes(name, attributes))
            add(markup: "<" + name + Self.text(of: attributes) + ">")
        } else if open.suffix(2) == [Self.rdf + "RDF", Self.rdf + "Description"], !full.isEmpty {
            let own = attributes.filter { !$0.0.hasPrefix("xmlns") }
            property = Property(
                name: full, depth: open.count, tag: name, attributes: own, scope: scope,
                prefixes: Self.prefixes(name, own))
        } else if open.last == Self.rdf + "RDF", full == Self.rdf + "Description" {
            for (key, value) in attributes where !key.hasPrefix("xml") { takeAttribute(key, value, in: scope) }
        }
    }

    /// Adds a property that is an attribute of its description.
    private func takeAttribute(_ key: String, _ value: String, in scope: [String: String]) {
        guard properties.count < Self.mostProperties, let full = Self.full(key, in: scope), !full.hasPrefix(Self.rdf),
            seen.insert(full).inserted, let prefix = key.split(separator: ":").first, let space = scope[String(prefix)]
        else { return }
        take("<\(key) xmlns:\(prefix)=\"\(XMLText.escaped(space))\">\(XMLText.escaped(value))</\(key)>")
    }

    private func end(_ name: String) {
        if isExcessive { return }
        _ = open.popLast()
        if scopes.count > 1 { scopes.removeLast() }
        add(markup: "</" + name + ">")
        guard let whole = property, whole.depth == open.count else { return }
        property = nil
        if properties.count < Self.mostProperties, seen.insert(whole.name).inserted {
            take(whole.start + whole.content)
        }
    }

    private func add(_ text: String) { if property != nil { add(markup: XMLText.escaped(text)) } }

    /// Adds text to the current property, within the limit for all properties.
    private func add(markup text: String) {
        guard let length = property?.content.utf8.count else { return }
        if length + text.utf8.count <= Self.mostMarkup { property?.content += text } else { giveUp() }
    }

    private func take(_ property: String) {
        markup += property.utf8.count
        if markup <= Self.mostMarkup { properties.append(property) } else { giveUp() }
    }

    private func giveUp() {
        isExcessive = true
        (properties, property) = ([], nil)
    }

    private static func prefixes(_ name: String, _ attributes: [(String, String)]) -> Set<String> {
        let names = ([name] + attributes.map { $0.0 }).filter { $0.contains(":") }
        return Set(names.map { name in String(name.prefix { $0 != ":" }) })
    }

    /// Returns the full name, from the namespace and the local name; nil if the prefix is unknown or missing.
    private static func full(_ name: String, in scope: [String: String]) -> String? {
        let parts = name.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[1].isEmpty, let space = scope[String(parts[0])] else { return nil }
        return space + parts[1]
    }

    /// Returns the attributes as markup, only the first of each name.
    private static func text(of attributes: [(String, String)]) -> String {
        var seen: Set<String> = []
        return attributes.filter { seen.insert($0.0).inserted }.map { " \($0.0)=\"\(XMLText.escaped($0.1))\"" }.joined()
    }
}
