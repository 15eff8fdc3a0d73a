/// An SQL statement, or a part of one. Interpolated values become bound parameters, and are never part of the text.
///
///     let sql: SQL = "SELECT title FROM asset WHERE id = \(id)"
///
/// Interpolating another `SQL` inserts its text and its values.
public struct SQL: ExpressibleByStringInterpolation, Hashable, Sendable {
    /// The text, with one `?` for each element of `values`.
    public private(set) var text: String
    public private(set) var values: [SQLValue]

    public init(stringLiteral text: StaticString) {
        self.text = text.description
        values = []
    }

    init(_ text: String) {
        self.text = text
        values = []
    }

    public init(stringInterpolation interpolation: Interpolation) {
        text = interpolation.text
        values = interpolation.values
    }

    public struct Interpolation: StringInterpolationProtocol {
        fileprivate var text = ""
        fileprivate var values: [SQLValue] = []

        public init(literalCapacity: Int, interpolationCount: Int) {
            text.reserveCapacity(literalCapacity + interpolationCount)
        }

        public mutating func appendLiteral(_ literal: StaticString) { text += literal.description }

        public mutating func appendInterpolation(_ value: some SQLBindable) {
            text += "?"
            values.append(value.sqlValue)
        }

        /// Adds a value. Binds nil as NULL.
        public mutating func appendInterpolation<Value: SQLBindable>(_ value: Value?) {
            text += "?"
            values.append(value?.sqlValue ?? .null)
        }

        public mutating func appendInterpolation(_ fragment: SQL) {
            text += fragment.text
            values += fragment.values
        }
    }
}

extension Sequence<SQL> {
    /// Joins the fragments, with `separator` between them.
    public func joined(by separator: SQL) -> SQL {
        var result: SQL = ""
        for (position, fragment) in enumerated() {
            result = position == 0 ? fragment : "\(result)\(separator)\(fragment)"
        }
        return result
    }
}
