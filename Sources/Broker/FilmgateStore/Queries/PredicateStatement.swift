import FilmgateModel
import FilmgateSQLite

/// Maps properties in predicates to SQL expressions.
protocol PredicateColumns<Property> {
    associatedtype Property: QueryProperty

    /// Returns the expression for a property. It is NULL if the value is absent.
    func column(of property: Property) -> SQL

    /// Returns the expression for the latitude of a location. It is NULL if the location is absent.
    func latitude(of property: Property) -> SQL
    func longitude(of property: Property) -> SQL

    /// Returns the condition that a list contains an element, ignoring case. The condition is never NULL.
    func holds(_ element: String, in property: Property) -> SQL
}

extension Predicate {
    /// Returns the SQL condition of the predicate. The condition is NULL if the result is unknown. All strings that
    /// come from a client are bound values.
    func condition(on columns: some PredicateColumns<Property>) -> SQL {
        switch self {
        case .constant(let value): value ? "1" : "0"
        case .and(let parts): parts.isEmpty ? "1" : "(\(joined(parts, by: " AND ", on: columns)))"
        case .or(let parts): parts.isEmpty ? "0" : "(\(joined(parts, by: " OR ", on: columns)))"
        case .not(.not(let part)): part.condition(on: columns)
        case .not(let part): "NOT \(part.condition(on: columns))"
        case .comparison(let left, let comparison, let right):
            "(\(left.value(in: columns)) \(comparison.sign) \(right.value(in: columns)))"
        case .isIn(let operand, let literals):
            "(\(operand.value(in: columns)) IN (\(literals.map(\.sql).joined(by: ", "))))"
        case .between(let operand, let low, let high):
            "(\(operand.value(in: columns)) BETWEEN \(low.value(in: columns)) AND \(high.value(in: columns)))"
        case .contains(let property, let text):
            switch property.type {
            case .texts, .words: "(\(columns.holds(text, in: property)))"
            default:
                "filmgate_like(\(Pattern(containing: text).text.foldedCase), \(columns.column(of: property)))"
            }
        case .like(let property, let pattern):
            "filmgate_like(\(pattern.text.foldedCase), \(columns.column(of: property)))"
        case .near(let property, let place, let kilometers):
            place.isNear(columns.latitude(of: property), columns.longitude(of: property), kilometers)
        case .isNull(let property):
            switch property.type {
            case .place: "(\(columns.latitude(of: property)) IS NULL)"
            default: "(\(columns.column(of: property)) IS NULL)"
            }
        }
    }

    /// Joins conditions, with the most deeply nested first. SQLite's parser keeps the text before an open parenthesis
    /// on its stack, which has room for 100 entries.
    private func joined(_ parts: [Predicate], by separator: SQL, on columns: some PredicateColumns<Property>) -> SQL {
        parts.map { (part: $0, depth: $0.depth) }.sorted { $0.depth > $1.depth }
            .map { $0.part.condition(on: columns) }.joined(by: separator)
    }

    private var depth: Int {
        switch self {
        case .and(let parts), .or(let parts): 1 + (parts.map(\.depth).max() ?? 0)
        case .not(let part): 1 + part.depth
        case .constant, .comparison, .isIn, .between, .contains, .like, .isNull, .near: 0
        }
    }
}

extension Operand {
    fileprivate func value(in columns: some PredicateColumns<Property>) -> SQL {
        switch self {
        case .property(let property): columns.column(of: property)
        case .latitude(let property): columns.latitude(of: property)
        case .longitude(let property): columns.longitude(of: property)
        case .literal(let literal): literal.sql
        }
    }
}

extension Location {
    /// Returns the condition that a location is within this distance, by the formula of `distance`. The condition is
    /// NULL if the location is absent.
    fileprivate func isNear(_ latitude: SQL, _ longitude: SQL, _ kilometers: Double) -> SQL {
        // A degree of latitude is more than 110 km everywhere, so this range quickly excludes most locations.
        let degrees = kilometers / 110
        let parallels: SQL = "pow(sin(radians(\(latitude) - \(self.latitude)) / 2), 2)"
        let meridians: SQL = "pow(sin(radians(\(longitude) - \(self.longitude)) / 2), 2)"
        let square: SQL = """
            \(parallels) + cos(radians(\(self.latitude))) * cos(radians(\(latitude))) * \(meridians)
            """
        return """
            (\(latitude) BETWEEN \(self.latitude - degrees) AND \(self.latitude + degrees)
            AND 12742 * asin(min(1, sqrt(\(square)))) <= \(kilometers))
            """
    }
}

extension Comparison {
    fileprivate var sign: SQL {
        switch self {
        case .equal: "="
        case .notEqual: "<>"
        case .less: "<"
        case .lessOrEqual: "<="
        case .greater: ">"
        case .greaterOrEqual: ">="
        }
    }
}

extension Literal {
    /// The literal as a bound value.
    fileprivate var sql: SQL {
        switch self {
        case .text(let value): "\(value)"
        case .integer(let value): "\(value)"
        case .real(let value): "\(value)"
        case .boolean(let value): "\(value)"
        case .date(let value): "\(value.rawValue)"
        case .identifier(let value): "\(value.bytes)"
        case .contentHash(let value): "\(value.bytes)"
        }
    }
}
