public import FilmgateModel
public import FilmgatePolicy
import FilmgateSQLite

/// The number of a change at which all assets of a result were visible in a scope.
public struct VisibilityCheckpoint: Hashable, Sendable {
    let scope: Scope
    let change: Int64

    /// Whether the scope is the whole library.
    public var isOfEverything: Bool { scope == .everything }
}

extension AssetKeys {
    /// Returns the checkpoint for the time at which the keys were found.
    public func checkpoint(by visibility: Visibility) -> VisibilityCheckpoint {
        VisibilityCheckpoint(scope: visibility.scope, change: change)
    }
}

extension Library {
    /// Checks that all assets of a result are still visible. Returns a new checkpoint, or nil if an asset is no longer
    /// visible.
    ///
    /// Checks only the assets that became hidden after `checkpoint`. If the change log starts too late or the scope has
    /// changed, checks all assets. A check is only necessary after a change of `visibilityEpoch`.
    public func stillVisible(
        _ keys: AssetKeys, to visibility: Visibility, since checkpoint: VisibilityCheckpoint?,
        inTurnOf client: ClientID? = nil
    ) async throws -> VisibilityCheckpoint? {
        let answer: Answer = try await database.read { database in
            let scope = try SQLScope(visibility, in: database)
            let now = VisibilityCheckpoint(scope: visibility.scope, change: try database.lastChange())
            if let checkpoint, checkpoint.scope == visibility.scope,
                let hidden = try database.assetsHidden(
                    from: scope, after: checkpoint.change, within: max(1_000, keys.count))
            {
                return .known(try database.exist(keys.members(of: hidden), in: scope) ? now : nil)
            }
            guard keys.count <= Library.rowsOfShortSnapshot else { return .long }
            return .known(try database.exist(keys.rows(in: 0..<keys.count), in: scope) ? now : nil)
        }
        guard case .known(let checkpoint) = answer else {
            return try await readLong(for: client) { database in
                let now = VisibilityCheckpoint(scope: visibility.scope, change: try database.lastChange())
                let scope = try SQLScope(visibility, in: database)
                return try database.exist(keys.rows(in: 0..<keys.count), in: scope) ? now : nil
            }
        }
        return checkpoint
    }

    private enum Answer {
        case known(VisibilityCheckpoint?)
        /// All assets of a large result must be checked.
        case long
    }
}

extension AssetKeys {
    fileprivate func members(of rows: Set<Int64>) -> [Int64] { indexes(of: rows).map { self[$0].rawValue } }
}

extension DatabaseConnection {
    fileprivate func exist(_ rows: [Int64], in scope: SQLScope) throws -> Bool {
        if rows.isEmpty { return true }
        let statement: SQL = "SELECT 1 FROM asset AS a WHERE \(scope.exists("a")) AND a.row = ?"
        return try each(statement, forEach: rows) { _ in }
    }
}
