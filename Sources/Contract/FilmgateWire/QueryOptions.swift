import FilmgateDBus
public import FilmgateModel
public import FilmgatePredicates

/// The options of a `Fetch` for one kind of objects.
public protocol QueryOptions: Hashable, Sendable {
    associatedtype Query: FetchQuery

    /// - Parameter condition: the text that is sent instead of the query's predicate. Only the broker parses this text.
    init(_ query: Query, where condition: PredicateText?)

    /// The arguments of a `Fetch` with these options.
    var arguments: FetchArguments { get }
}

extension OptionCoder {
    /// Reads or writes a predicate as `where` and `arguments`.
    ///
    /// - Throws: `WireError.invalidPredicate` with the column of the error, or `WireError.invalidArgument` for an
    ///   argument of a wrong type.
    mutating func predicate<Property>(_ condition: PredicateText?) throws(Failure) -> Predicate<Property>? {
        let values = try field(
            "arguments", condition.flatMap { $0.arguments.isEmpty ? nil : $0.arguments.map(\.variant) })
        var predicate: Predicate<Property>?
        let text = try field("where", condition?.text, as: { $0 }) { text, owner in
            let arguments = try (values ?? []).enumerated().map { index, value in
                guard let argument = PredicateArgument(value) else {
                    throw WireError.invalidArgument(
                        "\(owner): argument \(index + 1) must be a text, a number, or true or false, not of the type "
                            + "'\(value.signature)'.")
                }
                return argument
            }
            predicate = try Predicate(option: text, arguments: arguments)
            return text
        }
        check(text != nil || values == nil, "'arguments' need a 'where' with placeholders.")
        return predicate
    }

    /// Reads or writes `search`. A string without words has no effect.
    mutating func search(_ search: SearchWords?) throws(Failure) -> SearchWords? {
        try field("search", search, as: \.text) { text, owner in
            guard text.utf8.count <= ContractLimits.searchBytes else {
                throw WireError.invalidArgument(
                    "\(owner): 'search' is longer than \(ContractLimits.searchBytes) bytes.")
            }
            let search = SearchWords(text)
            guard (search?.words.count ?? 0) <= ContractLimits.searchWords else {
                throw WireError.invalidArgument("\(owner): 'search' has more than \(ContractLimits.searchWords) words.")
            }
            return search
        }
    }

    /// Reads or writes `sort`, with the most important property first. An absent key means no order.
    mutating func order<Property: QueryProperty>(
        _ order: [QueryOrder<Property>]?
    ) throws(Failure) -> [QueryOrder<Property>] {
        try field("sort", order, as: { $0.isEmpty ? nil : $0.map { Structure($0.property.rawValue, $0.ascending) } }) {
            (pairs: [Structure<String, Bool>], owner) in
            let order = try pairs.map { pair in
                let (name, ascending) = pair.values
                guard let property = Property(rawValue: name), property.type != .unasked else {
                    throw WireError.invalidArgument(
                        "\(owner): 'sort': \(Property.subject) cannot be sorted by '\(quotable(name))'.")
                }
                return QueryOrder(by: property, ascending: ascending)
            }
            guard Set(order.map(\.property)).count == order.count else {
                throw WireError.invalidArgument("\(owner): 'sort' names a property twice.")
            }
            return order
        } ?? []
    }
}

extension Predicate {
    /// - Throws: `WireError.invalidPredicate` with the column of the error.
    init(option text: String, arguments: [PredicateArgument] = []) throws(WireError) {
        do throws(PredicateError) {
            self = try Predicate(parsing: text, arguments: arguments)
        } catch {
            throw .invalidPredicate(error.description + (error.description.hasSuffix("?") ? "" : "."))
        }
    }
}

extension PredicateArgument {
    /// Returns nil for a D-Bus type that predicates do not have.
    fileprivate init?(_ value: Variant) {
        switch value.signature {
        case "s": self.init(value, PredicateArgument.text)
        case "b": self.init(value, PredicateArgument.boolean)
        case "d": self.init(value, PredicateArgument.real)
        case "y": self.init(value) { (number: UInt8) in .integer(Int64(number)) }
        case "n": self.init(value) { (number: Int16) in .integer(Int64(number)) }
        case "q": self.init(value) { (number: UInt16) in .integer(Int64(number)) }
        case "i": self.init(value) { (number: Int32) in .integer(Int64(number)) }
        case "u": self.init(value) { (number: UInt32) in .integer(Int64(number)) }
        case "x": self.init(value, PredicateArgument.integer)
        case "t":
            self.init(value) { (number: UInt64) in Int64(exactly: number).map { .integer($0) } ?? .real(Double(number))
            }
        default: return nil
        }
    }

    fileprivate var variant: Variant {
        switch self {
        case .text(let text): Variant(text)
        case .integer(let number): Variant(number)
        case .real(let number): Variant(number)
        case .boolean(let value): Variant(value)
        }
    }

    private init?<Value: DBusValue>(_ value: Variant, _ wrap: (Value) -> PredicateArgument) {
        guard let value = value.value(as: Value.self) else { return nil }
        self = wrap(value)
    }
}
