/// The fields of one kind of object, for use in conditions.
public protocol QueryFields: Hashable, Sendable {
    init()
}

/// A field of the fetched objects, for comparisons and tests in conditions.
public struct QueryField<Fields: QueryFields, Value: Sendable>: Hashable, Sendable {
    /// The name of the field in the contract.
    let name: String

    init(_ name: String) { self.name = name }

    /// The condition that the value is absent: it is unknown or was never set.
    public var isNil: QueryCondition<Fields> { QueryCondition(unit: "\(name) is null") }
}

extension QueryField where Value: QueryValue {
    /// Returns the condition that the value is one of these.
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
    /// Returns the condition that the value is in this range, including its bounds.
    public func between(_ range: ClosedRange<Value>) -> QueryCondition<Fields> {
        QueryCondition(
            unit: "\(name) between ? and ?", [range.lowerBound.queryArgument, range.upperBound.queryArgument])
    }
}

extension QueryField where Value == String {
    /// Returns the condition that the value contains the text, ignoring case.
    public func contains(_ text: String) -> QueryCondition<Fields> {
        QueryCondition(unit: "\(name) contains ?", [.text(text)])
    }

    /// Returns the condition that the value matches a pattern, ignoring case. `%` stands for any text, `_` for any
    /// character.
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

    /// Returns the condition that the value is one of the field's values.
    public func contains(_ value: Value) -> QueryCondition<Fields> {
        QueryCondition(unit: "\(name) contains ?", [value.queryArgument])
    }
}

/// A location, and its two coordinates as fields.
public struct QueryLocationField<Fields: QueryFields>: Hashable, Sendable {
    private let name: String
    /// The latitude in degrees, north positive.
    public let latitude: QueryField<Fields, Double>
    /// The longitude in degrees, east positive.
    public let longitude: QueryField<Fields, Double>

    init(_ name: String) {
        self.name = name
        latitude = QueryField("\(name).latitude")
        longitude = QueryField("\(name).longitude")
    }

    /// The condition that the location is unknown.
    public var isNil: QueryCondition<Fields> { QueryCondition(unit: "\(name) is null") }

    /// Returns the condition that the location is at most this many kilometers away from a place.
    public func isNear(_ place: Location, kilometers: Double) -> QueryCondition<Fields> {
        QueryCondition(
            unit: "\(name) near (?, ?, ?)",
            [place.latitude.queryArgument, place.longitude.queryArgument, kilometers.queryArgument])
    }

    /// Returns the condition that the location is between two parallels and between two meridians. The area cannot
    /// cross the meridian at ±180 degrees.
    public func isWithin(
        latitude parallels: ClosedRange<Double>, longitude meridians: ClosedRange<Double>
    ) -> QueryCondition<Fields> {
        latitude.between(parallels) && longitude.between(meridians)
    }
}
