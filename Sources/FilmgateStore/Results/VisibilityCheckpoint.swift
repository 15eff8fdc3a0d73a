public import FilmgateModel
public import FilmgatePolicy
internal import FilmgateSQLite

/// Up to when, and for whom, a result is known to hold nothing that may be seen no more.
public struct VisibilityCheckpoint: Hashable, Sendable {
    let scope: Scope
    let change: Int64

    /// Whether whoever sees it sees all that there is.
    public var isOfEverything: Bool { scope == .everything }
}

extension AssetKeys {
    /// When they were found, all of them could be seen.
    public func sighting(by visibility: Visibility) -> VisibilityCheckpoint {
        VisibilityCheckpoint(scope: visibility.scope, change: change)
    }
}

extension Library {
    /// Whether a result holds nothing that may be seen no more: until now, or nil where it does.
    ///
    /// The change log tells what has departed since; where it does not, or who asks sees something else than then, every asset of
    /// the result is looked at, as where nothing is known of it. It can have changed only when `visibilityEpoch` has.
    public func stillVisible(
        _ keys: AssetKeys, to visibility: Visibility, since sighting: VisibilityCheckpoint?,
        inTurnOf client: ClientID? = nil
    ) async throws -> VisibilityCheckpoint? {
        let answer: Answer = try await database.read { database in
            let sight = try SQLScope(visibility, in: database)
            let now = VisibilityCheckpoint(scope: visibility.scope, change: try database.lastChange())
            if let sighting, sighting.scope == visibility.scope,
                let departed = try database.departed(
                    from: sight, after: sighting.change, within: max(1_000, keys.count))
            {
                return .known(try database.exist(keys.members(of: departed), in: sight) ? now : nil)
            }
            guard keys.count <= Library.rowsOfShortSnapshot else { return .long }
            return .known(try database.exist(keys.rows(in: 0..<keys.count), in: sight) ? now : nil)
        }
        guard case .known(let sighting) = answer else {
            return try await long(for: client) { database in
                let now = VisibilityCheckpoint(scope: visibility.scope, change: try database.lastChange())
                let sight = try SQLScope(visibility, in: database)
                return try database.exist(keys.rows(in: 0..<keys.count), in: sight) ? now : nil
            }
        }
        return sighting
    }

    private enum Answer {
        case known(VisibilityCheckpoint?)
        /// The log does not tell, and the result is large.
        case long
    }
}

extension AssetKeys {
    /// Those of these rows that are among them.
    fileprivate func members(of rows: Set<Int64>) -> [Int64] { indexes(of: rows).map { self[$0].rawValue } }
}

extension DatabaseConnection {
    fileprivate func exist(_ rows: [Int64], in sight: SQLScope) throws -> Bool {
        if rows.isEmpty { return true }
        let statement: SQL = "SELECT 1 FROM asset AS a WHERE \(sight.exists("a")) AND a.row = ?"
        return try each(statement, forEach: rows) { _ in }
    }
}
