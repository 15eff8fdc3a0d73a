/// The changes that remove some kinds of metadata from a file.
public struct Redaction: Codable, Hashable, Sendable {
    /// The changes, in ascending order of their offsets and without overlaps.
    public var changes: [RedactedRange]
    /// The kinds of metadata that the worker found in the file.
    public var found: Set<MetadataKind>

    public init(changes: [RedactedRange] = [], found: Set<MetadataKind> = []) {
        self.changes = changes
        self.found = found
    }

    /// The maximum number of changes in a redaction that a worker proposes.
    public static let mostChanges = 20_000
    /// The maximum number of replacement bytes. A printer's color profile alone has half a million bytes.
    public static let mostBytes = 960 << 10
    /// The size of a change in a worker's reply, without the replacement bytes.
    private static let changeBytes = 32
    private static let mostAnswerBytes = 1000 << 10

    /// Whether the changes are ascending, without overlaps, not empty, and within the limits.
    public var isPlausible: Bool {
        guard changes.count <= Redaction.mostChanges else { return false }
        var (end, bytes) = (0 as UInt64, 0)
        for change in changes {
            let (next, overflows) = change.offset.addingReportingOverflow(change.count)
            guard !overflows, change.count > 0, change.offset >= end else { return false }
            if case .bytes(let replacement) = change.content { bytes += replacement.count }
            end = next
        }
        return bytes <= Redaction.mostBytes
            && bytes + changes.count * Redaction.changeBytes <= Redaction.mostAnswerBytes
    }

    /// Returns whether all changes are within a file of this size.
    public func fits(_ size: UInt64) -> Bool {
        changes.last.map { $0.offset <= size && $0.count <= size - $0.offset } ?? true
    }

    /// Returns the size of a redacted copy of the file.
    public func size(of original: UInt64) -> UInt64 {
        changes.reduce(original) { size, change in
            if case .leaveOut(let count) = change.content { size - count } else { size }
        }
    }
}

/// A range of bytes that the redacted copy of a file overwrites or leaves out.
public struct RedactedRange: Codable, Hashable, Sendable {
    public enum Content: Codable, Hashable, Sendable {
        case bytes([UInt8])
        /// One byte, repeated `count` times.
        case fill(UInt8, count: UInt64)
        case leaveOut(count: UInt64)
    }

    public let offset: UInt64
    public let content: Content

    public init(offset: UInt64, content: Content) {
        self.offset = offset
        self.content = content
    }

    public var count: UInt64 {
        switch content {
        case .bytes(let bytes): UInt64(bytes.count)
        case .fill(_, let count), .leaveOut(let count): count
        }
    }
}
