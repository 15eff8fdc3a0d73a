public import FilmgateModel
public import FilmgatePolicy
import FilmgateSQLite

/// A change up to which all assets of a result are known to be visible in a scope.
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
    /// Checks that all assets of a result are still visible. Returns the new checkpoint, or nil if an asset is not
    /// visible.
    ///
    /// Checks only the assets that the change log names. If the log does not reach back far enough, or if the scope
    /// changed, checks every asset of the result. A check is only needed after `visibilityEpoch` changed.
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
        /// The log does not reach back far enough, and the result is large.
        case long
    }
}

extension AssetKeys {
    /// Returns those of the rows that are in the result.
    fileprivate func members(of rows: Set<Int64>) -> [Int64] { indexes(of: rows).map { self[$0].rawValue } }
}

extension DatabaseConnection {
    fileprivate func exist(_ rows: [Int64], in scope: SQLScope) throws -> Bool {
        if rows.isEmpty { return true }
        let statement: SQL = "SELECT 1 FROM asset AS a WHERE \(scope.exists("a")) AND a.row = ?"
        return try each(statement, forEach: rows) { _ in }
    }
}
