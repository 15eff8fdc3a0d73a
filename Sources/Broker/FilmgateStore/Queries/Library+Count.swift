public import FilmgateModel
public import FilmgatePolicy
import FilmgateSQLite

extension Library {
    /// Counts the assets that a query finds, grouped by the values of a property. Dates are sorted from newest to
    /// oldest, other values from most to least frequent.
    ///
    /// - Returns: at most `ContractLimits.valuesCounted` values.
    /// - Throws: the errors of `fetch`.
    public func count(
        by property: CountedProperty, of query: AssetQuery, visibleTo visibility: Visibility,
        inTurnOf client: ClientID? = nil
    ) async throws -> [ValueCount] {
        let used = query.properties.union([property.property])
        if let withheld = WithheldPropertyError(among: used, for: visibility) { throw withheld }
        if property.isOfDate, let kept = try await keptDays(of: query, visibleTo: visibility) {
            return kept.counts(by: property)
        }
        return try await readLong(for: client) { database in
            let scope = try SQLScope(visibility, in: database)
            if let album = query.album {
                guard case .everything = scope, try database.row(of: album) != nil else { throw NoSuchAlbum() }
            }
            let plan = try query.searchPlan(in: scope, visibleTo: visibility, of: database)
            let found = query.statement(in: scope, visibleTo: visibility, searching: plan)
            return try database.counts(by: property, of: found, visibility.limits.locationPrecision)
        }
    }

    /// Returns the stored number of assets for each day, or nil if these numbers cannot answer the query quickly.
    private func keptDays(of query: AssetQuery, visibleTo visibility: Visibility) async throws -> [DayCount]? {
        var plain = AssetQuery()
        (plain.sort, plain.includesBurstMembers) = (query.sort, query.includesBurstMembers)
        let includesBurstMembers = query.includesBurstMembers
        guard query == plain else { return nil }
        return try await database.read { database in
            let scope = try SQLScope(visibility, in: database)
            switch scope {
            case .everything, .assets: break
            case .members, .item, .nothing: return nil
            }
            // Each listed photo in a burst must be examined, so that a burst counts as one asset.
            let short = AssetQuery.shortWork
            let photos: SQL = "SELECT count(*) FROM (SELECT 1 FROM burst_asset LIMIT \(short + 1))"
            guard try includesBurstMembers || database.integer(photos) ?? 0 <= Int64(short) else {
                return nil
            }
            let ofType = SQLScope.condition("media_type", scope.mediaType)
            let covered: SQL = """
                UNION ALL SELECT a.day, -1 FROM burst_asset AS b CROSS JOIN asset AS a ON a.row = b.asset
                WHERE b.listed = 1 \(SQLScope.condition("a.media_type", scope.mediaType))
                    AND NOT \(scope.representsBurst("b.asset"))
                """
            return try database.all(
                """
                SELECT day, sum(assets) FROM (
                    SELECT day, assets FROM listed_day WHERE assets > 0 \(ofType) \(includesBurstMembers ? "" : covered))
                GROUP BY day HAVING sum(assets) > 0 ORDER BY day DESC
                """, DayCount.init)
        }
    }
}

private struct DayCount {
    let day: LocalDay
    let count: Int64

    init(_ row: borrowing Row) {
        day = LocalDay(number: Int32(clamping: row.integer(0)))
        count = row.integer(1)
    }
}

extension [DayCount] {
    /// - Note: The days must be sorted from newest to oldest.
    fileprivate func counts(by property: CountedProperty) -> [ValueCount] {
        var counts: [ValueCount] = []
        for day in self {
            guard let value = day.day.text(of: property) else { continue }
            let count = UInt32(clamping: day.count)
            if counts.last?.value == value {
                let sum = counts[counts.count - 1].count.addingClamped(count)
                counts[counts.count - 1].count = sum
            } else if counts.count == ContractLimits.valuesCounted {
                break
            } else {
                counts.append(ValueCount(value, count))
            }
        }
        return counts
    }
}

extension DatabaseConnection {
    /// - Parameter found: a statement that selects the row numbers of assets.
    fileprivate func counts(
        by property: CountedProperty, of found: SQL, _ precision: LocationPrecision
    ) throws -> [ValueCount] {
        let source: SQL = "found AS f CROSS JOIN asset AS a ON a.row = f.row"
        func values<T>(_ value: SQL, from source: SQL, _ decode: (borrowing Row) throws -> T) throws -> [T] {
            try all("WITH found (row) AS (\(found)) SELECT \(value) FROM \(source)", decode)
        }
        let most: SQL = "ORDER BY 2 DESC, 1 LIMIT \(ContractLimits.valuesCounted)"
        func grouped(_ value: SQL, from source: SQL, _ number: SQL = "count(*)") throws -> [ValueCount] {
            try values("\(value), \(number)", from: "\(source) WHERE \(value) IS NOT NULL GROUP BY 1 \(most)") {
                ValueCount($0.text(0), UInt32(clamping: $0.integer(1)))
            }
        }
        switch property {
        case .year, .month, .day:
            return try values("a.day, count(*)", from: "\(source) GROUP BY 1 ORDER BY 1 DESC", DayCount.init)
                .counts(by: property)
        case .mediaType: return try grouped("a.media_type", from: source)
        case .rating: return try grouped("CAST(a.rating AS TEXT)", from: source)
        case .favorite: return try grouped("iif(a.favorite, 'true', 'false')", from: source)
        case .camera: return try grouped("a.camera", from: source)
        case .place: return try grouped(precision.nameColumn, from: source)
        case .keyword:
            return try grouped(
                "k.value", from: "\(source) CROSS JOIN json_each(a.keywords) AS k", "count(DISTINCT a.row)")
        case .subtype:
            var counts: [MediaSubtype: Int64] = [:]
            let sets = try values("a.subtypes, count(*)", from: "\(source) GROUP BY 1") {
                (subtypes: Set<MediaSubtype>(column: $0.integer(0)), count: $0.integer(1))
            }
            for (subtypes, count) in sets {
                for subtype in subtypes { counts[subtype, default: 0] += count }
            }
            return counts.map { ValueCount($0.key.rawValue, UInt32(clamping: $0.value)) }
                .sorted { ($1.count, $0.value) < ($0.count, $1.value) }
        }
    }
}
