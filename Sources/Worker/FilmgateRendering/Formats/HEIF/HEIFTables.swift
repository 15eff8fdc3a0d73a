/// The beginning of a file for libheif: a `meta` box with the items of a selection, and the header of a box that
/// contains the original file.
struct HEIFTables {
    private let file: HEIFItems
    private let selection: HEIFDecodingSelection
    private let content: UnsafeRawBufferPointer
    private let ids: [Int]
    /// The indexes of properties that libheif cannot apply.
    private let impossible: Set<Int>

    init(_ selection: HEIFDecodingSelection, of file: HEIFItems, _ content: UnsafeRawBufferPointer) {
        (self.file, self.selection, self.content) = (file, selection, content)
        ids = selection.items.sorted()
        impossible = file.impossibleProperties(of: selection.items)
    }

    /// Returns the bytes that precede the file.
    func written() -> [UInt8] {
        // All offsets have eight bytes, so the length does not depend on their values.
        beginning(placesFrom: beginning(placesFrom: 0).count)
    }

    private func beginning(placesFrom start: Int) -> [UInt8] {
        let brands = newBox("ftyp", Array("mif1".utf8) + encoded(0, 4) + Array("mif1heicavif".utf8))
        let size = encoded(1, 4) + Array("mdat".utf8) + encoded(content.count + 16, 8)
        return brands + meta(placesFrom: start) + size
    }

    private func meta(placesFrom start: Int) -> [UInt8] {
        let used = Set(ids.flatMap { file.items[$0]?.properties.map(\.index) ?? [] })
        var parts = HEIFTables.fullBox("hdlr", encoded(0, 4) + Array("pict".utf8) + encoded(0, 13))
        parts += HEIFTables.fullBox("pitm", version: 1, encoded(selection.primary, 4))
        parts += places(from: start)
        parts += HEIFTables.fullBox("iinf", version: 1, encoded(ids.count, 4) + ids.flatMap(entry))
        parts += newBox("iprp", newBox("ipco", file.properties.indices.flatMap { property($0, used) }) + associations())
        if !selection.references.isEmpty {
            parts += HEIFTables.fullBox("iref", version: 1, selection.references.flatMap(reference))
        }
        return HEIFTables.fullBox("meta", parts)
    }

    private func places(from start: Int) -> [UInt8] {
        var bytes = encoded(0x8800, 2) + encoded(ids.count, 4)
        for id in ids {
            let extents = file.items[id]?.extents ?? []
            bytes += encoded(id, 4) + encoded(0, 4) + encoded(extents.count, 2)
            for extent in extents { bytes += encoded(start + extent.lowerBound, 8) + encoded(extent.count, 8) }
        }
        return HEIFTables.fullBox("iloc", version: 2, bytes)
    }

    private func entry(_ id: Int) -> [UInt8] {
        guard let item = file.items[id] else { return [] }
        let texts = item.type == "mime" ? Array(item.contentType.utf8) + [0, 0] : []
        // The primary picture cannot be hidden.
        let isHidden = item.isHidden && id != selection.primary
        let type = item.type.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
        return HEIFTables.fullBox(
            "infe", version: 3, flags: isHidden ? 1 : 0, encoded(id, 4) + encoded(0, 2) + type + [0] + texts)
    }

    /// Returns a property from the file, or an empty box for a property that is unused or that libheif may refuse.
    private func property(_ index: Int, _ used: Set<Int>) -> [UInt8] {
        let box = file.properties[index]
        guard used.contains(index), !impossible.contains(index), box.end - box.start <= HEIFTables.longestProperty,
            isUnderstood(box)
        else { return newBox("free", []) }
        return newBox(box.type, Array(content[box.range]))
    }

    private func isUnderstood(_ box: ISOBox) -> Bool {
        switch box.type {
        case "hvcC", "av1C", "ispe", "pixi", "auxC", "irot", "imir", "pasp", "clli", "mdcv": return true
        case "colr":
            var cursor = BoxCursor(content, box.range)
            guard let kind = cursor.name() else { return false }
            return ["prof", "rICC"].contains(kind) || kind == "nclx" && cursor.rest.count >= 7
        case "clap":
            // The property consists of four fractions. The denominators and the sides must be positive.
            var cursor = BoxCursor(content, box.range)
            let numbers = (0..<8).compactMap { _ in cursor.number(4) }
            let mayBeNegative = [4, 6]
            return numbers.count == 8
                && numbers.indices.allSatisfy { mayBeNegative.contains($0) || (1..<0x8000_0000).contains(numbers[$0]) }
        default: return false
        }
    }

    private func associations() -> [UInt8] {
        var bytes = encoded(ids.count, 4)
        for id in ids {
            let known = (file.items[id]?.properties ?? []).filter { $0.index < min(file.properties.count, 0x7FFF) }
            let properties = known.prefix(255)
            bytes += encoded(id, 4) + encoded(properties.count, 1)
            for property in properties { bytes += encoded(property.index + 1 | (property.isEssential ? 0x8000 : 0), 2) }
        }
        return HEIFTables.fullBox("ipma", version: 1, flags: 1, bytes)
    }

    private func reference(_ reference: HEIFItems.Reference) -> [UInt8] {
        let targets = reference.to.prefix(0xFFFF)
        return newBox(
            reference.type, encoded(reference.from, 4) + encoded(targets.count, 2) + targets.flatMap { encoded($0, 4) })
    }

    private static func fullBox(_ type: String, version: Int = 0, flags: Int = 0, _ content: [UInt8]) -> [UInt8] {
        newBox(type, encoded(version << 24 | flags, 4) + content)
    }

    /// The maximum length of a property, in bytes. The longest properties are color profiles.
    private static let longestProperty = 16 << 20
}
