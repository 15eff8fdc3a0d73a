internal import FilmgateModel
internal import FilmgatePolicy
internal import FilmgateSQLite

/// The SQL of a fetch. In its default order each of the three forms reads an index in that order and sorts nothing.
extension AssetQuery {
    func statement(in sight: Sight, visibleTo visibility: Visibility) -> SQL {
        if let identifiers { return named(identifiers, in: sight, visibleTo: visibility) }
        switch sight {
        case .everything: return everything(visibility)
        case .members(of: let client): return members(of: client)
        case .nothing: return "SELECT a.row FROM asset AS a WHERE 0"
        }
    }

    /// Joins the resource that an asset's own properties describe, where one of these is kept there.
    static func join(for properties: some Sequence<AssetProperty>) -> SQL {
        properties.contains(where: \.isOfResource)
            ? "JOIN resource AS r ON r.asset = a.row AND r.type IN ('photo', 'video')" : ""
    }

    private var join: SQL { AssetQuery.join(for: sort.map(\.property)) }

    private var limitation: SQL { limit == 0 ? "" : "LIMIT \(limit)" }

    /// Total, so that two equal fetches never differ; its last column is random.
    private var ordering: SQL {
        if sort.isEmpty { return "a.creation_date DESC, a.id" }
        let terms = sort.map { $0.ascending ? $0.property.order : "\($0.property.order) DESC" }
        // Against the identifiers where the dates ascend: the index, read backwards.
        let tie: SQL = sort[0].ascending ? "a.id DESC" : "a.id"
        return "\(terms.joined(by: ", ")), \(tie)"
    }

    private func everything(_ visibility: Visibility) -> SQL {
        var conditions: [SQL] = ["1"]
        if !(includesHidden && visibility.listsHidden) { conditions.append("a.hidden = 0") }
        if !(includesTrashed && visibility.seesTrash) { conditions.append("a.trashed_date IS NULL") }
        let condition = conditions.joined(by: " AND ")
        guard let album else {
            return "SELECT a.row FROM asset AS a \(join) WHERE \(condition) ORDER BY \(ordering) \(limitation)"
        }
        return """
            SELECT a.row FROM album AS l CROSS JOIN album_asset AS p ON p.album = l.row
            CROSS JOIN asset AS a ON a.row = p.asset \(join)
            WHERE l.id = \(album.bytes) AND \(condition) ORDER BY \(sort.isEmpty ? "p.position" : ordering) \(limitation)
            """
    }

    /// No scope but the whole library lists what is hidden or trashed.
    private func members(of client: Int64) -> SQL {
        let listed: SQL = "m.client = \(client) AND m.hidden = 0 AND m.trashed = 0"
        if sort.isEmpty {
            return "SELECT m.asset FROM member AS m WHERE \(listed) ORDER BY m.creation_date DESC, m.id \(limitation)"
        }
        return """
            SELECT a.row FROM member AS m CROSS JOIN asset AS a ON a.row = m.asset \(join) WHERE \(listed)
            ORDER BY \(ordering) \(limitation)
            """
    }

    /// Names show hidden assets too. However many there are, they travel as one value of 16 bytes each.
    private func named(_ identifiers: [AssetID], in sight: Sight, visibleTo visibility: Visibility) -> SQL {
        let bytes = identifiers.flatMap(\.bytes)
        let trash: SQL = includesTrashed && visibility.seesTrash ? "" : "AND a.trashed_date IS NULL"
        return """
            WITH RECURSIVE wanted (place, id) AS (
                SELECT 0, substr(\(bytes), 1, 16) UNION ALL
                SELECT place + 1, substr(\(bytes), place * 16 + 17, 16) FROM wanted
                WHERE place + 1 < \(identifiers.count))
            SELECT a.row FROM (SELECT id, min(place) AS place FROM wanted GROUP BY id) AS w
            CROSS JOIN asset AS a ON a.id = w.id \(join)
            WHERE \(sight.exists("a")) \(trash) ORDER BY \(sort.isEmpty ? "w.place" : ordering) \(limitation)
            """
    }
}
