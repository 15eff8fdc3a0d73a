/// The items of a HEIF file that are passed to libheif: the primary picture with its parts, its auxiliary pictures and
/// its metadata.
///
/// libheif 1.15 refuses whole files because of items that it does not need: pictures of later standards, metadata and
/// auxiliary pictures that belong to two items, and items with unknown properties.
struct HEIFDecodingSelection {
    let primary: Int
    private(set) var items: Set<Int>
    private(set) var references: [HEIFItems.Reference] = []
    /// Whether the file has a gain map of ISO 21496-1 for the picture.
    private(set) var hasGainMap = false
    private let file: HEIFItems

    /// The pictures that libheif can decode.
    private let readable: Set<Int>

    /// Returns nil if libheif cannot decode the picture.
    ///
    /// - Parameter picture: the item to make the primary picture; nil for the file's primary picture.
    init?(_ file: HEIFItems, showing picture: Int? = nil) {
        self.file = file
        readable = HEIFDecodingSelection.readable(in: file)
        guard let primary = picture ?? HEIFDecodingSelection.primary(of: file, readable), readable.contains(primary)
        else { return nil }
        self.primary = primary
        items = [primary]
        addSources(of: primary)
        for reference in file.references { add(reference) }
        addUnassignedMetadata()
    }

    private static func readable(in file: HEIFItems) -> Set<Int> {
        var readable = Set(file.items.keys.filter { isCoded($0, in: file) })
        // Derived pictures can consist of derived pictures. Three levels are supported.
        for _ in 0..<3 {
            readable.formUnion(
                file.items.filter { id, item in
                    let sources = file.sources(of: id)
                    switch item.type {
                    case "iden": return sources.count == 1 && readable.contains(sources[0])
                    case "iovl": return hasData(item) && sources.allSatisfy(readable.contains)
                    // Checks only the first tile. Decoding reports other missing tiles.
                    case "grid": return hasData(item) && sources.first.map(readable.contains) == true
                    default: return false
                    }
                }.keys)
        }
        return readable
    }

    private static func isCoded(_ id: Int, in file: HEIFItems) -> Bool {
        guard let item = file.items[id], HEIFDecodingSelection.hasData(item) else { return false }
        return item.type == "hvc1" && file.has("hvcC", id) || item.type == "av01" && file.has("av1C", id)
    }

    /// Returns whether the item's data are in the file, in at most as many extents as libheif supports.
    private static func hasData(_ item: HEIFItems.Item) -> Bool { (1...32).contains(item.extents?.count ?? 0) }

    /// Returns the primary picture, its first part, or any picture: the first of these that libheif can decode.
    private static func primary(of file: HEIFItems, _ readable: Set<Int>) -> Int? {
        if let named = file.primary {
            if readable.contains(named) { return named }
            if let base = file.sources(of: named).first, readable.contains(base) { return base }
        }
        let parts = Set(file.references.filter { ["thmb", "auxl"].contains($0.type) }.map(\.from))
        return readable.filter { !parts.contains($0) && file.items[$0]?.isHidden == false }.min()
    }

    private mutating func addSources(of id: Int, depth: Int = 0) {
        let sources = file.sources(of: id)
        guard !sources.isEmpty, depth < 8 else { return }
        references.append(HEIFItems.Reference(type: "dimg", from: id, to: sources))
        for source in sources where readable.contains(source) && items.insert(source).inserted {
            addSources(of: source, depth: depth + 1)
        }
    }

    /// Adds a reference to or from the primary picture if libheif needs it. Omits the reference's other targets.
    private mutating func add(_ reference: HEIFItems.Reference) {
        let (type, from) = (reference.type, reference.from)
        switch type {
        case "thmb", "auxl":
            guard reference.to.contains(primary), !items.contains(from), readable.contains(from),
                type == "thmb" || file.has("auxC", from)
            else { return }
            items.insert(from)
            addSources(of: from)
            references.append(HEIFItems.Reference(type: type, from: from, to: [primary]))
        case "prem":
            guard from == primary, let alpha = reference.to.first else { return }
            references.append(HEIFItems.Reference(type: type, from: from, to: [alpha]))
        case "cdsc":
            let isOfPrimary = reference.to.contains { $0 == primary || file.sources(of: $0).first == primary }
            if isOfPrimary { addMetadata(from) }
        case "dimg":
            if file.items[from]?.type == "tmap", reference.to.contains(primary) { hasGainMap = true }
        default: break
        }
    }

    /// Makes metadata that refers to no picture refer to the primary picture. Some programs omit the reference if there
    /// is only one picture.
    private mutating func addUnassignedMetadata() {
        let assigned = Set(file.references.filter { $0.type == "cdsc" }.map(\.from))
        for id in file.items.keys.sorted() where !assigned.contains(id) { addMetadata(id) }
    }

    private mutating func addMetadata(_ id: Int) {
        guard let item = file.items[id], HEIFDecodingSelection.hasData(item), !items.contains(id) else { return }
        let isPacket = item.type == "mime" && item.contentType == XMPPacket.contentType && item.contentEncoding.isEmpty
        guard item.type == "Exif" || isPacket else { return }
        items.insert(id)
        references.append(HEIFItems.Reference(type: "cdsc", from: id, to: [primary]))
    }
}
