import FilmgateModel
import FilmgatePolicy
import FilmgateSQLite

/// An error for a fetch that exceeded its time limit.
public struct FetchTookTooLong: Error, Hashable, Sendable {
    public let limit: Duration
}

extension Library {
    /// Waits for the client's turn, and runs a slow read within the time limit of a fetch.
    ///
    /// - Throws: `FetchTookTooLong`, `CancellationError` if the task is canceled, and the errors of `body`.
    func readLong<T: Sendable>(
        for client: ClientID?, _ body: @escaping @Sendable (DatabaseConnection) throws -> T
    ) async throws -> T {
        do {
            return try await database.readLong(for: client?.description ?? "", within: fetchTime, body)
        } catch let error as ReadingTookTooLong {
            throw FetchTookTooLong(limit: error.limit)
        }
    }
}

extension AssetQuery {
    /// The maximum work of a short read, about ten milliseconds. Other reads may have to wait for a short read.
    static let shortWork = 20_000

    /// Returns whether the query is slow. A slow query searches for words, matches strings, sorts many assets without
    /// an index, or lists many assets.
    func isLong(in scope: SQLScope, visibleTo visibility: Visibility, of database: DatabaseConnection) throws -> Bool {
        guard search == nil, let work = workPerAsset else { return true }
        let short = AssetQuery.shortWork
        guard work == 0 else { return try assets(in: scope, of: database, upTo: short) > short / work }
        if limit > 0, limit <= short { return false }
        guard membership != nil, identifiers == nil, case .everything = scope else {
            return try assets(in: scope, of: database, upTo: short) > short
        }
        // Counts the results by means of the index, but no more than necessary.
        var probe = self
        probe.limit = UInt32(short + 1)
        let count: SQL = "SELECT count(*) FROM (\(probe.statement(in: scope, visibleTo: visibility)))"
        return try database.first(count) { $0.integer(0) > Int64(short) } ?? false
    }

    /// The approximate work for each asset. It is 0 if an index answers the query, and nil if the work has no limit.
    private var workPerAsset: Int? {
        // Each of the identifiers is looked up.
        var work = identifiers == nil ? 0 : 1
        if let predicate {
            guard let own = predicate.work else { return nil }
            work += own
        }
        if let membership, !membership.isIndexed, membership.predicate != .constant(true) {
            guard let own = membership.predicate.work else { return nil }
            work += own
        }
        for order in sort where !(sort.count == 1 && order.property == .creationDate && album == nil) {
            work += order.property.isLongText ? 10 : 2
        }
        return work
    }

    /// Returns the number of assets that the query examines. In a limited scope, stops counting above the limit.
    private func assets(in scope: SQLScope, of database: DatabaseConnection, upTo limit: Int) throws -> Int {
        if let identifiers { return identifiers.count }
        let count: SQL =
            switch scope {
            case .item, .nothing: "SELECT 0"
            case .members(of: let client, only: _):
                "SELECT count(*) FROM (SELECT 1 FROM member WHERE client = \(client) LIMIT \(limit + 1))"
            case .assets: "SELECT assets + trashed FROM library"
            case .everything:
                if let album {
                    "SELECT assets FROM album WHERE id = \(album.bytes)"
                } else {
                    "SELECT assets + trashed FROM library"
                }
            }
        return try database.first(count) { Int($0.integer(0)) } ?? 0
    }
}

extension Predicate {
    /// The approximate number of comparisons, or nil if the predicate searches text, which can be long.
    fileprivate var work: Int? {
        switch self {
        case .constant, .isNull: return 1
        case .comparison: return 1
        case .between: return 2
        case .near: return 4
        case .isIn(_, let literals): return 1 + literals.count
        case .contains(let property, _):
            if case .words = property.type { return 1 }
            return nil
        case .like: return nil
        case .not(let part): return part.work
        case .and(let parts), .or(let parts):
            var sum = 0
            for part in parts {
                guard let work = part.work else { return nil }
                sum += work
            }
            return sum
        }
    }
}

extension AssetProperty {
    /// Whether the values can be long, so that reading them takes time.
    fileprivate var isLongText: Bool {
        switch type {
        case .text, .texts: true
        case .word, .words, .boolean, .number, .date, .place, .identifier, .contentHash, .unasked: false
        }
    }
}
