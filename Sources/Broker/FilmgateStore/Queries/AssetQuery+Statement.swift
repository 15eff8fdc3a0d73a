import FilmgateModel
import FilmgatePolicy
import FilmgateSQLite

/// Builds the SQL of a fetch. For the default order, SQLite reads an index and need not sort, except in a fetch by
/// identifier.
extension AssetQuery {
    /// Returns the SQL statement of the query.
    ///
    /// - Parameter plan: the way to find the matches of a search.
    func statement(
        in scope: SQLScope, visibleTo visibility: Visibility, searching plan: SearchPlan = .matches
    ) -> SQL {
        if let identifiers { return named(identifiers, in: scope, visibleTo: visibility) }
        switch scope {
        case .everything, .assets: return library(scope, visibility, plan)
        case .members(of: let client, only: let type): return members(of: client, only: type, visibility)
        case .item, .nothing: return "SELECT a.row FROM asset AS a WHERE 0"
        }
    }

    /// Returns the join with the primary resource, or an empty string if no property needs it.
    static func join(for properties: some Sequence<AssetProperty>) -> SQL {
        properties.contains(where: \.isOfResource)
            ? "JOIN resource AS r ON r.asset = a.row AND r.type IN ('photo', 'video')" : ""
    }

    /// The join with the primary resource. A CROSS JOIN is faster than SQLite's own choice, except for conditions on
    /// the content hash, which has an index.
    private var join: SQL {
        let asked = predicates.flatMap(\.properties)
        let join = AssetQuery.join(for: order.map(\.property) + asked)
        return join.text.isEmpty || asked.contains(.contentHash) ? join : "CROSS \(join)"
    }

    private var predicates: [Predicate<AssetProperty>] { [membership?.predicate, predicate].compactMap(\.self) }

    private var order: [Order] { sort.isEmpty ? membership?.order ?? [] : sort }

    /// Returns all conditions on an asset `a` except on its hidden and trashed state, as `AND …` or an empty string.
    private func conditions(in scope: SQLScope, _ visibility: Visibility, _ plan: SearchPlan = .matches) -> SQL {
        var conditions: SQL = ""
        if let search { conditions = " AND \(plan.condition(search.expression(visibleTo: visibility)))" }
        let columns = AssetPredicateColumns(scope: scope, places: visibility.limits.locationPrecision)
        if let membership, membership.predicate != .constant(true) {
            let condition = membership.predicate.condition(on: columns)
            // The text must equal the condition of the smart album's partial index.
            conditions = "\(conditions) AND \(membership.isConstant ? condition.inlined : condition)"
        }
        if let began = membership?.importBegan {
            conditions = "\(conditions) AND a.import_began = \(began.rawValue)"
        }
        if let predicate { conditions = "\(conditions) AND \(predicate.condition(on: columns))" }
        if isAddedByOwner { conditions = "\(conditions) AND a.import_date IS NOT NULL" }
        // All assets come from the user's library, so other sources find nothing.
        if let sources, !sources.contains(.userLibrary) { conditions = "\(conditions) AND 0" }
        return conditions
    }

    private static func condition(_ alias: SQL, _ dates: ClosedRange<Timestamp>) -> SQL {
        "\(alias).creation_date BETWEEN \(dates.lowerBound.rawValue) AND \(dates.upperBound.rawValue)"
    }

    /// Whether the result contains one photo of each burst. An album that clients fill lists all its photos.
    var groupsBursts: Bool { !includesBurstMembers && album == nil }

    private var limitation: SQL { limit == 0 ? "" : "LIMIT \(limit)" }

    /// Returns a total order, so that equal fetches give equal results. The last term is the random identifier.
    private func ordering(in scope: SQLScope, _ visibility: Visibility) -> SQL {
        if order.isEmpty { return "a.creation_date DESC, a.id" }
        let terms = order.flatMap { order in
            order.property.order(in: scope, visibility.limits.locationPrecision).map {
                order.ascending ? $0 : "\($0) DESC" as SQL
            }
        }
        // With ascending dates, identifiers descend, so that SQLite can read the index backwards.
        let tie: SQL = order[0] == Order(by: .creationDate, ascending: true) ? "a.id DESC" : "a.id"
        return (terms + [tie]).joined(by: ", ")
    }

