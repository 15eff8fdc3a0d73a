import FilmgateHashing
import FilmgateModel
import FilmgateSystem
import Glibc

/// Copies a file on the calling thread, optionally with changes, and hashes the copy.
struct FileCopier: Sendable {
    let source: OwnedDescriptor
    let limits: StagingLimits
    let allowance: StagingAllowance?
    let staged: StagedByteCounter
    /// Whether to refuse a large file that does not begin like a photo or video.
    var isMedia = false
    var isSynced = true
    /// The changes to make in a copy of a staged file. They must fit the file.
    var embedding = EmbeddingPlan()
    /// The size of a block. A block stays in the processor's second-level cache until it is hashed and written.
    private static let blockBytes = 256 * 1024
    /// The maximum size of files whose format is not checked before copying. A worker process checks every file
    /// afterward in any case.
    private static let mostUnchecked: UInt64 = 16 << 20
    /// The number of bytes after which the disk starts to write, while the next bytes are hashed.
    private static let partBytes: UInt64 = 1024 * 1024

    func make(in originals: Originals, for job: CopyJob) throws -> StagedFile {
        guard source.isReadable else { throw StagingRefusal.notReadable }
        let before = try ofSource { () throws(Errno) in try source.facts() }
        guard before.isRegular else { throw StagingRefusal.notAFile }
        let size = embedding.size(of: before.size)
        guard size <= limits.bytes else { throw StagingRefusal.tooLarge }
        if isMedia, size > FileCopier.mostUnchecked, try FileFormat(head()) == nil { throw StagingRefusal.notMedia }
        // The client's allowance comes first, because a file that exceeds it must not count toward the common limit.
        if embedding.splices.isEmpty {
            try allowance?.draw(size)
        } else {
            try allowance?.grow(from: before.size, to: size)
        }
        let share = try staged.share(size, within: allowance?.room)
        job.allow(limits.allowance(forSize: size))
        let target = try originals.unnamedFile()
        let hash: ContentHash
        if embedding.keepsPlaces(in: before.size), target.clone(source) {
            for splice in embedding.splices {
                try splice.bytes.withUnsafeBytes { try target.write($0, at: splice.offset) }
            }
            hash = try self.hash(of: target, size: size, for: job)
        } else {
            let content = SplicedFileReader(source, size: before.size, applying: embedding)
            hash = try copy(content, to: target, size: size, for: job)
        }
        let after = try ofSource { () throws(Errno) in try source.facts() }
        guard after.size == before.size, after.modified == before.modified, try target.facts().size == size
        else {
            throw StagingRefusal.changedMeanwhile
        }
        if isSynced { try target.synchronize() }
        return StagedFile(
            hash: hash, size: size, descriptor: try target.reopenedReadOnly(), share: share, isSynced: isSynced)
    }

    private func head() throws -> [UInt8] {
        try ofSource { () throws(Errno) in try source.bytes(at: 0, count: FileFormat.headBytes) }
    }

    private func copy(
        _ content: SplicedFileReader, to target: OwnedDescriptor, size: UInt64, for job: CopyJob
    ) throws -> ContentHash {
        var writtenOut: UInt64 = 0
        return try eachBlock(of: size, for: job) { buffer, offset in
            let count = try ofSource { () throws(Errno) in try content.read(into: buffer, at: offset) }
            let block = UnsafeRawBufferPointer(rebasing: buffer[..<count])
            try target.write(block, at: offset)
            let end = offset + UInt64(count)
            if end - writtenOut >= FileCopier.partBytes || end == size {
                target.beginWritingOut(writtenOut..<end)
                writtenOut = end
            }
            return block
        }
    }

    private func hash(of copy: OwnedDescriptor, size: UInt64, for job: CopyJob) throws -> ContentHash {
        try eachBlock(of: size, for: job) { buffer, offset in
            UnsafeRawBufferPointer(rebasing: buffer[..<(try copy.read(into: buffer, at: offset))])
        }
    }

    /// Hashes a file block by block. An empty block before the end means that the source has become shorter.
    private func eachBlock(
        of size: UInt64, for job: CopyJob,
        _ block: (UnsafeMutableRawBufferPointer, UInt64) throws -> UnsafeRawBufferPointer
    ) throws -> ContentHash {
        var digest = SHA256Hasher()
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: FileCopier.blockBytes, alignment: 4096)
        defer { buffer.deallocate() }
        var offset: UInt64 = 0
        while offset < size {
            try job.checkIn(after: offset)
            let room = Int(min(UInt64(buffer.count), size - offset))
            let bytes = try block(UnsafeMutableRawBufferPointer(rebasing: buffer[..<room]), offset)
            guard !bytes.isEmpty else { throw StagingRefusal.changedMeanwhile }
            digest.update(bytes)
            offset += UInt64(bytes.count)
        }
        return digest.finish()
    }

    /// Throws a refusal if the client's file cannot be read. For a staged file, which is on the library's disk, throws
    /// the error itself.
    private func ofSource<T>(_ body: () throws(Errno) -> T) throws -> T {
        do {
            return try body()
        } catch {
            guard embedding.splices.isEmpty else { throw error }
            throw StagingRefusal.unreadable(error)
        }
    }
}

/// Reads a file as if some of its bytes were replaced.
struct SplicedFileReader {
    private enum Source {
        /// Bytes of the file, starting at an offset.
        case file(UInt64)
        case bytes([UInt8])
    }

    private struct Segment {
        let range: Range<UInt64>
        let source: Source
    }

    private let file: OwnedDescriptor
    private let parts: [Segment]

    /// - Parameter embedding: the plan of the replacement. It must fit the file's size.
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

    /// Reads bytes of one segment into the buffer. Returns the number of bytes, which is 0 at the end of the file.
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
