/// The mirroring to apply to a picture after libheif has decoded it.
struct HEIFMirror {
    fileprivate(set) var exchangesSides = false
    fileprivate(set) var exchangesTopAndBottom = false
}

/// Properties that libheif 1.15 cannot apply. It refuses pictures with such properties, so the tables for libheif omit
/// these properties.
extension HEIFItems {
    /// Returns the mirroring that Filmgate itself must apply, because the tables for libheif omit it.
    func mirror(of selection: HEIFDecodingSelection) -> HEIFMirror {
        var mirror = HEIFMirror()
        guard isDeep(selection.items) else { return mirror }
        for property in items[selection.primary]?.properties ?? [] {
            switch propertyType(property.index) {
            case "imir" where firstByte(of: property.index) & 1 == 1: mirror.exchangesSides.toggle()
            case "imir": mirror.exchangesTopAndBottom.toggle()
            // A quarter turn swaps the directions of an earlier mirroring.
            case "irot" where firstByte(of: property.index) & 1 == 1:
                swap(&mirror.exchangesSides, &mirror.exchangesTopAndBottom)
            default: break
            }
        }
        return mirror
    }

    /// Returns the properties to omit: the mirroring of pictures with more than 8 bits, and clean apertures outside the
    /// picture.
    func impossibleProperties(of ids: Set<Int>) -> Set<Int> {
        let areDeep = isDeep(ids)
        var found: Set<Int> = []
        for id in ids {
            var size: (width: Int, height: Int)?
            for property in items[id]?.properties ?? [] {
                switch propertyType(property.index) {
                case "imir": if areDeep { found.insert(property.index) }
                case "clap":
                    size = size ?? self.size(of: id)
                    if let size, !isAperture(property.index, inside: size) { found.insert(property.index) }
                default: break
                }
            }
        }
        return found
    }

    /// Returns whether any of the items has more than 8 bits per sample.
    private func isDeep(_ ids: Set<Int>) -> Bool {
        ids.contains { id in
            items[id]?.properties.contains { property in
                switch propertyType(property.index) {
                case "hvcC":
                    let depths = bytes(of: property.index).dropFirst(17).prefix(2)
                    return depths.contains { $0 & 7 > 0 }
                case "av1C": return (bytes(of: property.index).dropFirst(2).first ?? 0) & 0x40 != 0
                default: return false
                }
            } ?? false
        }
    }

    /// Returns whether a clean aperture contains any pixels of the picture, rounded as in libheif.
    private func isAperture(_ index: Int, inside size: (width: Int, height: Int)) -> Bool {
        var cursor = BoxCursor(content, properties[index].range)
        let numbers = (0..<8).compactMap { _ in cursor.number(4).map { Double(Int32(truncatingIfNeeded: $0)) } }
        guard numbers.count == 8 else { return false }
        func shows(_ length: Double, _ offset: Double, of side: Int) -> Bool {
            let first = (offset + Double(side - 1) / 2 - (length - 1) / 2).rounded(.down)
            return max(first, 0) <= min((first + length - 1).rounded(), Double(side - 1))
        }
        return shows(numbers[0] / numbers[1], numbers[4] / numbers[5], of: size.width)
            && shows(numbers[2] / numbers[3], numbers[6] / numbers[7], of: size.height)
    }

    private func firstByte(of index: Int) -> UInt8 { bytes(of: index).first ?? 0 }

    private func bytes(of index: Int) -> [UInt8] { Array(content[properties[index].range].prefix(32)) }
}
