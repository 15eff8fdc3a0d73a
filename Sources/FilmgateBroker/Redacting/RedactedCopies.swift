internal import FilmgateModel
internal import FilmgateStore
internal import FilmgateSystem
internal import FilmgateWire

/// The redacted copies that clients hold open. They have no names, so the disk keeps them for as long.
@BrokerActor final class RedactedCopies {
    struct Copy: Sendable {
        let original: OriginalFile
        let removed: Set<MetadataKind>
        /// Those of the removed kinds that the original told.
        let found: Set<MetadataKind>
        /// Open for writing here, and nowhere else.
        let content: OwnedDescriptor
        let size: UInt64
        /// The client for which it was made.
        let client: ClientID
    }

    private var copies: [Copy] = []
    /// Bytes that all copies together may have.
    private static let most: UInt64 = 8 << 30

    /// Returns a copy that a client holds open.
    func copy(of original: OriginalFile, without kinds: Set<MetadataKind>) -> Copy? {
        dropUnused()
        return copies.first { $0.removed == kinds && $0.original.isSame(as: original) }
    }

    /// Checks whether a client may have one more copy made.
    ///
    /// - Throws: `limitsExceeded` if it holds too many. One is always possible.
    func checkRoom(for size: UInt64, of client: ClientID) throws(WireError) {
        dropUnused()
        var (own, others) = (0, 0)
        for copy in copies {
            if copy.client == client { own += Int(clamping: copy.size) } else { others += Int(clamping: copy.size) }
        }
        let share = fairShare(of: Int(RedactedCopies.most), usedByOthers: others, atLeast: 0)
        guard own == 0 || own + Int(clamping: size) <= share else {
            throw .limitsExceeded("This app holds too many files open from which something was removed; close some.")
        }
    }

    func add(_ copy: Copy) { copies.append(copy) }

    private func dropUnused() { copies.removeAll { !$0.content.isOpenElsewhere } }
}
