import FilmgateModel
import FilmgateStore
import FilmgateSystem
import FilmgateWire

/// Marks a snapshot file that a client was given. The kernel counts its memory as the broker's.
struct GivenSnapshot: Sendable {}

extension HeldFiles<GivenSnapshot> {
    /// Records that a client is given a file.
    ///
    /// A client's share depends on how many other clients there are and how many files they have, not on how large
    /// these files are.
    ///
    /// - Throws: `limitsExceeded` if it has the maximum number, or the failure to open the file again.
    func note(_ snapshot: Snapshot, of client: ClientID, within limits: ResultLimits) throws {
        guard snapshot.isNew else { return }
        guard retrying({ allows(snapshot.bytes, of: client, limits) }) else { throw refusal(of: client) }
        add(
            File(
                label: GivenSnapshot(), content: try snapshot.content.reopenedReadOnly(), size: UInt64(snapshot.bytes),
                client: client))
    }

    private func allows(_ bytes: Int, of client: ClientID, _ limits: ResultLimits) -> Bool {
        let (own, others) = usage(of: client)
        return own.count < fairShare(of: limits.snapshots, usedByOthers: others.count)
            && hasDescriptors(for: client)
            && own.bytes + UInt64(bytes) <= UInt64(limits.snapshotBytes / (clients(besides: client).count + 2))
    }

    private func refusal(of client: ClientID) -> WireError {
        let own = usage(of: client).own
        return .limitsExceeded(
            "This app has \(own.count) snapshots with \(own.bytes >> 20) MiB in total that it has not closed; close their "
                + "files, or ask for fewer rows or properties at a time.")
    }
}
