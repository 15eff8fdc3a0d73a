import CFilmgateTIFF
import FilmgateModel

/// Embeds XMP and the orientation in TIFF files. libtiff appends a new first directory, and changes the header to refer
/// to it. All other bytes stay in their places, so references stay valid.
enum TIFFEmbedder {
    static func splices(
        _ packet: [UInt8]?, orientation: UInt32? = nil, in file: InputFile
    ) throws(UnreadableFileError) -> [FileSplice] {
        let failure = UnreadableFileError.invalid("XMP cannot be embedded in this TIFF.")
        let overlay = FileOverlay(file)
        guard let before = TIFFDirectory(overlay), try TIFFContainer(file).hasAllSamples else { throw failure }
        guard let opened = overlay.openTIFF("r+m", write: writeOverlay) else { throw failure }
        let isWritten =
            TIFFSetDirectory(opened, 0) != 0
            && packet.map { fg_tiff_set_packet(opened, $0, UInt32($0.count)) } ?? true
            && orientation.map { fg_tiff_set_orientation(opened, $0) } ?? true
            && TIFFRewriteDirectory(opened) != 0
        TIFFClose(opened)
        guard isWritten, !overlay.hasFailed, let after = TIFFDirectory(overlay), after.start >= Int(file.size),
            after.keepsAll(of: before, in: overlay, but: packet != nil, orientation != nil)
        else { throw failure }
        let splices = overlay.splices
        // libtiff may change only the reference in the header.
        guard splices.dropLast().allSatisfy({ $0.offset >= 4 && $0.offset + $0.removed <= 16 }) else { throw failure }
        return splices
    }
}

/// The entries of a file's first directory.
private struct TIFFDirectory {
    let start: Int
    private let next: Int
    private let tags: [Int: Entry]
    private let isLittleEndian: Bool

    private struct Entry {
        let type: Int
        let count: Int
        /// The offset of the values in the file.
        let place: Int
        /// The size of each value in bytes.
        let width: Int
    }

    private static let widths = [
        1: 1, 2: 1, 3: 2, 4: 4, 5: 8, 6: 1, 7: 1, 8: 2, 9: 4, 10: 8, 11: 4, 12: 8, 13: 4, 16: 8, 17: 8, 18: 8,
    ]
    private static let fractions: Set<Int> = [5, 10]

    private static let packetTag = 700
    private static let orientationTag = 274
    /// The tag of the planar configuration. libtiff writes this tag even if it has the default value.
    private static let planarTag = 284
    /// The integer types. libtiff may choose a different type that is wide enough.
    private static let wholeNumbers: Set<Int> = [3, 4, 13, 16, 18]
    /// The tags with the offsets and lengths of strips. libtiff may list an uncompressed strip as several strips.
    private static let stripTags: Set<Int> = [273, 279]
    private static let rowsTag = 278
    private static let mostEntries = 4096

    /// Returns nil if the directory cannot be read.
    init?(_ file: FileOverlay) {
        func block(_ offset: Int, _ count: Int) -> ByteBlock {
            ByteBlock(file.bytes(at: UInt64(max(0, offset)), count: count), isLittleEndian: head.first == 0x49)
        }
        let head = file.bytes(at: 0, count: 16)
        let isBig = block(2, 2).number(0, 2) == 43
        let (countWidth, entryWidth, width) = isBig ? (8, 20, 8) : (2, 12, 4)
        guard let start = block(0, 16).number(isBig ? 8 : 4, width),
            let count = block(start, countWidth).number(0, countWidth), count <= TIFFDirectory.mostEntries
        else { return nil }
        var tags: [Int: Entry] = [:]
        for index in 0..<count {
            let entry = block(start + countWidth + entryWidth * index, entryWidth)
            guard let tag = entry.number(0, 2), let type = entry.number(2, 2), let count = entry.number(4, width),
                let bytes = TIFFDirectory.widths[type], tags[tag] == nil,
                let inside = entry.number(4 + width, width), count <= Int(file.size) / bytes
            else { return nil }
            let own = start + countWidth + entryWidth * index + 4 + width
            let place = count * bytes <= width ? own : inside
            tags[tag] = Entry(type: type, count: count, place: place, width: bytes)
        }
        guard let next = block(start + countWidth + entryWidth * count, width).number(0, width) else { return nil }
        (self.start, self.next, self.tags) = (start, next, tags)
        isLittleEndian = head.first == 0x49
    }

