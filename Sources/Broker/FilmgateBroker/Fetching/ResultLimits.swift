import FilmgateDBus
import FilmgateModel
import FilmgateStore
import FilmgateSystem
import FilmgateWire

/// The limits on a user's open results. Transient albums count as results.
public struct ResultLimits: Sendable {
    public var open = 256
    /// The approximate maximum number of rows in all results together.
    public var rows = 16_000_000
    /// The approximate maximum number of snapshot files that clients have not closed.
    public var snapshots = 256
    public var snapshotBytes = 512 << 20

    public init() {}
}

/// The number of a client's open results, and the number of their rows.
///
/// A client's share depends on the number of other clients and of their open results. It never depends on the rows in
/// these results, because that would reveal photos that the client does not see.
struct ResultTally: Sendable {
    private(set) var open = 0
    private(set) var rows = 0
    /// The client's large results, if it sees everything. If such results have the same rows, the store shares the
    /// rows, so they count once. Results of a client that does not see everything always count, because sharing can
    /// depend on photos that it does not see.
    private var shared: [AssetKeys] = []
    private(set) var largest: (path: ObjectPath, rows: Int)?

    mutating func add(rows: Int) {
        open += 1
        self.rows += rows
    }

    /// - Parameter query: the query of the result. The query stays in memory, where each of its identifiers takes
    ///   four times the memory of a row.
    mutating func add(
        _ content: ResultRegistry.Content, _ query: FetchArguments?, at path: ObjectPath?, seesEverything: Bool
    ) {
        open += 1
        rows += (query?.identifiers.count ?? 0) * 4
        if let path, content.count > largest?.rows ?? 0 { largest = (path, content.count) }
        // Comparing small results is not worth the time.
        guard seesEverything, case .assets(let keys) = content, keys.count > 10_000 else {
            return rows += content.count
        }
        guard !shared.contains(where: { $0.isShared(with: keys) }) else { return }
        shared.append(keys)
        rows += keys.count
    }
}

extension ResultLimits {
    /// - Parameters:
    ///   - own: the client's usage, including the new result.
    ///   - others: the number of results that the user's other clients have open, and the number of these clients.
    /// - Throws: `limitsExceeded`. Its message advises the client what to do.
    func check(_ own: ResultTally, others: (open: Int, clients: Int)) throws(WireError) {
        guard own.open <= fairShare(of: open, usedByOthers: others.open) else {
            throw .limitsExceeded(
                "This app has \(own.open - 1) results and transient albums open, which is its limit now; close some "
                    + "results.")
        }
        let allowed = rows / (others.clients + 2)
        guard own.rows <= allowed else {
            let largest = own.largest.map { " (\($0.path) has \($0.rows))" } ?? ""
            throw .limitsExceeded(
                "This app would hold \(own.rows) rows in open results and may hold \(allowed) now; close results that it "
                    + "no longer needs\(largest), or fetch with a 'limit'.")
        }
    }
}

/// The label of a snapshot file that a client has received. The kernel counts the file's memory as the broker's.
struct DeliveredSnapshot: Sendable {}

extension ClientFileTable<DeliveredSnapshot> {
    /// Records that a client receives a snapshot, unless the snapshot's file was recorded before.
    ///
    /// A client's share depends on the number of other clients and of their files, not on the sizes of these files.
    ///
    /// - Throws: `limitsExceeded` if the client has too many snapshots open, and an error of opening the file again.
    func note(_ snapshot: Snapshot, of client: ClientID, within limits: ResultLimits) throws {
        guard snapshot.isNew else { return }
        guard retrying({ allows(snapshot.bytes, of: client, limits) }) else { throw refusal(of: client) }
        add(
            File(
                label: DeliveredSnapshot(), content: try snapshot.content.reopenedReadOnly(),
                size: UInt64(snapshot.bytes),
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
