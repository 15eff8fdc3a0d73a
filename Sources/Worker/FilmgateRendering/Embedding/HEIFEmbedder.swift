import FilmgateModel

/// Embeds metadata as items in HEIF and AVIF files. Each item gets an entry in the tables, and the items' bytes follow
/// the tables. Bytes after the tables move, so the offsets of other items are corrected. The content of other items
/// stays the same.
///
/// libheif writes only pictures that it has encoded, so this code parses the boxes.
struct HEIFEmbedder {
    private let file: InputFile
    /// The `meta` box, which contains the tables.
    private let meta: ISOBox
    private let children: [ISOBox]
    private let primary: Int
    /// The items that describe the primary picture.
    private let describing: Set<Int>
    private var types: ItemInfoTable
    private var places: ItemLocationTable

    /// Returns the changes that embed items.
    ///
    /// - Throws: if the tables cannot hold another entry, or if unknown data may contain offsets of bytes after the
    ///   tables.
    static func splices(_ items: [NewHEIFItem], in file: InputFile) throws(UnreadableFileError) -> [FileSplice] {
        var embedding = try HEIFEmbedder(file)
        return try embedding.splices(items)
    }

    private static let unknown = UnreadableFileError.invalid("Its items are described in an unknown way.")

    private init(_ file: InputFile) throws(UnreadableFileError) {
        let boxes = try ISOBox.all(in: 0..<Int(file.size), of: file).boxes
        // Refuses files with tracks, because this code does not correct the offsets in tracks.
        guard !boxes.contains(where: { ["moov", "moof", "mfra"].contains($0.type) }),
            let meta = ISOBox.first("meta", in: boxes), boxes.count(where: { $0.type == "meta" }) == 1
        else { throw .invalid("XMP is not embedded in sequences of pictures.") }
        let (children, rest) = try ISOBox.all(in: min(meta.content + 4, meta.end)..<meta.end, of: file)
        guard rest == meta.end, meta.content == meta.start + 8,
            ByteBlock(try file.bytes(meta.start..<meta.content)).number(0, 4) == meta.end - meta.start,
            let types = try HEIFEmbedder.table("iinf", in: children, of: file),
            let places = try HEIFEmbedder.table("iloc", in: children, of: file),
            let primary = try HEIFEmbedder.table("pitm", in: children, of: file),
            let id = primary.number(4, primary.number(0, 1) == 0 ? 2 : 4)
        else { throw HEIFEmbedder.unknown }
        // The file's primary picture must be the one that is shown. Otherwise, the new metadata would not be read back.
        let shown = try file.withContent { HEIFItems($0).flatMap { HEIFDecodingSelection($0) }?.primary }
        guard shown == id else { throw HEIFEmbedder.unknown }
        (self.file, self.meta, self.children) = (file, meta, children)
        self.primary = id
        self.types = try ItemInfoTable(types)
        self.places = try ItemLocationTable(places, in: Int(file.size))
        if let links = try HEIFEmbedder.table("iref", in: children, of: file) {
            describing = try HEIFEmbedder.items(describing: id, links)
        } else {
            describing = []
        }
    }

    /// Returns the content of the only box of a type; nil if there is none.
    private static func table(
        _ type: String, in boxes: [ISOBox], of file: InputFile
    ) throws(UnreadableFileError) -> ByteBlock? {
        guard let found = ISOBox.first(type, in: boxes) else { return nil }
        guard found.content == found.start + 8, (4...ISOBox.mostTableBytes).contains(found.range.count),
            boxes.count(where: { $0.type == type }) == 1
        else { throw unknown }
        return ByteBlock(try file.bytes(found.range))
    }

    private static func items(describing primary: Int, _ table: ByteBlock) throws(UnreadableFileError) -> Set<Int> {
        let width = table.number(0, 1) == 0 ? 2 : 4
        var (offset, found) = (4, Set<Int>())
        while offset < table.bytes.count {
            guard let size = table.number(offset, 4), size >= 10 + width, size <= table.bytes.count - offset,
                let id = table.number(offset + 8, width), let count = table.number(offset + 8 + width, 2),
                count <= (size - 10 - width) / width
            else { throw unknown }
            let targets = (0..<count).map { table.number(offset + 10 + width + $0 * width, width) }
            if table.name(offset + 4) == "cdsc", targets.contains(primary) { found.insert(id) }
            offset += size
        }
        return found
    }

