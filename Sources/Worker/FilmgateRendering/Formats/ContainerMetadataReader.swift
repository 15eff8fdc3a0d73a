/// Reads metadata blocks in containers whose metadata no library reads. Never reads beyond the end of the file.
enum ContainerMetadataReader {
    private static let most = 16 << 20
    /// The maximum number of resources or chunks. Programs write fewer.
    private static let mostParts = 10_000

    /// Reads Exif, IPTC and XMP of a JPEG 2000 file, which are in `uuid` boxes.
    static func readJPEG2000(_ content: UnsafeRawBufferPointer, _ metadata: inout Metadata) {
        for box in ISOBox.all(in: 0..<content.count, of: content) where box.type == "uuid" {
            let (identifier, block) = (content[box.range].prefix(16), content[box.range].dropFirst(16))
            guard let kind = identifiers[Array(identifier)], block.count <= most else { continue }
            metadata.read(Array(block), as: kind)
        }
    }

    /// Returns whether the samples of a JPEG 2000 file are indexes into a palette.
    static func hasPalette(jpeg2000 content: UnsafeRawBufferPointer) -> Bool {
        ISOBox.all(in: 0..<content.count, of: content).contains { box in
            box.type == "jp2h" && ISOBox.first("pclr", in: ISOBox.all(in: box.range, of: content)) != nil
        }
    }

    /// Reads Exif, IPTC and XMP of a Photoshop document.
    static func readPhotoshop(_ file: InputFile, _ metadata: inout Metadata) {
        for (id, place) in photoshopResources(file) {
            if let kind = resources[id] { metadata.read(file.bytes(at: place.offset, count: place.size), as: kind) }
        }
    }

    /// Returns the color profile of a Photoshop document; empty if there is none.
    static func photoshopProfile(_ file: InputFile) -> [UInt8] {
        let place = photoshopResources(file).first { $0.id == 0x040F }?.place
        return place.map { file.bytes(at: $0.offset, count: $0.size) } ?? []
    }

    /// Returns Photoshop's own resources (`8BIM`) of a plausible size.
    private static func photoshopResources(_ file: InputFile) -> [(id: Int, place: (offset: UInt64, size: Int))] {
        var found: [(id: Int, place: (offset: UInt64, size: Int))] = []
        // The color table follows the header; the resources follow the color table.
        guard let colors = ByteBlock(file.bytes(at: 26, count: 4)).number(0, 4) else { return found }
        var offset = 30 + UInt64(colors)
        guard let length = ByteBlock(file.bytes(at: offset, count: 4)).number(0, 4) else { return found }
        offset += 4
        let end = min(offset + UInt64(length), file.size)
        for _ in 0..<mostParts where offset + 12 <= end {
            let head = ByteBlock(file.bytes(at: offset, count: 8))
            let owner = head.name(0)
            guard owners.contains(owner), let id = head.number(4, 2), let name = head.number(6, 1) else { return found }
            // The name, together with its length byte, occupies an even number of bytes.
            offset += 6 + UInt64((name + 2) / 2 * 2)
            guard let size = ByteBlock(file.bytes(at: offset, count: 4)).number(0, 4) else { return found }
            offset += 4
            guard UInt64(size) <= end - min(offset, end) else { return found }
            if owner == "8BIM", size <= most { found.append((id, (offset, size))) }
            offset += UInt64((size + 1) / 2 * 2)
        }
        return found
    }

    /// Reads the XMP packet of an AVI file.
    static func readAVI(_ file: InputFile, _ metadata: inout Metadata) {
        var offset: UInt64 = 12
        for _ in 0..<mostParts where offset + 8 <= file.size {
            let head = ByteBlock(file.bytes(at: offset, count: 8), isLittleEndian: true)
            guard let size = head.number(4, 4) else { return }
            if head.name(0) == "_PMX", size <= most, UInt64(size) <= file.size - offset - 8 {
                metadata.read(file.bytes(at: offset + 8, count: size), as: .xmp)
                return
            }
            offset += 8 + UInt64((size + 1) / 2 * 2)
        }
    }

    fileprivate enum Kind { case exif, iptc, xmp }

    /// The signatures with which resources of Photoshop and of other programs begin.
    private static let owners: Set<String> = ["8BIM", "MeSa", "PHUT", "AgHg", "DCSR"]

    private static let resources: [Int: Kind] = [0x0404: .iptc, 0x0422: .exif, 0x0424: .xmp]

    /// The identifiers of JPEG 2000 boxes with metadata. The first programs that wrote such boxes chose them.
    private static let identifiers: [[UInt8]: Kind] = [
        Array("JpgTiffExif->JP2".utf8): .exif,
        XMPPacket.boxIdentifier: .xmp,
        [0x33, 0xC7, 0xA4, 0xD2, 0xB8, 0x1D, 0x47, 0x23, 0xA0, 0xBA, 0xF1, 0xA3, 0xE0, 0x97, 0xAD, 0x38]: .iptc,
        [0x05, 0x37, 0xCD, 0xAB, 0x9D, 0x0C, 0x44, 0x31, 0xA7, 0x2A, 0xFA, 0x56, 0x1F, 0x2A, 0x11, 0x3E]: .exif,
    ]
}

extension Metadata {
    /// Reads a block. Ignores all but the first block of each kind.
    fileprivate mutating func read(_ bytes: [UInt8], as kind: ContainerMetadataReader.Kind) {
        switch kind {
        case .exif: if blocks.exif == nil { read(exif: bytes) }
        case .iptc: if blocks.iptc == nil { read(iptc: bytes) }
        case .xmp: if blocks.xmp == nil { read(xmp: bytes) }
        }
    }
}
