import FilmgateModel
import FilmgatePolicy
import FilmgateSQLite
import Synchronization

/// A cache of moments, which group photos by time and place. An entry is valid until a change may affect its moments.
final class MomentCache: Sendable {
    /// The view that shows the moments. Clients without a limited view share an entry if the other values are equal.
    struct Key: Hashable {
        /// The row of the client for a limited view, or nil for the whole library.
        let client: Int64?
        /// The media type that the view is restricted to, or nil for all types.
        let mediaType: MediaType?
        /// The precision of locations, or nil if moments do not depend on locations.
        let places: LocationPrecision?
    }

    private struct CacheEntry {
        let list: MomentList
        /// The number of the last change for which the list is known to be valid.
        var change: Int64
        var used: UInt64
    }

    private struct State {
        var held: [Key: CacheEntry] = [:]
        var uses: UInt64 = 0
    }

    private let state = Mutex(State())
    /// The maximum number of moments in all lists, which then take about 32 MiB. A single list can be larger.
    private static let momentsAtMost = 250_000
    private static let listsAtMost = 64
    fileprivate static let changesLookedAt = 20_000

    /// Returns the cached moments. Returns nil if there are none, or if a later change may affect them.
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
            state.held[key] = CacheEntry(list: list, change: change, used: state.uses)
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
    /// Returns the number of the last change, or 0 if there is none.
    func lastChange() throws -> Int64 {
        try integer("SELECT seq FROM sqlite_sequence WHERE name = 'change'") ?? 0
    }

    /// Returns whether a change after this number may affect the moments. Also returns true if there are too many
    /// changes to examine or the log starts too late.
    fileprivate func changesMoments(since number: Int64, of key: MomentCache.Key) throws -> Bool {
        guard try logReaches(back: number, within: MomentCache.changesLookedAt) else { return true }
        let decisive = ChangeLog.bits([.creationDate, .timeZone, .location, .hidden] + ChangeLog.ofOthers)
        // Includes changes of assets that have left the scope, were trashed or were purged. A purged asset may have
        // been in any scope.
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

extension Library {
    /// Returns the moments of visible assets that are not hidden. For a client that cannot read locations, moments
    /// depend only on time, and days are in UTC. For a client with reduced location precision, moments depend on
    /// rounded locations.
    ///
    /// Moments that are not cached are computed in the client's turn, which takes a second in a large library.
    func moments(visibleTo visibility: Visibility, inTurnOf client: ClientID? = nil) async throws -> MomentList {
        let cache = momentCache
        let found: FoundMoments = try await database.read { database in
            guard let key = try MomentCache.Key(visibility, in: database) else { return .cached(.empty) }
            return try cache.valid(key, in: database).map { .cached($0) } ?? .missing(key)
        }
        switch found {
        case .cached(let list): return list
        case .missing(let key):
            return try await database.readInBackground(for: client?.description ?? "") { database in
                // A different call may have computed the moments while this call waited for its turn.
                if let list = try cache.valid(key, in: database) { return list }
                let list = try MomentList(
                    key, MomentIdentifierGenerator(of: visibility.scope, in: database), in: database)
                cache.hold(list, key, change: try database.lastChange())
                return list
            }
        }
    }
}

private enum FoundMoments {
    case cached(MomentList)
    case missing(MomentCache.Key)
}

extension MomentList {
    /// Computes the moments of a view from its photos.
    fileprivate init(_ key: MomentCache.Key, _ identity: MomentIdentifierGenerator, in database: DatabaseConnection)
        throws
    {
        var finder = MomentFinder()
        var moments: [PhotoMoment] = []
        try database.each(key.photos) { row in
            guard let id = AssetID(bytes: row.blob(1)) else { throw CorruptRowError(table: "asset") }
            var photo = MomentPhoto(id: id, date: Timestamp(rawValue: row.integer(0)))
            if let places = key.places {
                photo.timeZoneOffset = row.optionalInteger(2).map { Int32(clamping: $0) }
                photo.usualOffset = Int32(clamping: row.integer(5))
                let location = row.isNull(3) ? nil : Location(latitude: row.real(3), longitude: row.real(4))
                photo.location = location?.rounded(to: places)
            }
            if let moment = finder.add(photo) { moments.append(moment) }
            return true
        }
        if let moment = finder.finish() { moments.append(moment) }
        self.init(moments, moments.map { identity.moment(from: $0.first) }, yearID: identity.year)
    }
}

extension MomentCache.Key {
    /// Returns nil if the client sees nothing.
    fileprivate init?(_ visibility: Visibility, in database: DatabaseConnection) throws {
        let places = visibility.shows(.location) ? visibility.limits.locationPrecision : nil
        let scope = try SQLScope(visibility, in: database)
        let type = scope.mediaType
        switch scope {
        case .everything, .assets: self.init(client: nil, mediaType: type, places: places)
        case .members(of: let client, only: _): self.init(client: client, mediaType: type, places: places)
        case .item, .nothing: return nil
        }
    }

    /// Selects the photos for the moments, oldest first.
    fileprivate var photos: SQL {
        let columns: SQL =
            places != nil
            ? "a.creation_date, a.id, a.time_zone_offset, a.latitude, a.longitude, a.clock_offset"
            : "a.creation_date, a.id"
        let ofType = SQLScope.condition("a.media_type", mediaType)
        if let client {
            return """
                SELECT \(columns) FROM member AS m CROSS JOIN asset AS a ON a.row = m.asset
                WHERE m.client = \(client) AND m.hidden = 0 AND m.trashed = 0 \(ofType)
                    AND \(SQLScope.members(of: client, only: mediaType).representsBurst("m.asset"))
                ORDER BY m.creation_date, m.id DESC
                """
        }
        return """
            SELECT \(columns) FROM asset AS a WHERE a.hidden = 0 AND a.trashed_date IS NULL \(ofType)
                AND \((mediaType.map(SQLScope.assets) ?? .everything).representsBurst("a.row"))
            ORDER BY a.creation_date, a.id DESC
            """
    }
}
