internal import FilmgateModel
internal import FilmgatePolicy
internal import FilmgateSQLite
internal import Synchronization

/// Orders that were asked for, held in memory for as long as nothing has happened that could make them others.
///
/// What one is worth follows from who sees so much, the query, and the changes made so far; clients that see the same share it.
/// Whoever uses it takes `current` before their transaction begins, so that nothing held is newer than what they read.
final class OrderCache: Sendable {
    private let state = Mutex(Current())
    private let limits: Limits

    struct Limits: Sendable {
        /// Of orders and their bytes together, the listing of everything aside.
        var orders = 32
        var bytes = 32 << 20
    }

    /// Whose order it is, of what.
    struct Question: Hashable {
        let sight: SQLScope
        let query: AssetQuery
    }

    struct Current: Sendable {
        fileprivate(set) var listing: Listing?
        /// The writes before which the listing was last found to be as the database has it.
        fileprivate var listingStanding: UInt64?
        /// Those before it was asked what is held.
        fileprivate var writes: UInt64?
        fileprivate var orders: [Question: Order] = [:]
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

    var current: Current {
        let writes = writes.settled
        var current = state.withLock { $0 }
        current.writes = writes
        return current
    }

    /// What a query for all that there is finds, where nothing was written since that was last found out.
    func standingAnswer(_ query: AssetQuery, visibleTo visibility: Visibility) -> AssetKeys? {
        guard visibility.scope == .everything, Question(query, in: .everything).isListing,
            let settled = writes.settled
        else { return nil }
        return state.withLock { $0.listingStanding == settled ? $0.listing?.keys.first(query.count) : nil }
    }

    /// What a query finds now, as far as that is known without looking for it; nil where it is not.
    func answer(_ question: Question, from current: Current, in database: DatabaseConnection) throws -> AssetKeys? {
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

    /// The listing as of now; nil where it has to be made anew.
    func listing(from current: Current, in database: DatabaseConnection) throws -> Listing? {
        guard var listing = current.listing else { return nil }
        let change = listing.change
        guard try listing.catchUp(in: database) else { return nil }
        if listing.change != change { hold(listing) }
        state.withLock { state in
            if state.listing?.change == listing.change { state.listingStanding = current.writes }
        }
        return listing
    }

    /// Keeps it, unless a newer one is there.
    func hold(_ listing: Listing) {
        state.withLock { state in
            if let held = state.listing, held.change >= listing.change { return }
            state.listing = listing
            state.listingStanding = nil
        }
    }

    /// Keeps what was found, in the place of what was used longest ago.
    func hold(_ keys: AssetKeys, for question: Question) {
        guard question.query.isHeld, keys.bytes <= limits.bytes / 2 else { return }
        state.withLock { state in
            if let held = state.orders[question], held.keys.change > keys.change { return }
            state.uses += 1
            state.orders[question] = Current.Order(keys: keys, lastUse: state.uses)
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

extension OrderCache.Question {
    init(_ query: AssetQuery, in sight: SQLScope) {
        self.sight = sight
        self.query = query.normal
    }

    /// Whether it is for all that there is, as everybody is listed it.
    var isListing: Bool {
        var plain = AssetQuery()
        plain.limit = query.limit
        return sight == .everything && query == plain
    }
}

extension AssetQuery {
    /// The same query in the fewest words.
    fileprivate var normal: AssetQuery {
        guard identifiers == nil, album == nil else { return self }
        var query = self
        let newest = [Order(by: .creationDate, ascending: false)]
        if let membership, membership.predicate == .constant(true), membership.dates == nil,
            membership.order.isEmpty || membership.order == newest || !sort.isEmpty
        {
            query.membership = nil
        }
        if sort == newest, query.membership?.order.isEmpty ?? true { query.sort = [] }
        return query
    }

    /// The limit, where there is one.
    fileprivate var count: Int { limit == 0 ? .max : Int(limit) }

    /// Whether its order is worth holding: it takes longer to find than to look up, and follows from assets alone.
    fileprivate var isHeld: Bool {
        identifiers == nil && album == nil
            && (limit == 0 || !sort.isEmpty || predicate != nil || membership != nil)
    }

    /// The properties that decide what it finds, and in which order.
    var decisive: Set<AssetProperty> {
        var properties: Set<AssetProperty> = [.creationDate, .hidden]
        properties.formUnion((sort + (membership?.order ?? [])).map(\.property))
        for predicate in [predicate, membership?.predicate] { properties.formUnion(predicate?.properties ?? []) }
        if properties.contains(.playbackStyle) { properties.formUnion([.mediaType, .subtypes]) }
        return properties
    }
}
