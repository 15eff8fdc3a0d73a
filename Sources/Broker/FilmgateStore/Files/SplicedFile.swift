import FilmgateModel
import FilmgateSystem

/// A file that is read as if some of its bytes were replaced.
struct SplicedFile {
    private enum Source {
        /// The file, from an offset on.
        case file(UInt64)
        case bytes([UInt8])
    }

    private struct Segment {
        let range: Range<UInt64>
        let source: Source
    }

    private let file: OwnedDescriptor
    private let parts: [Segment]

    /// - Parameter embedding: it must fit the file's size.
    init(_ file: OwnedDescriptor, size: UInt64, applying embedding: EmbeddingPlan) {
        var parts: [Segment] = []
        var (read, written) = (0 as UInt64, 0 as UInt64)
        for splice in embedding.splices + [FileSplice(offset: size)] {
            let end = written + splice.offset - read
            parts.append(Segment(range: written..<end, source: .file(read)))
            written = end + UInt64(splice.bytes.count)
            parts.append(Segment(range: end..<written, source: .bytes(splice.bytes)))
            read = splice.offset + splice.removed
        }
        (self.file, self.parts) = (file, parts)
    }

    /// Reads bytes of one part, which may be fewer than the buffer has room for. Returns 0 at the end.
    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: UInt64) throws(Errno) -> Int {
        guard let part = parts.first(where: { $0.range.contains(offset) }) else { return 0 }
        let start = offset - part.range.lowerBound
        let count = Int(min(part.range.upperBound - offset, UInt64(buffer.count)))
        let room = UnsafeMutableRawBufferPointer(rebasing: buffer[..<count])
        switch part.source {
        case .file(let place): return try file.read(into: room, at: place + start)
        case .bytes(let bytes):
            room.copyBytes(from: bytes.dropFirst(Int(start)).prefix(count))
            return count
        }
    }
}
