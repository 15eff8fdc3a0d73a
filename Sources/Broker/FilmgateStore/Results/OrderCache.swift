import FilmgateModel
import FilmgatePolicy
import FilmgateSQLite
import Synchronization

/// Caches the results of queries until a change may affect them.
///
/// Clients with equal views share an entry, because the key of an entry is a scope and a query. A caller must read
/// `current` before its transaction begins, so that no entry is newer than the transaction.
final class OrderCache: Sendable {
    private let state = Mutex(CachedOrders())
    private let limits: Limits

    struct Limits: Sendable {
        /// The limits for all entries together, except the default listing of the library.
        var orders = 32
        var bytes = 32 << 20
    }

    struct CacheKey: Hashable {
        let scope: SQLScope
        private(set) var query: AssetQuery
        /// The client's location precision, or `exact` if the query does not use locations or places.
        let places: LocationPrecision
        /// The index columns that the query searches, or none if it does not search.
        let searched: [String]
    }

    struct CachedOrders: Sendable {
        fileprivate(set) var listing: DefaultAssetList?
        /// The write count at which the listing was known to be up to date.
        fileprivate var listingValidAsOf: UInt64?
        /// The write count before this copy of the state was made.
        fileprivate var writes: UInt64?
        fileprivate var orders: [CacheKey: Order] = [:]
        fileprivate var uses: UInt64 = 0

        fileprivate struct Order {
            var keys: AssetKeys
            var lastUse: UInt64
        }
    }

    private let writes: WriteCount

    init(writes: WriteCount, limits: Limits = Limits()) {
        self.writes = writes
        self.limits = limits
    }

    var current: CachedOrders {
        let writes = writes.settled
        var current = state.withLock { $0 }
        current.writes = writes
        return current
    }

    /// Returns the default listing, up to the query's limit, if the query requests it and it is known to be current.
    func validAnswer(_ query: AssetQuery, visibleTo visibility: Visibility) -> AssetKeys? {
        guard visibility.scope == .everything, CacheKey(query, in: .everything, visibility).isListing,
            let settled = writes.settled
        else { return nil }
        return state.withLock { $0.listingValidAsOf == settled ? $0.listing?.keys.first(query.count) : nil }
    }

    /// Returns the cached result of a query, or nil if it is missing or outdated.
    func answer(_ question: CacheKey, from current: CachedOrders, in database: DatabaseConnection) throws -> AssetKeys?
    {
        if question.isListing {
            return try listing(from: current, in: database)?.keys.first(question.query.count)
        }
        guard question.query.isHeld, var keys = current.orders[question]?.keys else { return nil }
        let now = try database.lastChange()
        if keys.change != now {
            guard try !database.mayConcern(question, after: keys.change) else { return nil }
            keys.change = now
        }
        hold(keys, for: question)
        return keys
    }

    /// Returns the updated listing, or nil if it must be read again.
    func listing(from current: CachedOrders, in database: DatabaseConnection) throws -> DefaultAssetList? {
        guard var listing = current.listing else { return nil }
        let change = listing.change
        guard try listing.catchUp(in: database) else { return nil }
        if listing.change != change { hold(listing) }
        state.withLock { state in
            if state.listing?.change == listing.change { state.listingValidAsOf = current.writes }
        }
        return listing
    }

    /// Caches a listing, unless a newer one is already cached.
    func hold(_ listing: DefaultAssetList) {
        state.withLock { state in
            if let held = state.listing, held.change >= listing.change { return }
            state.listing = listing
            state.listingValidAsOf = nil
        }
    }

    /// Caches a result, and evicts the least recently used results beyond the limits.
    func hold(_ keys: AssetKeys, for question: CacheKey) {
        guard question.query.isHeld, keys.bytes <= limits.bytes / 2 else { return }
        state.withLock { state in
            if let held = state.orders[question], held.keys.change > keys.change { return }
            state.uses += 1
            state.orders[question] = CachedOrders.Order(keys: keys, lastUse: state.uses)
            var bytes = state.orders.values.reduce(0) { $0 + $1.keys.bytes }
            while state.orders.count > limits.orders || bytes > limits.bytes,
                let oldest = state.orders.min(by: { $0.value.lastUse < $1.value.lastUse })
            {
                bytes -= oldest.value.keys.bytes
                state.orders[oldest.key] = nil
            }
        }
    }
}

extension OrderCache.CacheKey {
    init(_ query: AssetQuery, in scope: SQLScope, _ visibility: Visibility) {
        self.scope = scope
        self.query = query.normal
        let used = query.properties.union(query.membership?.predicate.properties ?? [])
        let usesPlaces = used.contains { $0 == .location || $0 == .place }
        places = usesPlaces ? visibility.limits.locationPrecision : .exact
        searched = query.search == nil ? [] : SearchWords.columns(visibleTo: visibility)
    }

    /// Whether the query requests the default listing.
    var isListing: Bool {
        var plain = AssetQuery()
        plain.limit = query.limit
        return scope == .everything && query == plain
    }

    /// Whether the query searches within the default listing.
    var searchesListing: Bool {
        guard query.search != nil else { return false }
        var question = self
        question.query.search = nil
        return question.isListing
    }
}

extension AssetQuery {
    /// The query in a normal form. Equivalent queries have the same normal form, and share an entry.
    fileprivate var normal: AssetQuery {
        guard identifiers == nil, album == nil else { return self }
        var query = self
        let newest = [Order(by: .creationDate, ascending: false)]
        if let membership, membership.predicate == .constant(true), membership.dates == nil,
            membership.importBegan == nil,
            membership.order.isEmpty || membership.order == newest || !sort.isEmpty
        {
            query.membership = nil
        }
        if sort == newest, query.membership?.order.isEmpty ?? true { query.sort = [] }
        return query
    }

    /// The limit, or `Int.max` if there is none.
    fileprivate var count: Int { limit == 0 ? .max : Int(limit) }

    /// Whether to cache the result: if finding it is slow, and it does not depend on identifiers or albums.
    fileprivate var isHeld: Bool {
        identifiers == nil && album == nil && !decisive.contains(.inAlbum)
            && (limit == 0 || !sort.isEmpty || predicate != nil || membership != nil || search != nil)
    }

    /// The properties that influence the result or its order.
    var decisive: Set<AssetProperty> {
        var properties: Set<AssetProperty> = [.creationDate, .hidden]
        properties.formUnion((sort + (membership?.order ?? [])).map(\.property))
        for predicate in [predicate, membership?.predicate] { properties.formUnion(predicate?.properties ?? []) }
        if search != nil { properties.formUnion(SearchWords.properties) }
        if properties.contains(.playbackStyle) { properties.formUnion([.mediaType, .subtypes]) }
        if properties.contains(.clockOffset) { properties.insert(.timeZone) }
        // The log uses these properties for changes of a burst: which photos form it, and which of them is listed.
        if groupsBursts || properties.contains(.burstID) { properties.formUnion(ChangeLog.ofOthers) }
        return properties
    }
}
