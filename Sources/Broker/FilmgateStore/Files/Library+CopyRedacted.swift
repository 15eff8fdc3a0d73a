public import FilmgateModel
public import FilmgateSystem

extension Library {
    /// Copies a stored file to a file without a name, and redacts the copy. If the size stays the same and the file
    /// system supports it, the two files share their unchanged blocks.
    ///
    /// - Parameter redaction: the changes. They must be within the file.
    /// - Throws: `StagingRefusal`, `CancellationError`, and `Errno` if the copy cannot be written.
    public func copy(_ original: OriginalFile, applying redaction: Redaction, for client: ClientID) async throws
        -> OwnedDescriptor
    {
        let size = try original.content.facts().size
        let allowance = StagingLimits(bytes: size).allowance(forSize: size)
        return try await copies.run(for: client, timeLimit: allowance) { [originals] job in
            job.allow(allowance)
            let target = try originals.unnamedFile()
            let copy = ChangedFileCopier(source: original.content, target: target, job: job)
            if redaction.size(of: size) == size {
                if !target.clone(original.content) { try copy.copyContent(0..<size, to: 0) }
                for change in redaction.changes { try copy.apply(change, at: change.offset) }
            } else {
                try copy.copyContent(0..<size, applying: redaction)
            }
            return target
        }
    }

    /// Copies a file to a file without a name, and replaces bytes in the copy. If no bytes move and the file system
    /// supports it, the two files share their unchanged blocks.
    ///
    /// - Parameter embedding: the plan of the replacement. It must fit the file.
    /// - Throws: `StagingRefusal`, `CancellationError`, and `Errno` if the copy cannot be written.
    public func copy(
        _ file: OwnedDescriptor, applying embedding: EmbeddingPlan, for client: ClientID
    ) async throws -> OwnedDescriptor {
        let size = try file.facts().size
        let allowance = StagingLimits(bytes: size).allowance(forSize: size)
        return try await copies.run(for: client, timeLimit: allowance) { [originals] job in
            job.allow(allowance)
            let target = try originals.unnamedFile()
            if embedding.keepsPlaces(in: size), target.clone(file) {
                for splice in embedding.splices {
                    try splice.bytes.withUnsafeBytes { try target.write($0, at: splice.offset) }
                }
                return target
            }
            let copy = ChangedFileCopier(source: file, target: target, job: job)
            var (read, written) = (0 as UInt64, 0 as UInt64)
            for splice in embedding.splices + [FileSplice(offset: size)] {
                try copy.copyContent(read..<splice.offset, to: written)
                written += splice.offset - read
                try splice.bytes.withUnsafeBytes { try target.write($0, at: written) }
                written += UInt64(splice.bytes.count)
                read = splice.offset + splice.removed
            }
            return target
        }
    }
}

/// Writes a changed copy of a file, on the calling thread.
private struct ChangedFileCopier {
    let source: OwnedDescriptor
    let target: OwnedDescriptor
    let job: CopyJob
    private static let blockBytes: UInt64 = 256 << 10

    func copyContent(_ range: Range<UInt64>, to start: UInt64) throws {
        guard !range.isEmpty else { return }
        let buffer = UnsafeMutableRawBufferPointer.allocate(
            byteCount: Int(ChangedFileCopier.blockBytes), alignment: 4096)
        defer { buffer.deallocate() }
        var offset = range.lowerBound
        while offset < range.upperBound {
            try job.checkIn(after: offset)
            let part = UnsafeMutableRawBufferPointer(
                rebasing: buffer.prefix(Int(min(range.upperBound - offset, UInt64(buffer.count)))))
            let count = try source.read(into: part, at: offset)
            guard count > 0 else { throw StagingRefusal.changedMeanwhile }
            try target.write(
                UnsafeRawBufferPointer(rebasing: part[..<count]), at: start + offset - range.lowerBound)
            offset += UInt64(count)
        }
    }

    /// Copies bytes to the start of the target, and applies the redaction, which can remove bytes.
    func copyContent(_ range: Range<UInt64>, applying redaction: Redaction) throws {
        var (read, written) = (range.lowerBound, 0 as UInt64)
        for change in redaction.changes {
            try copyContent(read..<change.offset, to: written)
            written += change.offset - read
            try apply(change, at: written)
            if case .leaveOut = change.content {} else { written += change.count }
            read = change.offset + change.count
        }
        try copyContent(read..<range.upperBound, to: written)
    }

    func apply(_ change: RedactedRange, at place: UInt64) throws {
        switch change.content {
        case .leaveOut: return
        case .bytes(let bytes): try bytes.withUnsafeBytes { try target.write($0, at: place) }
        case .fill(let byte, let count):
            let block = [UInt8](repeating: byte, count: Int(min(count, ChangedFileCopier.blockBytes)))
            var written: UInt64 = 0
            while written < count {
                try job.checkIn(after: place + written)
                let part = Int(min(count - written, UInt64(block.count)))
                try block.withUnsafeBytes {
                    try target.write(UnsafeRawBufferPointer(rebasing: $0[..<part]), at: place + written)
                }
                written += UInt64(part)
            }
        }
    }
}
