import FilmgateModel
import FilmgatePolicy
import FilmgateSystem
import Synchronization

/// Caches the last snapshots of large results, until something changes.
///
/// A snapshot is only returned to the holder that it was made for, because the file's metadata, such as its time of creation, would
/// reveal something about that holder.
final class SnapshotCache: Sendable {
    private struct Kept: Sendable {
        let snapshot: Snapshot
        let part: SnapshotPart
        let change: Int64
    }

    private let kept = Mutex<[Kept]>([])
    private static let filesAtMost = 2
    private static let bytesAtMost = 64 << 20
    /// Smaller snapshots are written fast enough without a cache.
    private static let rowsAtLeast = 20_000

    func snapshot(of part: SnapshotPart, asOf change: Int64) throws(Errno) -> Snapshot? {
        let found = kept.withLock { kept in
            kept.removeAll { $0.change < change }
            return kept.first { $0.change == change && $0.part.isSame(as: part) }?.snapshot
        }
        return try found?.reopened()
    }

    func keep(_ snapshot: Snapshot, of part: SnapshotPart, asOf change: Int64) throws(Errno) {
        guard part.range.count >= SnapshotCache.rowsAtLeast, snapshot.bytes <= SnapshotCache.bytesAtMost / 2 else {
            return
        }
        let own = Kept(snapshot: try snapshot.reopened(), part: part, change: change)
        kept.withLock { kept in
            kept.append(own)
            if kept.count > SnapshotCache.filesAtMost { kept.removeFirst() }
        }
    }
}

extension SnapshotPart {
    fileprivate func isSame(as other: SnapshotPart) -> Bool {
        holder == other.holder && visibility == other.visibility && range == other.range
            && properties == other.properties && keys.isShared(with: other.keys)
    }
}

extension Snapshot {
    /// Returns the same file, with a position of its own.
    fileprivate func reopened() throws(Errno) -> Snapshot {
        Snapshot(content: try content.reopenedReadOnly(), count: count, columns: columns, ids: ids, isNew: false)
    }
}
