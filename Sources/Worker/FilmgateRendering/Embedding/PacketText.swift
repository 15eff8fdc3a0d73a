import FilmgateModel

/// The text of an XMP packet with the given properties.
struct PacketText {
    /// A value: a string, a structure or a list.
    private struct Node {
        var texts: [String] = []
        var fields: [(name: String, node: Node)] = []
        var items: [Int: Node] = [:]
    }

    private var root = Node()

    /// The properties that can have text in several languages.
    private static let localized: Set<String> = [
        "dc:title", "dc:description", "dc:rights", "xmpRights:UsageTerms", "tiff:ImageDescription", "tiff:Copyright",
        "exif:UserComment", "Iptc4xmpCore:AltTextAccessibility", "Iptc4xmpCore:ExtDescrAccessibility",
    ]
    /// The lists whose order matters.
    private static let ordered: Set<String> = ["dc:creator", "dc:date", "xmpMM:History", "xmpMM:Versions"]

    /// - Parameter tags: the tags, which must be plausible.
    init(_ tags: [FileMetadata.Tag]) {
        for tag in tags { PacketText.add(tag.text, tag.name.split(separator: "/")[...], to: &root) }
    }

    var bytes: [UInt8] {
        let schemas =
            XMPSchema.allCases.map { (prefix: $0.rawValue, uri: $0.uri) }
            + XMPStructure.allCases.map { (prefix: $0.rawValue, uri: $0.uri) }
        let spaces = schemas.map { " xmlns:\($0.prefix)=\"\($0.uri)\"" }.joined()
        let text = """
            <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">\
            <rdf:Description rdf:about=""\(spaces)>\(PacketText.fields(of: root))</rdf:Description></rdf:RDF></x:xmpmeta>
            """
        return Array(text.utf8)
    }

    /// - Parameter path: the steps to the value, such as `xmpMM:History[2]` and `stEvt:when`.
    private static func add(_ text: String, _ path: ArraySlice<Substring>, to node: inout Node) {
        guard let step = path.first else {
            node.texts.append(text)
            return
        }
        let name = String(step.prefix { $0 != "[" })
        let index = Int(step.dropFirst(name.count + 1).dropLast())
        let place = node.fields.firstIndex { $0.name == name } ?? node.fields.count
        if place == node.fields.count { node.fields.append((name, Node())) }
        guard let index else { return add(text, path.dropFirst(), to: &node.fields[place].node) }
        add(text, path.dropFirst(), to: &node.fields[place].node.items[index, default: Node()])
    }

    private static func fields(of node: Node) -> String { node.fields.map { element($0.name, $0.node) }.joined() }

    private static func element(_ name: String, _ node: Node) -> String {
        if !node.items.isEmpty {
            let items = node.items.sorted { $0.key < $1.key }.map { element("rdf:li", $0.value) }.joined()
            let array = ordered.contains(name) ? "Seq" : "Bag"
            return "<\(name)><rdf:\(array)>\(items)</rdf:\(array)></\(name)>"
        }
        if !node.fields.isEmpty { return "<\(name) rdf:parseType=\"Resource\">\(fields(of: node))</\(name)>" }
        if FileMetadata.isList(name) {
            let items = node.texts.map { "<rdf:li>\(XMLText.escaped($0))</rdf:li>" }.joined()
            let array = ordered.contains(name) ? "Seq" : "Bag"
            return "<\(name)><rdf:\(array)>\(items)</rdf:\(array)></\(name)>"
        }
        let text = XMLText.escaped(node.texts.first ?? "")
        guard localized.contains(name) else { return "<\(name)>\(text)</\(name)>" }
        return "<\(name)><rdf:Alt><rdf:li xml:lang=\"x-default\">\(text)</rdf:li></rdf:Alt></\(name)>"
    }
}