    /// Returns whether this directory has all entries of an earlier directory, and no others except the new packet and
    /// the new orientation.
    func keepsAll(of other: TIFFDirectory, in file: FileOverlay, but packet: Bool, _ orientation: Bool) -> Bool {
        let set = (packet ? [TIFFDirectory.packetTag] : []) + (orientation ? [TIFFDirectory.orientationTag] : [])
        guard next == other.next, set.allSatisfy({ tags[$0] != nil }) else { return false }
        let added = Set(set + [TIFFDirectory.planarTag])
        guard Set(tags.keys).subtracting(added) == Set(other.tags.keys).subtracting(added) else { return false }
        let isDivided = TIFFDirectory.stripTags.contains { tag in
            other.tags[tag]?.count == 1 && (tags[tag]?.count ?? 0) > 1
        }
        return tags.allSatisfy { tag, entry in
            guard !added.contains(tag), let before = other.tags[tag] else { return true }
            if isDivided, tag == TIFFDirectory.rowsTag || TIFFDirectory.stripTags.contains(tag) { return true }
            return entry.count == before.count && areEqual(entry, before, in: file)
        }
    }

    private func areEqual(_ entry: Entry, _ before: Entry, in file: FileOverlay) -> Bool {
        let pair = [entry, before].map { file.bytes(at: UInt64($0.place), count: $0.count * $0.width) }
        guard pair[0].count == entry.count * entry.width, pair[1].count == before.count * before.width else {
            return false
        }
        if entry.type == before.type, pair[0] == pair[1] { return true }
        let blocks = pair.map { ByteBlock($0, isLittleEndian: isLittleEndian) }
        if TIFFDirectory.wholeNumbers.isSuperset(of: [entry.type, before.type]) {
            return (0..<entry.count).allSatisfy { index in
                let value = blocks[0].number(index * entry.width, entry.width)
                return value != nil && value == blocks[1].number(index * before.width, before.width)
            }
        }
        // Compares fractions by value, because libtiff reduces them.
        guard entry.type == before.type, TIFFDirectory.fractions.contains(entry.type) else { return false }
        return (0..<entry.count).allSatisfy { index in
            let parts = blocks.map { block in [0, 4].compactMap { block.number(index * 8 + $0, 4) } }
            guard parts.allSatisfy({ $0.count == 2 }) else { return false }
            if parts[0] == parts[1] { return true }
            guard entry.type == 5, parts[0][1] != 0, parts[1][1] != 0 else { return false }
            return UInt64(parts[0][0]) * UInt64(parts[1][1]) == UInt64(parts[1][0]) * UInt64(parts[0][1])
        }
    }
}

/// A file with libtiff's changes and additions, which are kept only in memory.
private final class FileOverlay: FileStream {
    /// The new values of bytes in the file.
    private var changed: [UInt64: UInt8] = [:]
    /// The bytes that were added after the end of the file.
    private var added: [UInt8] = []
    /// Whether libtiff changed or added more bytes than a directory needs.
    private(set) var hasFailed = false

    private static let mostChanged = 64
    private static let mostAdded = EmbeddingPlan.mostBytes

    override var size: UInt64 { file.size + UInt64(added.count) }

    func bytes(at offset: UInt64, count: Int) -> [UInt8] {
        var bytes = offset < file.size ? file.bytes(at: offset, count: count) : []
        for (place, byte) in changed where place >= offset && place - offset < UInt64(bytes.count) {
            bytes[Int(place - offset)] = byte
        }
        let start = Int(clamping: offset + UInt64(bytes.count)) - Int(clamping: file.size)
        if bytes.count < count, start >= 0, start < added.count {
            bytes += added[start..<min(added.count, start + count - bytes.count)]
        }
        return bytes
    }

    override func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        let bytes = bytes(at: position, count: buffer.count)
        buffer.copyBytes(from: bytes)
        position += UInt64(bytes.count)
        return bytes.count
    }

    func write(_ buffer: UnsafeRawBufferPointer) -> Int {
        for byte in buffer {
            if position < file.size {
                changed[position] = byte
            } else {
                let place = Int(position - file.size)
                guard place < FileOverlay.mostAdded else {
                    hasFailed = true
                    return -1
                }
                while added.count <= place { added.append(0) }
                added[place] = byte
            }
            position += 1
        }
        if changed.count > FileOverlay.mostChanged { hasFailed = true }
        return hasFailed ? -1 : buffer.count
    }

    /// The changes in the file, followed by the bytes that were added at the end of the file.
    var splices: [FileSplice] {
        var splices: [FileSplice] = []
        for (place, byte) in changed.sorted(by: { $0.key < $1.key }) {
            if let last = splices.last, last.offset + last.removed == place {
                splices[splices.count - 1] = FileSplice(
                    offset: last.offset, removed: last.removed + 1, bytes: last.bytes + [byte])
            } else {
                splices.append(FileSplice(offset: place, removed: 1, bytes: [byte]))
            }
        }
        return splices + [FileSplice(offset: file.size, bytes: added)]
    }
}

private func writeOverlay(_ context: thandle_t?, _ buffer: UnsafeMutableRawPointer?, _ count: tmsize_t) -> tmsize_t {
    guard let context else { return -1 }
    let overlay = Unmanaged<FileOverlay>.fromOpaque(context).takeUnretainedValue()
    return tmsize_t(overlay.write(UnsafeRawBufferPointer(start: buffer, count: Int(count))))
}
