import FilmgateModel
import FilmgatePolicy
import FilmgateSQLite
import Synchronization

/// A least-recently-used cache of moments. An entry is valid until one of the assets in its moments changes.
final class MomentCache: Sendable {
    /// The view that the moments belong to. All clients that see everything and get places with the same precision
    /// share an entry.
    struct Key: Hashable {
        /// Nil for the whole library.
        let client: Int64?
        /// The only type of assets; nil for all types.
        let mediaType: MediaType?
        /// Nil if they do not depend on places.
        let places: LocationPrecision?
    }

    private struct Held {
        let list: MomentList
        /// The number of the last change that the list includes.
        var change: Int64
        var used: UInt64
    }

    private struct State {
        var held: [Key: Held] = [:]
        var uses: UInt64 = 0
    }

    private let state = Mutex(State())
    /// The limit for all lists together, unless one list exceeds it alone: about 32 MiB.
    private static let momentsAtMost = 250_000
    private static let listsAtMost = 64
    fileprivate static let changesLookedAt = 20_000

    /// Returns the cached moments. Returns nil if there are none, or if a change since may affect them.
    func valid(_ key: Key, in database: DatabaseConnection) throws -> MomentList? {
        guard let held = state.withLock({ $0.held[key] }) else { return nil }
        let newest = try database.lastChange()
        if newest != held.change {
            guard try !database.changesMoments(since: held.change, of: key) else { return nil }
        }
        state.withLock { state in
            state.uses += 1
            state.held[key]?.change = newest
            state.held[key]?.used = state.uses
        }
        return held.list
    }

    func hold(_ list: MomentList, _ key: Key, change: Int64) {
        state.withLock { state in
            state.uses += 1
            state.held[key] = Held(list: list, change: change, used: state.uses)
            var moments = state.held.values.reduce(0) { $0 + $1.list.moments.count }
            while state.held.count > 1,
                moments > MomentCache.momentsAtMost || state.held.count > MomentCache.listsAtMost,
                let oldest = state.held.min(by: { $0.value.used < $1.value.used })
            {
                state.held[oldest.key] = nil
                moments -= oldest.value.list.moments.count
            }
        }
    }
}

extension DatabaseConnection {
    /// Returns the number of the last change; 0 before the first one.
    func lastChange() throws -> Int64 {
        try integer("SELECT seq FROM sqlite_sequence WHERE name = 'change'") ?? 0
    }

    /// Whether a change since may affect the moments. True if there were too many changes to examine, or if the log
    /// does not reach back far enough.
    fileprivate func changesMoments(since number: Int64, of key: MomentCache.Key) throws -> Bool {
        guard try logReaches(back: number, within: MomentCache.changesLookedAt) else { return true }
        let decisive = ChangeLog.bits([.creationDate, .timeZone, .location, .hidden])
        // An asset has left a scope, is in the trash, or was purged. The scopes of a purged asset are unknown.
        let isConcerned: SQL =
            key.client.map { client in
                """
                (c.client = \(client) OR c.kind = 'deleted' OR EXISTS (
                    SELECT 1 FROM member AS m WHERE m.asset = c.asset AND m.client = \(client)))
                """
            } ?? "c.kind NOT IN ('entered', 'left', 'deleted')"
        return try exists(
            """
            SELECT 1 FROM change AS c WHERE c.number > \(number) AND \(isConcerned)
            AND (c.kind IN ('inserted', 'trashed', 'restored', 'deleted', 'entered', 'left')
                OR c.kind = 'updated' AND c.properties & \(decisive))
            """)
    }
}
