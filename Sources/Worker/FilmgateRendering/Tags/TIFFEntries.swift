/// Reads the tags in a file with TIFF's structure. libexif reads only 64 KiB, and libtiff reads only known tags.
///
/// Reads a value only if it is within the file, and at most 64 KiB long.
struct TIFFEntries {
    private let file: InputFile
    private let base: UInt64
    private let isLittleEndian: Bool
    private let isBig: Bool
    private static let widths = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4, 0, 0, 8, 8, 8]
    private static let longestValue = 1 << 16
    private static let mostEntries = 4096

    /// - Parameter base: the offset to which all offsets are relative.
    /// - Returns: nil if the file does not begin with the byte order of a TIFF. The number after it is not checked,
    ///   because RAW files have other numbers.
    init?(_ file: InputFile, at base: UInt64 = 0) {
        let head = file.bytes(at: base, count: 4)
        switch (head.prefix(2), head.count) {
        case ([0x49, 0x49], 4): isLittleEndian = true
        case ([0x4D, 0x4D], 4): isLittleEndian = false
        default: return nil
        }
        (self.file, self.base) = (file, base)
        isBig = head[isLittleEndian ? 2 : 3] == 43
    }

    func entries() -> ExifEntries {
        var found = ExifEntries()
        guard let first = isBig ? number(8, 8) : number(4, 4) else { return found }
        var (exif, position) = (nil as Int?, nil as Int?)
        read(first) { tag, entry in
            switch tag {
            case ExifTags.exifFolder: exif = entry.numbers?.first.map { Int($0) }
            case ExifTags.positionFolder: position = entry.numbers?.first.map { Int($0) }
            default: found.add(entry, tag, isPosition: false)
            }
        }
        if let exif { read(exif) { found.add($1, $0, isPosition: false) } }
        if let position { read(position) { found.add($1, $0, isPosition: true) } }
        return found
    }

    /// Returns whether the first directory has a tag. libtiff also reports some tags that are missing.
    func holds(_ tag: Int) -> Bool {
        var isHeld = false
        if let first = isBig ? number(8, 8) : number(4, 4) { read(first) { held, _ in isHeld = isHeld || held == tag } }
        return isHeld
    }

    private func read(_ start: Int, _ body: (Int, ExifEntry) -> Void) {
        let (countWidth, entryWidth, offsetWidth) = isBig ? (8, 20, 8) : (2, 12, 4)
        guard let count = number(start, countWidth), count <= Self.mostEntries else { return }
        for index in 0..<count {
            let place = start + countWidth + entryWidth * index
            guard let tag = number(place, 2), let type = number(place + 2, 2),
                let count = number(place + 4, offsetWidth), Self.widths.indices.contains(type),
                Self.widths[type] > 0, count > 0, count <= Self.longestValue
            else { continue }
            let size = Self.widths[type] * count
            let valuePlace = place + 4 + offsetWidth
            guard size <= Self.longestValue,
                let offset = size <= offsetWidth ? valuePlace : number(valuePlace, offsetWidth),
                let value = bytes(offset, size)
            else { continue }
            body(tag, ExifEntry(type: type, count: count, value: value, isLittleEndian: isLittleEndian))
        }
    }

    private func number(_ offset: Int, _ width: Int) -> Int? {
        bytes(offset, width).flatMap { ByteBlock($0, isLittleEndian: isLittleEndian).number(0, width) }
    }

    private func bytes(_ offset: Int, _ count: Int) -> [UInt8]? {
        guard offset >= 0, UInt64(offset) < file.size else { return nil }
        let bytes = file.bytes(at: base + UInt64(offset), count: count)
        return bytes.count == count ? bytes : nil
    }
}
