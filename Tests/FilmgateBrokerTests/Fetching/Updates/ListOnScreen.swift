import FilmgateTestKit
import Testing

/// A list as an app shows it, of an open result that it follows.
struct ListOnScreen {
    let client: TestClient
    let result: TestClient.Result
    private(set) var ids: [String]

    static func fetched(
        by client: TestClient, _ kind: String = "asset", _ options: [String: BusArgument] = [:]
    ) async throws -> ListOnScreen {
        let result = try await client.fetch(kind, options)
        return ListOnScreen(client: client, result: result, ids: try await read(result, by: client))
    }

    /// The details of `Update`, and whether they lead from the shown list to the result, applied like lists do.
    @discardableResult
    mutating func update() async throws -> UpdateReply {
        let details = UpdateReply(try await client.call("FetchResult1", "Update", at: result.path)[0]?.table ?? [:])
        let now = try await Self.read(result, by: client)
        let (old, before, after) = (ids, Set(ids), Set(now))
        ids = now
        #expect(details.count == now.count)
        guard details.isIncremental else {
            #expect(details.keys == ["count", "incremental"])
            return details
        }
        #expect(details.keys == ["changed", "count", "incremental", "inserted", "moves", "removed"])
        try #require((details.removed + details.moves.map(\.from)).allSatisfy(old.indices.contains))
        try #require((details.inserted + details.changed + details.moves.map(\.to)).allSatisfy(now.indices.contains))
        #expect(details.removed.allSatisfy { !after.contains(old[$0]) })
        #expect(details.inserted.allSatisfy { !before.contains(now[$0]) })
        #expect(details.changed.allSatisfy { before.contains(now[$0]) })
        let rows = try details.applied(to: old)
        #expect(rows.count == now.count && zip(rows, now).allSatisfy { ($0 ?? $1) == $1 })
        return details
    }

    private static func read(_ result: TestClient.Result, by client: TestClient) async throws -> [String] {
        try await client.read(result, "id").compactMap { $0["id"]?.text }
    }

    /// The reply of `Update`.
    struct UpdateReply: CustomStringConvertible {
        var isIncremental = false
        var count = -1
        var removed: [Int] = []
        var inserted: [Int] = []
        var changed: [Int] = []
        var moves: [(from: Int, to: Int)] = []
        let keys: [String]

        init(_ table: [String: Value]) {
            keys = table.keys.sorted()
            isIncremental = table["incremental"]?.flag ?? false
            count = table["count"]?.integer ?? -1
            func numbers(_ key: String) -> [Int] { (table[key]?.list ?? []).compactMap(\.integer) }
            (removed, inserted, changed) = (numbers("removed"), numbers("inserted"), numbers("changed"))
            moves = (table["moves"]?.list ?? []).compactMap { move in
                guard let from = move[0]?.integer, let to = move[1]?.integer else { return nil }
                return (from, to)
            }
        }

        /// Applies it like lists on screens do; nil stands for an arriving element.
        func applied(to old: [String?]) throws -> [String?] {
            var rows = old
            for index in (removed + moves.map(\.from)).sorted().reversed() {
                try #require(rows.indices.contains(index))
                rows.remove(at: index)
            }
            let arrivals = inserted.map { ($0, nil) } + moves.map { ($0.to, old[$0.from]) }
            for (index, id) in arrivals.sorted(by: { $0.0 < $1.0 }) {
                try #require(index <= rows.count)
                rows.insert(id, at: index)
            }
            return rows
        }

        /// `-0 +1 2>0 ~3`: removed, inserted, moved, changed.
        var description: String {
            let parts =
                removed.map { "-\($0)" } + inserted.map { "+\($0)" } + moves.map { "\($0.from)>\($0.to)" }
                + changed.map { "~\($0)" }
            return isIncremental ? parts.joined(separator: " ") : "reload"
        }
    }
}
