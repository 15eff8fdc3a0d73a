/// The fields of one kind of object that conditions can use.
public protocol QueryFields: Hashable, Sendable {
    init()
}

/// A field of the fetched objects, for use in conditions.
public struct QueryField<Fields: QueryFields, Value: Sendable>: Hashable, Sendable {
    /// The name of the field on the bus.
    let name: String

    init(_ name: String) { self.name = name }

    /// The condition that the field has no value.
    public var isNil: QueryCondition<Fields> { QueryCondition(unit: "\(name) is null") }
}

extension QueryField where Value: QueryValue {
    /// Returns the condition that the field's value is one of `values`.
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
    /// Returns the condition that the field's value is in a range, including the bounds.
    public func between(_ range: ClosedRange<Value>) -> QueryCondition<Fields> {
        QueryCondition(
            unit: "\(name) between ? and ?", [range.lowerBound.queryArgument, range.upperBound.queryArgument])
    }
}

extension QueryField where Value == String {
    /// Returns the condition that the field's value contains `text`, ignoring case.
    public func contains(_ text: String) -> QueryCondition<Fields> {
        QueryCondition(unit: "\(name) contains ?", [.text(text)])
    }

    /// Returns the condition that the field's value matches a pattern, ignoring case. `%` stands for any text, `_` for
    /// any single character.
    public func like(_ pattern: String) -> QueryCondition<Fields> {
        QueryCondition(unit: "\(name) like ?", [.text(pattern)])
    }
}

extension QueryField: QueryTerm where Value == Bool {
    public var condition: QueryCondition<Fields> { QueryCondition(unit: "\(name) = true") }
}

/// A field that holds several values.
public struct QueryListField<Fields: QueryFields, Value: QueryValue>: Hashable, Sendable {
    let name: String

    init(_ name: String) { self.name = name }

    /// Returns the condition that `value` is one of the field's values.
    public func contains(_ value: Value) -> QueryCondition<Fields> {
        QueryCondition(unit: "\(name) contains ?", [value.queryArgument])
    }
}

/// A location field, with the two coordinates as fields.
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

    /// Returns the condition that the location is at most `kilometers` away from a place.
    public func isNear(_ place: Location, kilometers: Double) -> QueryCondition<Fields> {
        QueryCondition(
            unit: "\(name) near (?, ?, ?)",
            [place.latitude.queryArgument, place.longitude.queryArgument, kilometers.queryArgument])
    }

    /// Returns the condition that the location is within ranges of latitude and longitude, in degrees. The area cannot
    /// cross the meridian at ±180 degrees.
    public func isWithin(
        latitude parallels: ClosedRange<Double>, longitude meridians: ClosedRange<Double>
    ) -> QueryCondition<Fields> {
        latitude.between(parallels) && longitude.between(meridians)
    }
}
