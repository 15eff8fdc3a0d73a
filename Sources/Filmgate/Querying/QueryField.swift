/// The fields that conditions on one kind of thing may name.
public protocol QueryFields: Hashable, Sendable {
    init()
}

/// A field of what is fetched, for conditions: compare it, or ask what is in it.
public struct QueryField<Fields: QueryFields, Value: Sendable>: Hashable, Sendable {
    /// By the contract.
    let name: String

    init(_ name: String) { self.name = name }

    /// Whether it is absent: unknown, or nobody set it.
    public var isNil: QueryCondition<Fields> { QueryCondition(unit: "\(name) is null") }
}

extension QueryField where Value: QueryValue {
    /// It is one of these.
    public func `in`(_ values: [Value]) -> QueryCondition<Fields> {
        guard !values.isEmpty else { return QueryCondition(unit: "false") }
        let places = Array(repeating: "?", count: values.count).joined(separator: ", ")
        return QueryCondition(unit: "\(name) in (\(places))", values.map(\.queryArgument))
    }

    func compared(_ sign: String, _ value: Value) -> QueryCondition<Fields> {
        QueryCondition(unit: "\(name) \(sign) ?", [value.queryArgument])
    }
}

extension QueryField where Value: QueryValue & Comparable {
    /// It lies in this range, whose ends are part of it.
    public func between(_ range: ClosedRange<Value>) -> QueryCondition<Fields> {
        QueryCondition(
            unit: "\(name) between ? and ?", [range.lowerBound.queryArgument, range.upperBound.queryArgument])
    }
}

extension QueryField where Value == String {
    /// The text stands somewhere in it, in capitals or not.
    public func contains(_ text: String) -> QueryCondition<Fields> {
        QueryCondition(unit: "\(name) contains ?", [.text(text)])
    }

    /// It is like a pattern, in capitals or not: `%` stands for any text, `_` for any one character.
    public func like(_ pattern: String) -> QueryCondition<Fields> {
        QueryCondition(unit: "\(name) like ?", [.text(pattern)])
    }
}

extension QueryField: QueryTerm where Value == Bool {
    public var condition: QueryCondition<Fields> { QueryCondition(unit: "\(name) = true") }
}

/// A field that holds several values.
public struct QueryList<Fields: QueryFields, Value: QueryValue>: Hashable, Sendable {
    let name: String

    init(_ name: String) { self.name = name }

    /// The value is one of those that it holds.
    public func contains(_ value: Value) -> QueryCondition<Fields> {
        QueryCondition(unit: "\(name) contains ?", [value.queryArgument])
    }
}

/// A place, and its two coordinates as fields of their own.
public struct QueryPlace<Fields: QueryFields>: Hashable, Sendable {
    private let name: String
    /// In degrees, north positive.
    public let latitude: QueryField<Fields, Double>
    /// In degrees, east positive.
    public let longitude: QueryField<Fields, Double>

    init(_ name: String) {
        self.name = name
        latitude = QueryField("\(name).latitude")
        longitude = QueryField("\(name).longitude")
    }

    /// Whether no place is known.
    public var isNil: QueryCondition<Fields> { QueryCondition(unit: "\(name) is null") }

    /// It lies between two parallels and between two meridians, which do not enclose the one at ±180 degrees.
    public func isWithin(
        latitude parallels: ClosedRange<Double>, longitude meridians: ClosedRange<Double>
    ) -> QueryCondition<Fields> {
        latitude.between(parallels) && longitude.between(meridians)
    }
}