    private func library(_ scope: SQLScope, _ visibility: Visibility, _ plan: SearchPlan) -> SQL {
        var conditions = [scope.exists("a")]
        if !(includesHidden && visibility.listsHidden) { conditions.append("a.hidden = 0") }
        if !(includesTrashed && visibility.seesTrash) { conditions.append("a.trashed_date IS NULL") }
        if groupsBursts { conditions.append(scope.representsBurst("a.row")) }
        if let dates = membership?.dates { conditions.append(AssetQuery.condition("a", dates)) }
        let condition: SQL = "\(conditions.joined(by: " AND ")) \(self.conditions(in: scope, visibility, plan))"
        guard let album else {
            return
                "SELECT a.row FROM asset AS a \(join) WHERE \(condition) ORDER BY \(ordering(in: scope, visibility)) \(limitation)"
        }
        return """
            SELECT a.row FROM album AS l CROSS JOIN album_asset AS p ON p.album = l.row
            CROSS JOIN asset AS a ON a.row = p.asset \(join)
            WHERE l.id = \(album.bytes) AND \(condition) ORDER BY \(order.isEmpty ? "p.position" : ordering(in: scope, visibility)) \(limitation)
            """
    }

    /// Returns the SQL for a limited scope. Limited scopes never list hidden or trashed assets.
    private func members(of client: Int64, only type: MediaType?, _ visibility: Visibility) -> SQL {
        var listed: SQL = "m.client = \(client) AND m.hidden = 0 AND m.trashed = 0"
        if let dates = membership?.dates { listed = "\(listed) AND \(AssetQuery.condition("m", dates))" }
        let usual: SQL = "m.creation_date DESC, m.id"
        let scope = SQLScope.members(of: client, only: type)
        if groupsBursts { listed = "\(listed) AND \(scope.representsBurst("m.asset"))" }
        let conditions: SQL = "\(SQLScope.condition("a.media_type", type)) \(conditions(in: scope, visibility))"
        if order.isEmpty, conditions.text.allSatisfy(\.isWhitespace) {
            return "SELECT m.asset FROM member AS m WHERE \(listed) ORDER BY \(usual) \(limitation)"
        }
        return """
            SELECT a.row FROM member AS m CROSS JOIN asset AS a ON a.row = m.asset \(join) WHERE \(listed) \(conditions)
            ORDER BY \(order.isEmpty ? usual : ordering(in: scope, visibility)) \(limitation)
            """
    }

    /// Returns the SQL for a fetch by identifier, which also finds hidden assets. One blob contains all identifiers,
    /// with 16 bytes for each.
    private func named(_ identifiers: [AssetID], in scope: SQLScope, visibleTo visibility: Visibility) -> SQL {
        let bytes = identifiers.flatMap(\.bytes)
        let trash: SQL = includesTrashed && visibility.seesTrash ? "" : "AND a.trashed_date IS NULL"
        return """
            WITH RECURSIVE wanted (place, id) AS (
                SELECT 0, substr(\(bytes), 1, 16) UNION ALL
                SELECT place + 1, substr(\(bytes), place * 16 + 17, 16) FROM wanted
                WHERE place + 1 < \(identifiers.count))
            SELECT a.row FROM (SELECT id, min(place) AS place FROM wanted GROUP BY id) AS w
            CROSS JOIN asset AS a ON a.id = w.id \(join)
            WHERE \(scope.exists("a")) \(trash) \(conditions(in: scope, visibility))
            ORDER BY \(order.isEmpty ? "w.place" : ordering(in: scope, visibility)) \(limitation)
            """
    }
}
