internal import FilmgateDBus
internal import FilmgateStore
internal import FilmgateWire

/// How much the open results of a user may hold, transient albums included.
public struct ResultLimits: Sendable {
    public var open = 256
    /// Rows of all results together, about.
    public var rows = 16_000_000
    /// Files of snapshots that clients have not closed, and their bytes, about.
    public var snapshots = 256
    public var snapshotBytes = 512 << 20

    public init() {}
}

/// What somebody holds in open results.
///
/// What is left for a client depends on how many others there are and how many results they have open, never on how many rows
/// these hold: that would tell of photos which it does not see.
struct ResultTally: Sendable {
    private(set) var open = 0
    private(set) var rows = 0
    /// Results of somebody who sees everything that hold the same rows, as the store does: they are paid for once. Of anybody else
    /// all are paid for: when the store looks anew for what they see depends on what they do not.
    private var shared: [AssetKeys] = []
    private(set) var largest: (path: ObjectPath, rows: Int)?

    mutating func add(rows: Int) {
        open += 1
        self.rows += rows
    }

    /// - Parameter query: what it was fetched with, of which the identifiers are kept: four times the size of a row.
    mutating func add(
        _ content: ResultRegistry.Content, _ query: FetchArguments?, at path: ObjectPath?, seesEverything: Bool
    ) {
        open += 1
        rows += (query?.identifiers.count ?? 0) * 4
        if let path, content.count > largest?.rows ?? 0 { largest = (path, content.count) }
        // Few rows are not worth the search.
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
    ///   - own: what the client would hold.
    ///   - others: how many results other clients of the user have open, and how many such clients there are.
    /// - Throws: `limitsExceeded` with what to do about it.
    func check(_ own: ResultTally, others: (open: Int, clients: Int)) throws(WireError) {
        // A client may take at most half of what is left, so that one cannot starve the rest.
        guard own.open <= max(1, (open - others.open) / 2) else {
            throw .limitsExceeded(
                "This app has \(own.open - 1) results and transient albums open, which is all that it may now; close some "
                    + "results.")
        }
        let allowed = rows / (others.clients + 2)
        guard own.rows <= allowed else {
            let largest = own.largest.map { " (\($0.path) has \($0.rows))" } ?? ""
            throw .limitsExceeded(
                "This app would hold \(own.rows) rows in open results and may hold \(allowed) now; close results that it "
                    + "needs no more\(largest), or fetch with a 'limit'.")
        }
    }
}
