internal import FilmgateModel
internal import FilmgateSQLite

/// How the values that predicates name are kept, for the SQL of one statement.
protocol PredicateColumns<Property> {
    associatedtype Property: QueryProperty

    /// Of a property whose values are compared; null where there is none.
    func column(of property: Property) -> SQL

    /// Of a place; null where there is none.
    func latitude(of property: Property) -> SQL
    func longitude(of property: Property) -> SQL

    /// The condition that the list holds this element, whatever the case; never null.
    func holds(_ element: String, in property: Property) -> SQL
}

extension Predicate {
    /// The predicate as a condition: null where it is neither true nor false. All that a client wrote is in bound values.
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
        case .isNull(let property):
            switch property.type {
            case .place: "(\(columns.latitude(of: property)) IS NULL)"
            default: "(\(columns.column(of: property)) IS NULL)"
            }
        }
    }

    /// The deepest first: SQLite's parser remembers what stands before a parenthesis until it closes, and has room for a hundred
    /// things.
    private func joined(_ parts: [Predicate], by separator: SQL, on columns: some PredicateColumns<Property>) -> SQL {
        parts.map { (part: $0, depth: $0.depth) }.sorted { $0.depth > $1.depth }
            .map { $0.part.condition(on: columns) }.joined(by: separator)
    }

    private var depth: Int {
        switch self {
        case .and(let parts), .or(let parts): 1 + (parts.map(\.depth).max() ?? 0)
        case .not(let part): 1 + part.depth
        case .constant, .comparison, .isIn, .between, .contains, .like, .isNull: 0
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
    /// A bound value.
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
