internal import FilmgateModel
internal import FilmgatePolicy
internal import FilmgateSQLite

/// A fetch was given up because its time was over.
public struct FetchTookTooLong: Error, Hashable, Sendable {
    public let limit: Duration
}

extension Library {
    /// Reads in the client's turn, within the time that a fetch may take.
    ///
    /// - Throws: `FetchTookTooLong`; `CancellationError` where the task is cancelled; what `body` throws.
    func long<T: Sendable>(
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
    /// What all others may have to wait for: some ten milliseconds.
    private static let shortWork = 20_000

    /// Whether looking for it may take so long that it must wait its turn: whatever looks at texts, what looks at many assets in an
    /// order that no index has, and what lists many.
    func isLong(in sight: SQLScope, visibleTo visibility: Visibility, of database: DatabaseConnection) throws -> Bool {
        guard let work = workPerAsset else { return true }
        let short = AssetQuery.shortWork
        guard work == 0 else { return try assets(in: sight, of: database, upTo: short) > short / work }
        if limit > 0, limit <= short { return false }
        guard membership != nil, identifiers == nil, case .everything = sight else {
            return try assets(in: sight, of: database, upTo: short) > short
        }
        // How many an index holds, as far as that matters.
        var probe = self
        probe.limit = UInt32(short + 1)
        let count: SQL = "SELECT count(*) FROM (\(probe.statement(in: sight, visibleTo: visibility)))"
        return try database.first(count) { $0.integer(0) > Int64(short) } ?? false
    }

    /// About how much there is to do for each asset; 0 where an index does it, nil where there is no saying.
    private var workPerAsset: Int? {
        // Each is looked up.
        var work = identifiers == nil ? 0 : 1
        if let predicate {
            guard let own = predicate.work else { return nil }
            work += own
        }
        if let membership, !membership.isIndexed, membership.predicate != .constant(true) { work += 1 }
        for order in sort where !(sort.count == 1 && order.property == .creationDate && album == nil) {
            work += order.property.isLongText ? 10 : 2
        }
        return work
    }

    /// Those that it has to look at, at most one more than the limit.
    private func assets(in sight: SQLScope, of database: DatabaseConnection, upTo limit: Int) throws -> Int {
        if let identifiers { return identifiers.count }
        let count: SQL =
            switch sight {
            case .nothing: "SELECT 0"
            case .members(let client):
                "SELECT count(*) FROM (SELECT 1 FROM member WHERE client = \(client) LIMIT \(limit + 1))"
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
    /// About how many comparisons it takes; nil where a text is looked through, which may be long.
    fileprivate var work: Int? {
        switch self {
        case .constant, .isNull: return 1
        case .comparison: return 1
        case .between: return 2
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
    /// Whether its values can be so long that reading them counts.
    fileprivate var isLongText: Bool {
        switch type {
        case .text, .texts: true
        case .word, .words, .boolean, .integer, .real, .date, .place, .identifier, .contentHash, .unasked: false
        }
    }
}
