/// A statement whose interpolated values are bound, never spliced into its text.
///
///     let sql: SQL = "SELECT title FROM asset WHERE id = \(id)"
///
/// Another `SQL` interpolates as text with its own values, which is how conditions are put together.
public struct SQL: ExpressibleByStringInterpolation, Hashable, Sendable {
    /// With a `?` for each of `values`.
    public private(set) var text: String
    public private(set) var values: [SQLValue]

    public init(stringLiteral text: StaticString) {
        self.text = text.description
        values = []
    }

    /// Of this module's own making.
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

        /// Nil is bound as null.
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
    /// One fragment out of many.
    public func joined(by separator: SQL) -> SQL {
        var result: SQL = ""
        for (position, fragment) in enumerated() {
            result = position == 0 ? fragment : "\(result)\(separator)\(fragment)"
        }
        return result
    }
}