    private mutating func splices(_ items: [NewHEIFItem]) throws(UnreadableFileError) -> [FileSplice] {
        var links: [Int] = []
        var blanks: [FileSplice] = []
        var content = Array("mdat".utf8)
        var added: Set<Int> = []
        for item in items {
            let present = types.ids(of: item).filter(describing.contains)
            guard present.count <= 1 else { throw .invalid("It has several items of this kind.") }
            let id: Int
            if let known = present.first {
                id = known
                blanks += try self.blanks(of: id)
                places.remove(id)
            } else {
                id = try types.add(item, unlike: places.ids)
                links.append(id)
            }
            added.insert(id)
            places.put(id, at: content.count + 4, item.bytes.count)
            content += item.bytes
        }
        content = encoded(content.count + 4, 4) + content
        // The size of the tables does not depend on the offsets in them.
        let size = try tables(links, try places.bytes()).count
        let old = meta.start..<meta.end
        try places.move(outOf: old, by: size + content.count - old.count, added, to: meta.start + size)
        let new = try tables(links, try places.bytes()) + content
        let splice = FileSplice(offset: UInt64(old.lowerBound), removed: UInt64(old.count), bytes: new)
        return (blanks + [splice]).sorted { $0.offset < $1.offset }
    }

    /// Returns the changes that fill a replaced item with zeros, except for bytes that also belong to other items.
    private func blanks(of id: Int) throws(UnreadableFileError) -> [FileSplice] {
        guard let place = places[id], place.isInFile else { return [] }
        // A plan has a limited number of changes. The limit also bounds the comparisons with all other items.
        guard place.extents.count <= EmbeddingPlan.mostSplices else { throw HEIFEmbedder.unknown }
        let others = places.extents(except: id)
        var blanks: [FileSplice] = []
        for extent in place.extents.map(\.range) {
            guard extent.upperBound <= Int(file.size) else { throw .truncated("picture") }
            let isShared = others.contains { $0.overlaps(extent) }
            guard !extent.isEmpty, !isShared, !extent.overlaps(meta.start..<meta.end) else { continue }
            blanks.append(
                FileSplice(
                    offset: UInt64(extent.lowerBound), removed: UInt64(extent.count),
                    bytes: [UInt8](repeating: 0, count: extent.count)))
        }
        return blanks
    }

    /// Returns the `meta` box, with links from the new items to the primary picture.
    private func tables(_ links: [Int], _ places: [UInt8]) throws(UnreadableFileError) -> [UInt8] {
        var content = try file.bytes(meta.content..<meta.content + 4)
        for child in children {
            switch child.type {
            case "iinf": content += newBox("iinf", types.bytes)
            case "iloc": content += newBox("iloc", places)
            case "iref":
                let table = try file.bytes(child.range)
                content += newBox("iref", table + references(links, width: table.first == 0 ? 2 : 4))
            default: content += try file.bytes(child.start..<child.end)
            }
        }
        if ISOBox.first("iref", in: children) == nil, !links.isEmpty {
            let isWide = primary > 0xFFFF
            content += newBox("iref", [isWide ? 1 : 0, 0, 0, 0] + references(links, width: isWide ? 4 : 2))
        }
        return newBox("meta", content)
    }

    private func references(_ links: [Int], width: Int) -> [UInt8] {
        links.flatMap { newBox("cdsc", encoded($0, width) + [0, 1] + encoded(primary, width)) }
    }
}

/// A metadata block to add as an item.
struct NewHEIFItem {
    /// `Exif`, or `mime` for XMP.
    let type: String
    let bytes: [UInt8]

    static func packet(_ bytes: [UInt8]) -> NewHEIFItem { NewHEIFItem(type: "mime", bytes: bytes) }

    /// - Parameter block: the TIFF structure without the identifier `Exif`.
    static func exif(_ block: [UInt8]) -> NewHEIFItem {
        NewHEIFItem(type: "Exif", bytes: [0, 0, 0, 6] + JPEGSegmentParser.exifMark + block)
    }
}
