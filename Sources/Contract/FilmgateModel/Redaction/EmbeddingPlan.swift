/// The changes that embed an XMP packet in a copy of a file. All other bytes stay the same.
public struct EmbeddingPlan: Codable, Hashable, Sendable {
    /// The splices, in ascending order of their offsets and without overlaps.
    public var splices: [FileSplice]

    public init(_ splices: [FileSplice] = []) { self.splices = splices }

    /// The maximum size of a packet that a client may pass, in bytes.
    public static let mostPacket = 512 << 10
    /// The maximum number of splices in a plan that a worker proposes.
    public static let mostSplices = 64
    /// The maximum number of inserted bytes, and of removed bytes.
    public static let mostBytes = 960 << 10

    /// Whether the splices are ascending, without overlaps, not empty, and within the limits.
    public var isPlausible: Bool {
        guard splices.count <= EmbeddingPlan.mostSplices else { return false }
        var (end, added, removed) = (0 as UInt64, 0, 0 as UInt64)
        for splice in splices {
            let (next, overflows) = splice.offset.addingReportingOverflow(splice.removed)
            guard !overflows, splice.offset >= end, splice.removed <= EmbeddingPlan.mostBytes,
                splice.removed > 0 || !splice.bytes.isEmpty
            else { return false }
            added += splice.bytes.count
            removed += splice.removed
            end = next
        }
        return added <= EmbeddingPlan.mostBytes && removed <= EmbeddingPlan.mostBytes
    }

    /// Returns whether all removed bytes are within a file of this size.
    public func fits(_ size: UInt64) -> Bool {
        splices.last.map { $0.offset <= size && $0.removed <= size - $0.offset } ?? true
    }

    /// Returns whether all remaining bytes of a file of this size keep their positions. Only a splice at the end of the
    /// file may make the file longer, because other splices would move the bytes after them.
    public func keepsPlaces(in size: UInt64) -> Bool {
        guard let last = splices.last else { return true }
        let growsAtEnd = UInt64(last.bytes.count) >= last.removed && last.offset + last.removed == size
        return splices.dropLast(growsAtEnd ? 1 : 0).allSatisfy { UInt64($0.bytes.count) == $0.removed }
    }

    /// Returns the size of the changed copy of a file.
    public func size(of original: UInt64) -> UInt64 {
        splices.reduce(original) { $0 - $1.removed + UInt64($1.bytes.count) }
    }
}

/// A replacement of bytes in a file by other bytes.
public struct FileSplice: Codable, Hashable, Sendable {
    public let offset: UInt64
    /// The number of bytes that are removed from the file at the offset.
    public let removed: UInt64
    public let bytes: [UInt8]

    public init(offset: UInt64, removed: UInt64 = 0, bytes: [UInt8] = []) {
        (self.offset, self.removed, self.bytes) = (offset, removed, bytes)
    }
}
